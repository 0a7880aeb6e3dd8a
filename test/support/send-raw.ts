import { once } from 'node:events'
import { type IncomingHttpHeaders, request as startRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface RawAnswer {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: string
  bytes: Buffer
}

/** Sends exactly these headers and this path. `fetch` would add headers, follow redirects and normalize paths. */
export async function sendRaw(
  url: string,
  path: string,
  headers: IncomingHttpHeaders = {},
  method = 'GET',
): Promise<RawAnswer> {
  const { port, hostname } = new URL(url)
  const request = startRequest({ hostname, port, path, headers, method, agent: false }).end()
  const [response] = await once(request, 'response')
  const bytes = await buffer(response)
  return { status: response.statusCode, headers: response.headers, body: bytes.toString(), bytes }
}
