// Requests and responses in words, without the data of the service.

import { resolveAssumptions } from '../../engine/assumptions/assumptions.ts'
import type { Operation } from '../../engine/define/operation/operation.ts'
import { templateOf } from '../../engine/define/operation/operation.ts'
import { showText } from '../../engine/input/text/quote.ts'
import { questions } from '../../service/assumptions/questions.ts'
import { PRESETS } from '../../service/assumptions/register.ts'
import { operations } from '../../service/operations.ts'
import type { ReadRequest } from '../reader/messages.ts'
import { type Aspects, listDifferent } from './aspects.ts'
import { MADE_UP } from './made-up.ts'

const MOST_SHOWN = 160

/**
 * Writes a request. Ids and texts that come from the data of the service are replaced by what they are, such as `{id}`
 * and `name_contains={text}`.
 */
export function describeRequest({ method, path, query = '', headers = {}, isAnonymous }: ReadRequest): string {
  const target = path
    .split('/')
    .map((segment) => (segment === '' || WORDS.has(segment) || MADE_UP.has(segment) ? segment : '{id}'))
    .join('/')
  const parameters = [...new URLSearchParams(query)].map(([name, value]) => `${name}=${hideText(name, value)}`)
  const names = [...(isAnonymous ? ['without credentials'] : []), ...Object.keys(headers).map((name) => `with ${name}`)]
  const text = `${method} ${target}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`
  return `${showText(text, MOST_SHOWN)}${names.length === 0 ? '' : ` (${names.join(', ')})`}`
}

/** Describes where a response differs from another one: first it, and then the other. */
export function describeDifference(received: Aspects, other: Aspects): readonly [string, string] {
  const names = listDifferent(received, other)
  const describe = (one: Aspects, against: Aspects) =>
    names.map((name) => describeAspect(name, { text: one[name], against: against[name] })).join('; ')
  return [describe(received, other), describe(other, received)]
}

const LISTS: ReadonlySet<string> = new Set(['fields', 'times', 'secrets'])

function describeAspect(
  name: string,
  { text, against = '' }: { text: string | undefined; against?: string | undefined },
) {
  if (text === undefined) return `no ${name}`
  if (name === 'members') return countOf(text === '' ? 0 : text.split(' ').length)
  if (!LISTS.has(name) || text === '') return showText(`${name}: ${text === '' ? 'none' : text}`, MOST_SHOWN)
  const others = new Set(against.split(' '))
  const own = text.split(' ').filter((each) => !others.has(each))
  return showText(`${name}: ${own.length === 0 ? 'fewer' : own.join(' ')}`, MOST_SHOWN)
}

function countOf(count: number): string {
  return count === 1 ? '1 record' : `${count} records`
}

// The words of all paths.
const WORDS: ReadonlySet<string> = new Set(
  operations.flatMap((operation: Operation) =>
    PRESETS.flatMap((preset) => templateOf(operation, resolveAssumptions(questions, preset))?.split('/') ?? []),
  ),
)
  .add('v2')
  .add('api-host')

// The values of all other parameters are those of the contract.
const TEXTS: ReadonlySet<string> = new Set(
  operations.flatMap((operation: Operation) =>
    Object.entries(operation.parameters)
      .filter(([, { kind }]) => kind === 'text' || kind === 'idList' || kind === 'uuid' || kind === 'uuidList')
      .map(([name]) => name),
  ),
)

function hideText(name: string, value: string): string {
  return !TEXTS.has(name) || MADE_UP.has(value) ? value : '{text}'
}
