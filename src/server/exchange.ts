import type { Request, Response } from 'express'
import type { Call, Reply } from '../core/contract/call.ts'

const NO_BYTES = new Uint8Array()
const HOST = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i

/** Turns an Express request, whose body has been read, into a call. */
export function toCall(request: Request): Call {
  const target = toOriginForm(request.url)
  const [path = '', ...query] = target.split('?')
  return {
    method: request.method,
    origin: `${request.protocol}://${findHost(request)}`,
    mountPath: request.baseUrl,
    path,
    query: query.join('?'),
    header: (name) => {
      const value = request.headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    body: toBytes(request.body),
  }
}

/** Carries out a reply. */
export function sendReply(response: Response, { status, headers, body }: Reply): void {
  // The client may have gone while the answer was on its way.
  if (response.destroyed) return
  const length = headers['content-length'] ?? Buffer.byteLength(body)
  response.writeHead(status, { ...headers, 'content-length': length })
  response.end(body)
}

// A proxy's client sends the whole URL; the service only knows what follows the authority.
function toOriginForm(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*/i, '')
}

function findHost({ headers, socket }: Request): string {
  if (headers.host !== undefined && HOST.test(headers.host)) return headers.host
  const { localAddress = 'localhost', localPort } = socket
  return `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`
}

/** The bytes of a body, whoever read it: in an app of one's own, that may be any body parser. */
export function toBytes(body: unknown): Uint8Array<ArrayBuffer> {
  if (body === undefined) return NO_BYTES
  if (body instanceof Uint8Array) return new Uint8Array(body)
  return new Uint8Array(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))
}
