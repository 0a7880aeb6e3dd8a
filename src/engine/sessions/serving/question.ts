// A question to the service, and the request that it becomes.

import * as z from 'zod'
import type { Contract } from '../../contract/contract.ts'
import { hasCredentials, listCredentials } from '../../contract/credentials.ts'
import type { ServiceRequest } from '../../define/operation/messages.ts'
import { NO_BODY } from '../../http/body.ts'
import { OptionError } from '../../input/options/option-error.ts'
import { readValue } from '../../input/schemas/describe-issues.ts'

const MOST_CHARACTERS = 65_536
const MOST_HEADERS = 100

/** The schema of a question. */
export const questionSchema = z.strictObject({
  method: z.enum(['GET', 'HEAD']).default('GET').describe('Other methods could change something.'),
  path: z
    .string()
    .max(MOST_CHARACTERS)
    .regex(/^\/[^?#]*$/, 'It must start with "/" and must not contain a query; use "query" for that')
    .refine((path) => !path.startsWith('/_s'), 'It must be a path of the service'),
  query: z.string().max(MOST_CHARACTERS).default('').describe('The part after the question mark, percent-encoded.'),
  headers: z
    .record(
      z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'It must be the name of a header'),
      z.string().max(MOST_CHARACTERS),
    )
    .refine(
      (headers) => Object.keys(headers).length <= MOST_HEADERS,
      `It must not have more than ${MOST_HEADERS} headers`,
    )
    .default({})
    .describe('Headers. Without credentials among them, those that the service requires are added.'),
})

/** A request to ask the service about. */
export type Question = z.input<typeof questionSchema>

/** Where the service is reached. */
export interface Place {
  /** Scheme and authority, e.g. `http://127.0.0.1:4010`. */
  readonly origin: string
  readonly basePath: string
}

/** Parses a question. @throws OptionError with all issues */
export function readQuestion(input: Question): z.output<typeof questionSchema> {
  const read = readValue(questionSchema, input)
  if ('value' in read) return read.value
  throw new OptionError({ attempt: 'ask the service', received: read.text }, read.issues)
}

/** Builds the request of a question. */
export function buildRequest(
  { method, path, query, headers }: z.output<typeof questionSchema>,
  place: Place,
  { declared: { access }, assumptions }: Pick<Contract, 'declared' | 'assumptions'>,
): ServiceRequest {
  const ownHeaders = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const usual = listCredentials(access, assumptions).map(([name, value]) => [name.toLowerCase(), value] as const)
  const added = new Map(hasCredentials(access, (name) => ownHeaders.get(name)) ? [] : usual)
  const header = (name: string) => ownHeaders.get(name.toLowerCase()) ?? added.get(name.toLowerCase())
  return { ...place, method, path, query: query.replace(/^\?/, ''), header, body: NO_BODY }
}
