// A page that is shifted.

import type { Outcome, ServiceRequest } from '../../define/operation/messages.ts'
import { decodeBody, encodeText } from '../../http/body.ts'
import { parseQuery } from '../../http/query.ts'
import type { EffectContext } from './effect.ts'

/** Whether a request is for a later page than the first. */
export function isLaterPage({ query }: ServiceRequest): boolean {
  return readOffset(query) > 0
}

/**
 * Responds with a page whose records are shifted by some places, as if a record had been added or
 * removed between two requests. The offset in the page does not change.
 */
export function respondShifted({ request, respondTo }: EffectContext, places: number): Outcome {
  const original = respondTo(request)
  const { evidence, envelope } = original
  // HEAD gets no page that could be shifted.
  if (original.response.status !== 200 || envelope === undefined || request.method === 'HEAD') return original
  const offset = readOffset(request.query) + places
  const query = new URLSearchParams(request.query)
  query.set('offset', String(offset))
  const shifted = respondTo({ ...request, query: query.toString() })
  if (shifted.response.status !== 200) return original
  const [page, moved] = [original, shifted].map(({ response }) => JSON.parse(decodeBody(response.body)))
  const records = moved[envelope.list]
  const body = encodeText(JSON.stringify({ ...page, [envelope.list]: records }))
  const returned = records.length
  return {
    ...original,
    response: { ...original.response, body },
    ...(evidence === undefined ? {} : { evidence: { ...evidence, returned } }),
  }
}

function readOffset(query: string): number {
  const offset = Number(parseQuery(query).get('offset')?.at(-1))
  return Number.isSafeInteger(offset) ? offset : 0
}
