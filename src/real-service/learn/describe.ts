// Requests and responses in words, without the data of the service.

import { resolveAssumptions } from '../../engine/assumptions/assumptions.ts'
import type { Operation } from '../../engine/define/operation/operation.ts'
import { templateOf } from '../../engine/define/operation/operation.ts'
import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import { showText } from '../../engine/input/text/quote.ts'
import { PRESETS, questions } from '../../service/assumptions/register.ts'
import { operations } from '../../service/operations.ts'
import type { SentRequest } from '../reader/messages.ts'
import { type Aspects, listDifferent } from './aspects.ts'
import { MADE_UP } from './made-up.ts'

const MOST_SHOWN = 160

/**
 * Writes a request. Ids and texts that come from the data of the service are replaced by what they are, such as `{id}`
 * and `name_contains={text}`.
 */
export function describeRequest({ method, path, query = '', headers = {}, isAnonymous }: SentRequest): string {
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
  const names = selectTold(listDifferent(received, other))
  const describe = (one: Aspects, against: Aspects) => {
    const said = names.flatMap((name) => describeAspect(name, one, against))
    return said.join('; ') || 'no list'
  }
  return [describe(received, other), describe(other, received)]
}

// What is within a body follows from what it is.
const OF_RESPONSES: readonly string[] = ['status', 'type', 'body', 'location', 'origin']

function selectTold(names: readonly string[]): readonly string[] {
  const isOther = names.includes('status') || names.includes('body')
  return isOther ? names.filter((name) => OF_RESPONSES.includes(name)) : names
}

const LISTS: ReadonlySet<string> = new Set(['fields', 'times', 'secrets'])

function describeAspect(name: string, one: Aspects, against: Aspects): readonly string[] {
  const { [name]: text, members } = one
  // Which records they are is data, and their number is another aspect.
  if (text === undefined || (name === 'count' && members !== undefined)) return []
  if (name === 'members') return [countRecords(text === '' ? 0 : text.split(' ').length)]
  if (name === 'body') return [describeBody(text)]
  if (LISTS.has(name) && against[name] !== undefined) return [`${name}: ${describeWords(text, against[name])}`]
  return [showText(`${name}: ${text || 'none'}`, MOST_SHOWN)]
}

function describeWords(text: string, against: string): string {
  const [own, others] = [text.split(' '), against.split(' ')]
  const more = own.filter((each) => !others.includes(each))
  const fewer = others.filter((each) => !own.includes(each))
  const said = [
    ...(more.length === 0 ? [] : [more.join(' ')]),
    ...(fewer.length === 0 ? [] : [`not ${fewer.join(' ')}`]),
  ]
  return showText(said.join(', '), MOST_SHOWN)
}

/** Names the fields of an error, and says how many issues it lists. */
function describeBody(text: string): string {
  if (!text.startsWith('{')) return `body: ${text}`
  const body = Object.entries(JSON.parse(text) as Readonly<Record<string, unknown>>)
  const fields = body.map(([name, value]) => {
    const count = isRecord(value) && typeof value.count === 'number' ? ` (${value.count})` : ''
    return `${name}${count}`
  })
  return `body: an object with ${fields.join(', ')}`
}

function countRecords(count: number): string {
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
      .filter(([, { kind, filter }]) => kind !== 'boolean' && kind !== 'choice' && filter !== undefined)
      .map(([name]) => name),
  ),
)

function hideText(name: string, value: string): string {
  return !TEXTS.has(name) || MADE_UP.has(value) ? value : '{text}'
}
