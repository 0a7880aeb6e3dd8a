import type { Outcome, ServiceRequest } from '../../contract/messages.ts'
import { decodeBody } from '../../contract/response-body.ts'
import { parseQuery } from '../../contract/validation/query.ts'
import type { EffectContext } from './effect.ts'

/** Whether a request asks for another page than the first. */
export function isLaterPage({ query }: ServiceRequest): boolean {
  return readOffset(query) > 0
}

/**
 * Answers a page that has moved by some places, as it does when a record comes or goes while a
 * client walks through the pages. Where the next page begins stays what it was.
 */
export function respondShifted({ request, respondTo }: EffectContext, places: number): Outcome {
  const asked = respondTo(request)
  const offset = readOffset(request.query) + places
  const query = new URLSearchParams(request.query)
  query.set('offset', String(offset))
  const shifted = respondTo({ ...request, query: query.toString() })
  if (asked.response.status !== 200 || shifted.response.status !== 200) return asked
  const [page, moved] = [asked, shifted].map(({ response }) => JSON.parse(decodeBody(response.body)))
  const body = JSON.stringify({ ...page, resources: moved.resources })
  const { evidence } = asked
  const returned = moved.resources.length
  return {
    ...asked,
    response: { ...asked.response, body },
    ...(evidence === undefined ? {} : { evidence: { ...evidence, returned } }),
  }
}

function readOffset(query: string): number {
  const offset = Number(parseQuery(query).get('offset')?.at(-1))
  return Number.isSafeInteger(offset) ? offset : 0
}
