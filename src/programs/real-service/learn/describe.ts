// Requests and responses in words, without the data of the service.

import { type Operation, templateOf } from '../../../engine/contract/operation/operation.ts'
import type { Parameter } from '../../../engine/contract/operation/value.ts'
import { resolveAssumptions } from '../../../engine/define/assumptions/assumptions.ts'
import { showText } from '../../../engine/input/text/quote.ts'
import { countOf } from '../../../engine/input/text/words.ts'
import { PRESETS } from '../../../service/assumptions/presets.ts'
import { questions } from '../../../service/assumptions/questions.ts'
import { operations } from '../../../service/operations.ts'
import { tellName } from '../forms/told-name.ts'
import type { SentRequest } from '../reader/messages.ts'
import { type Aspects, listDifferent } from './aspects/aspects.ts'
import { ASKED, NOTHING, UNKNOWN_ID } from './ways.ts'

const MOST_SHOWN = 160

/**
 * Writes a request. Ids and texts that come from the data of the service are replaced by what they are, such as `{id}`
 * and `name_contains={text}`.
 */
export function describeRequest(request: SentRequest): string {
  const { headers = {}, isAnonymous } = request
  const parameters = [...new URLSearchParams(request.query)].map(
    ([name, value]) => `${hideName(name)}=${hideText(name, value)}`,
  )
  const names = [...(isAnonymous ? ['without credentials'] : []), ...Object.keys(headers).map((name) => `with ${name}`)]
  const text = `${describePath(request)}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`
  return `${showText(text, MOST_SHOWN)}${names.length === 0 ? '' : ` (${names.join(', ')})`}`
}

/**
 * Writes an operation, with the parameters that a request is about, as in `GET /v2/deployments?limit=0`. Values that
 * come from the data of the service, and those that are only long, are left out.
 */
export function describeOperation(request: SentRequest, hasParameters: boolean): string {
  const pairs = hasParameters ? [...new URLSearchParams(request.query)] : []
  const own = new Set(pairs.map(([name]) => name)).size > 1 ? pairs.filter(([name]) => name !== 'limit') : pairs
  const told = own.map(([name, value]) => {
    // So many are none of the service.
    if (/^unknown_\d+$/.test(name)) return 'unknown_{number}'
    const text = hideText(name, value)
    return text === HIDDEN_TEXT || text.length > MOST_TOLD ? hideName(name) : `${hideName(name)}=${text}`
  })
  const query = told.length === 0 ? '' : `?${[...new Set(told)].join('&')}`
  // A form is that of the operation, however its path was written.
  const path = hasParameters ? describePath(request) : describePath(request).replace(/\/$/, '')
  return `${path}${query}${request.isAnonymous ? ' (without credentials)' : ''}`
}

const MOST_TOLD = 40
const HIDDEN_TEXT = '{text}'

/** Those of parameters and paths. */
const MADE_UP: ReadonlySet<string> = new Set(['', 'null', UNKNOWN_ID, NOTHING, '!'])

function describePath({ method, path }: SentRequest): string {
  const segments = path
    .split('/')
    .map((segment) => (segment === '' || WORDS.has(segment) || MADE_UP.has(segment) ? segment : '{id}'))
  return `${method} ${segments.join('/')}`
}

/** Describes in what a response differs from another one. */
export function describeDifference(received: Aspects, other: Aspects): string {
  return listDifferent(received, other)
    .map((name) => describeAspect(name, received))
    .join('; ')
}

/** Describes an aspect of a response. Which records they are is data. */
export function describeAspect(name: string, { [name]: text }: Aspects): string {
  if (name === 'members') return countOf(text === undefined || text === '' ? 0 : text.split(' ').length, 'record')
  return showText(`${name}: ${text || 'none'}`, MOST_SHOWN)
}

// The words of all paths.
const WORDS: ReadonlySet<string> = new Set(
  operations.flatMap((operation: Operation) =>
    PRESETS.flatMap((preset) => templateOf(operation, resolveAssumptions(questions, preset))?.split('/') ?? []),
  ),
)
  .add('v2')
  .add('api-host')

// Their values are those of the contract. Others may be private.
const PLAIN: ReadonlySet<string> = new Set(
  operations.flatMap((operation: Operation) =>
    Object.entries(operation.parameters)
      .filter(([, parameter]) => isOfContract(parameter))
      .map(([name]) => name),
  ),
)

function isOfContract(parameter: Parameter): boolean {
  if (parameter.kind === 'choice') return parameter.takesOthers === undefined
  return parameter.kind === 'integer' || parameter.kind === 'boolean' || parameter.kind === 'dateTime'
}

// An underscore alone is one of ours.
const hideName = (name: string) => (name === '_' ? name : tellName(name))

function hideText(name: string, value: string): string {
  const isMadeUp = MADE_UP.has(value) || name.startsWith('unknown_')
  return isMadeUp || (PLAIN.has(name) && isPlain(value)) ? value : HIDDEN_TEXT
}

/** Whether a value that is none of the contract has no word of somebody's own. */
function isPlain(value: string): boolean {
  return ASKED.has(value) || !/(\p{L})(?!\1)\p{L}{2}/u.test(value) || tellName(value) === value
}
