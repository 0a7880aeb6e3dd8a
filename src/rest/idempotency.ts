// Requests that are answered once: the same key gets the same response.

import * as z from 'zod'
import type { ServiceRequest } from '../engine/contract/operation/messages.ts'
import type { OperationContext } from '../engine/contract/operation/operation.ts'
import { hashBody } from '../engine/contract/operation/without-body.ts'
import { type AnyResource, defineResource } from '../engine/define/resource/resource.ts'
import { decodeBody, encodeBody, joinBody, type ResponseBody } from '../engine/http/body.ts'
import { UNSEEDED } from '../engine/world/start/planned-groups.ts'
import { refuseWith } from './failure.ts'

/** What the header means, for documents. */
export const KEY_MEANING = 'A request with the same key and the same content gets the same response.'

const NAME = 'idempotencyKeys'
// More keys than a client repeats. The oldest go first.
const MOST_KEYS = 1000
const MOST_CHARACTERS = 255

const schema = z.strictObject({
  id: z.string().describe('The key.'),
  request: z.string().describe('What the key was sent with.'),
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
})

/** The keys that were used, as records: so they survive whatever the data survives. */
export const idempotencyKeys = defineResource({
  name: NAME,
  singular: 'idempotency key',
  description: 'The keys of requests that are answered once.',
  typeName: 'IdempotencyKeyRecord',
  schema,
  isHidden: true,
  toWire: (record) => record,
  ...UNSEEDED,
  create: ({ fields }) => fields,
}) as AnyResource

/** A response before it is replied. */
export interface UnsentReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ResponseBody
}

/** Answers a request once for each key in a header. Without the header, it answers each time. */
export function answerOnce(
  header: string,
  context: OperationContext,
  sent: ServiceRequest,
  answer: () => UnsentReply,
): UnsentReply {
  const key = sent.header(header.toLowerCase())
  if (key === undefined || key === '') return answer()
  if (key.length > MOST_CHARACTERS)
    refuseWith(400, `The header ${header} is too long`, [{ in: 'header', field: header, code: 'invalid' }])
  const { world } = context
  const request = `${sent.method} ${sent.path}?${sent.query} ${hashBody({ parts: [sent.body] })}`
  const table = world.database.of(idempotencyKeys)
  const known = table.get(key) as z.output<typeof schema> | undefined
  if (known !== undefined) {
    if (known.request !== request) refuseWith(409, `The header ${header} was sent with another request before`)
    return { status: known.status, headers: known.headers, body: encodeBody(known.body) }
  }
  const given = answer()
  const [oldest] = table.count() >= MOST_KEYS ? table.all({ offset: 0, limit: 1 }) : []
  if (oldest !== undefined) table.remove(String(oldest.id))
  const { status, body, headers } = given
  world.collections[NAME]?.create({ id: key, request, status, headers, body: decodeBody(joinBody(body)) })
  return given
}
