import type { Answer, Call } from '../../contract/call.ts'
import { decodeBody } from '../../contract/reply-body.ts'
import { parseQuery } from '../../contract/validation/query.ts'
import type { EffectContext } from './effect.ts'

/** Whether a call asks for another page than the first. */
export function isLaterPage({ query }: Call): boolean {
  return readOffset(query) > 0
}

/**
 * Answers a page that has moved by some places, as it does when a record comes or goes while a
 * client walks through the pages. Where the next page begins stays what it was.
 */
export function answerShifted({ call, answerInstead }: EffectContext, places: number): Answer {
  const asked = answerInstead(call)
  const offset = readOffset(call.query) + places
  const query = new URLSearchParams(call.query)
  query.set('offset', String(offset))
  const shifted = answerInstead({ ...call, query: query.toString() })
  if (asked.reply.status !== 200 || shifted.reply.status !== 200) return asked
  const [page, moved] = [asked, shifted].map(({ reply }) => JSON.parse(decodeBody(reply.body)))
  const body = JSON.stringify({ ...page, resources: moved.resources })
  const { evidence } = asked
  const returned = moved.resources.length
  return {
    ...asked,
    reply: { ...asked.reply, body },
    ...(evidence === undefined ? {} : { evidence: { ...evidence, returned } }),
  }
}

function readOffset(query: string): number {
  const offset = Number(parseQuery(query).get('offset')?.at(-1))
  return Number.isSafeInteger(offset) ? offset : 0
}
