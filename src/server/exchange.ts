import type { Request, Response } from 'express'
import type { Call, Reply } from '../core/contract/call.ts'

const NO_BYTES = new Uint8Array()
const MOST_BODY_BYTES = 10 * 1024 * 1024
const HOST = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i

/** Turns an Express request into a call; nothing when its body is larger than a server takes. */
export async function toCall(request: Request): Promise<Call | undefined> {
  const body = hasBody(request) ? await readBytes(request) : NO_BYTES
  if (body === undefined) return undefined
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
    body,
  }
}

/** Carries out a reply. */
export function sendReply(response: Response, { status, headers, body }: Reply): void {
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

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

async function readBytes(request: Request): Promise<Uint8Array | undefined> {
  // In somebody's own app, a body parser may have been there before.
  if (request.readableEnded && request.body !== undefined) return toBytes(request.body)
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving a plain loop early would destroy the connection, and with it the refusal.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > MOST_BODY_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function toBytes(parsed: unknown): Uint8Array {
  if (parsed instanceof Uint8Array) return parsed
  return Buffer.from(typeof parsed === 'string' ? parsed : JSON.stringify(parsed))
}
