import type { Assumptions } from './assumptions.ts'
import type { Reply } from './call.ts'

/** Something that is wrong with a parameter or a field, as the service's own validator writes it. */
export interface ValidationError {
  type: string
  loc: readonly (string | number)[]
  msg: string
  input: unknown
  ctx?: Readonly<Record<string, unknown>>
}

/** What an operation answers in place of a result. */
export interface Failure {
  status: number
  detail: string | readonly ValidationError[]
  headers?: Readonly<Record<string, string>>
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  422: 'Unprocessable Content',
  500: 'Internal Server Error',
}

/** The failure of a request that breaks constraints: all its mistakes at once. */
export function buildValidationFailure(errors: readonly ValidationError[], assumptions: Assumptions): Failure {
  return { status: Number(assumptions.validationStatus), detail: errors }
}

/** Writes a failure in the service's envelope (assumption `errorBody`). */
export function buildErrorReply(failure: Failure, { errorBody }: Pick<Assumptions, 'errorBody'>): Reply {
  const type = errorBody === 'problem' ? 'application/problem+json' : 'application/json'
  return {
    status: failure.status,
    headers: { 'content-type': type, ...failure.headers },
    body: JSON.stringify(envelopes[errorBody](failure)),
  }
}

const envelopes: Readonly<Record<Assumptions['errorBody'], (failure: Failure) => unknown>> = {
  fastapi: ({ detail }) => ({ detail }),
  problem: (failure) => ({
    type: 'about:blank',
    title: titles[failure.status],
    status: failure.status,
    detail: describe(failure),
    ...(typeof failure.detail === 'string' ? {} : { errors: failure.detail.map(toProblemError) }),
  }),
  message: (failure) => ({
    error: { code: titles[failure.status]?.toLowerCase().replaceAll(' ', '_'), message: describe(failure) },
  }),
}

function toProblemError({ loc, msg }: ValidationError) {
  return { location: loc.join('.'), detail: msg }
}

function describe({ detail }: Failure): string {
  if (typeof detail === 'string') return detail
  return detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ')
}
