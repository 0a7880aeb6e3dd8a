import { isRecord } from '../../../engine/input/schemas/schema-walk.ts'
import { decodeJson } from '../../../engine/input/text/decode.ts'
import { type Hiding, hideSecrets, hideSeen } from '../../../engine/input/text/secrets.ts'
import { countOf } from '../../../engine/input/text/words.ts'
import type { DetailedEntry, JournalEntry } from '../../client/index.ts'
import { describePart, findOrdering } from '../../request-code/expectation.ts'
import type { About } from '../about.ts'
import { joinLines, shortenText } from './cut.ts'
import type { FilterAlone } from './reasons.ts'

const SHORT = 800

const MOST_RECORDS = 5

const MOST_OF_BODY = 3000
const MOST_OF_HEADERS = 1000

/** Describes a request on one line. */
export function describeRequest(entry: JournalEntry): string {
  const { id, method, path, query, status, state, operation, page, faults } = entry
  const target = hideSecrets(`${method} ${path}${query === '' ? '' : `?${query}`}`)
  return [
    `#${id} ${shortenText(target, 300, () => '')}`,
    status === null ? (state === 'finished' ? 'no response' : state) : String(status),
    operation ?? 'no operation',
    ...(page === null ? [] : [`${countOf(page.returned, 'record')}, ${page.matching ?? 'many'} match`]),
    ...(faults.length === 0 ? [] : [`faults ${faults.join(', ')}`]),
  ].join(' | ')
}

interface ExplanationView {
  readonly from?: number | undefined
  readonly accepts: About['accepts']
}

interface RequestReasons {
  readonly reasons: readonly string[]
  readonly alone: readonly FilterAlone[]
}

/**
 * Explains the response to a request.
 *
 * @param reasons what the client probably did wrong, and what each filter does alone
 * @param options `from`: where in its body to begin, by default the body in short; the headers of credentials
 */
export function explainRequest(
  entry: DetailedEntry,
  { reasons, alone }: RequestReasons,
  { from, accepts }: ExplanationView,
): string {
  const { id, explanation } = entry
  const hiding = hideSeen(entry, Object.keys(accepts))
  const response = hideInResponse(entry, hiding)
  const lines = joinLines(
    describeRequest(entry),
    explanation.summary.map((word) => `- ${word}`),
    describeFilters(explanation, alone),
    describeOrder(explanation),
    describeAssumptions(id, explanation),
    reasons,
    describeHeaders(response),
    describeBody({ id, response }, from),
  )
  return hiding.text(lines)
}

// Before a body is cut.
function hideInResponse({ response }: DetailedEntry, hiding: Hiding): DetailedEntry['response'] {
  const headers = response.headers.map(([name, value]): [string, string] => [name, hiding.header(name, value)])
  return { ...response, headers, body: response.body && hiding.text(response.body) }
}

// What one filter has removed is no longer there for the next ones, which look harmless then.
function describeFilters({ filters }: DetailedEntry['explanation'], alone: readonly FilterAlone[]): string[] {
  return filters.map(({ parameter, value, removed, left }, index) => {
    const { matching, total, known = '' } = alone[index] ?? {}
    const isCompared = index > 0 && matching !== undefined && total !== undefined
    const other = isCompared ? `; alone, it would remove ${total - matching} of ${total}` : ''
    return `- ${parameter}=${String(value)} removed ${removed} and left ${left}${other}.${known}`
  })
}

function describeOrder({ page, assumptions }: DetailedEntry['explanation']): string | undefined {
  const order = findOrdering(Object.keys(assumptions))
  const part = page === null ? undefined : describePart(page)
  return order && part && `- The contract promises no order: ${order} decides ${part}.`
}

function describeAssumptions(id: number, { assumptions }: DetailedEntry['explanation']): string {
  const count = Object.keys(assumptions).length
  if (count === 0) return '- The response depends on no assumption.'
  return `- The response depends on ${countOf(count, 'assumption')}: depends_on with {"request": ${id}} lists them.`
}

function describeHeaders({ headers }: DetailedEntry['response']): string | undefined {
  if (headers.length === 0) return undefined
  const listed = headers.map(([name, value]) => `${name}: ${value}`).join(', ')
  return `Headers: ${shortenText(listed, MOST_OF_HEADERS, () => 'There are more.')}`
}

function describeBody({ id, response }: Pick<DetailedEntry, 'id' | 'response'>, from?: number): string {
  const { body, isBinary, isWhole, bytes } = response
  if (body === null) return bytes === 0 ? 'Body: (empty)' : `Body: (${countOf(bytes, 'byte')}, no longer kept)`
  if (isBinary) return `Body: (${countOf(bytes, 'byte')} that are not text)`
  const short = from === undefined ? shortenBody(body) : undefined
  if (short !== undefined)
    return `Body, without nulls and what is nested (why and {"request": ${id}, "body_from": 0} shows all of it):\n${short}`
  const start = from ?? 0
  const goOn = (shown: number): string => `Go on with why and {"request": ${id}, "body_from": ${start + shown}}.`
  const text = shortenText(body.slice(start), MOST_OF_BODY, goOn)
  return `Body:\n${text}${isWhole ? '' : `\n(The request log has only a part of the ${countOf(bytes, 'byte')}.)`}`
}

/** Says which credentials every request needs. @returns undefined if it needs none */
export function describeNeededCredentials(credentials: string | null): string | undefined {
  return credentials === null ? undefined : `Requests need ${credentials}.`
}

/** Leaves out nulls, objects and lists, which are most of a record. */
export function shortenRecord(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && typeof value !== 'object'))
}

/** Shows the first records of the lists in a long JSON body in short. @returns undefined if it has no such list */
function shortenBody(body: string): string | undefined {
  if (body.length <= SHORT) return undefined
  const value = decodeJson(body)
  if (isRecordList(value)) return joinLines(listRecords('records', value))
  if (!isRecord(value)) return undefined
  const fields = Object.entries(value)
  const lists = fields.filter(([, field]) => isRecordList(field))
  if (lists.length === 0) return undefined
  const others = fields.filter(([name]) => lists.every(([list]) => list !== name))
  return joinLines(
    others.length === 0 ? undefined : JSON.stringify(Object.fromEntries(others)),
    lists.flatMap(([name, list]) => listRecords(name, list as readonly object[])),
  )
}

function isRecordList(value: unknown): value is readonly object[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord)
}

function listRecords(name: string, records: readonly object[]): readonly string[] {
  const shown = records.slice(0, MOST_RECORDS)
  const first = shown.length < records.length ? `, the first ${shown.length}` : ''
  return [`${name} (${records.length}${first}):`, ...shown.map((record) => JSON.stringify(shortenRecord(record)))]
}
