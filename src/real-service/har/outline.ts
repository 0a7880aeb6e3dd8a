// Reduces a recorded response and that of a simulator to what can be compared without data.

import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import { type Aspects, findAspects } from '../learn/aspects.ts'
import { parseJson, type Reply, type SentRequest } from '../reader/messages.ts'
import type { ReadEntry } from './read-har.ts'

/** A recorded response. */
export interface Recorded extends Reply {
  /** Whether the file has the whole body. Browsers can leave out bodies, and request logs cut long ones. */
  readonly hasBody: boolean
}

/** Reads the response of an entry. */
export function readRecorded({ response }: ReadEntry): Recorded {
  const { status = 0, headers = [], content } = response ?? {}
  const { text, encoding, mimeType = '' } = content ?? {}
  const body = encoding === 'base64' ? Buffer.from(text ?? '', 'base64').toString() : (text ?? '')
  const isBroken = /\bjson\b/i.test(mimeType) && parseJson(body) === undefined
  const lowered = headers.map(({ name, value }) => [name.toLowerCase(), value] as const)
  const hasType = lowered.some(([name]) => name === 'content-type')
  const all = hasType || mimeType === '' ? lowered : [...lowered, ['content-type', mimeType] as const]
  return { status, headers: all, body, hasBody: text !== undefined && !isBroken }
}

// Which records there are is data, so none are known.
const NOTHING_KNOWN = { fields: new Set<string>(), optional: new Set<string>(), paths: new Set<string>() }

/** Returns the aspects of a recorded response and of that of a simulator, which are the same if nothing differs. */
export function outlineReply(request: SentRequest, recorded: Recorded, received: Reply): readonly [Aspects, Aspects] {
  const aspects = [recorded, received].map((reply) => findAspects(request, reply, NOTHING_KNOWN))
  const [expected = {}, found = {}] = aspects
  if (recorded.hasBody) return addFields([expected, recorded.body], [found, received.body])
  return [withoutBody(expected), withoutBody(found)]
}

// A 304 has no type, either.
function withoutBody({ status = '' }: Aspects): Aspects {
  return { status }
}

type Outlined = readonly [aspects: Aspects, body: string]

/** Adds the names of the fields of records, if both bodies have records. */
function addFields([expected, one]: Outlined, [found, other]: Outlined): readonly [Aspects, Aspects] {
  const [fields, otherFields] = [listFields(one), listFields(other)]
  if (expected.status !== found.status || fields === '' || otherFields === '') return [expected, found]
  return [
    { ...expected, fields },
    { ...found, fields: otherFields },
  ]
}

function listFields(body: string): string {
  const value = parseJson(body)
  const list = Array.isArray(value) ? value : isRecord(value) ? Object.values(value).find(Array.isArray) : undefined
  const records = isRecord(value) && 'id' in value ? [value] : (list ?? [value])
  const names = records.filter(isRecord).flatMap((record) => Object.keys(record))
  return [...new Set(names)].sort().join(' ')
}
