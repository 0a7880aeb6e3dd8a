import type { IncomingHttpHeaders } from 'node:http'
import { type RawAnswer, sendRaw } from './send-raw.ts'

/** Opens a link as a browser does: a server first redirects it to the path of its session. */
export async function followLink(link: string, headers: IncomingHttpHeaders, method?: string): Promise<RawAnswer> {
  const { pathname, search } = new URL(link)
  const answer = await sendRaw(link, pathname + search, headers, method)
  const { location = '' } = answer.headers
  if (!location.includes('/_simulator/open')) return answer
  const next = new URL(location)
  return sendRaw(link, next.pathname + next.search, headers, method)
}
