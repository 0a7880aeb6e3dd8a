// Responses to bytes that are not an HTTP request.

import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Service } from '../../engine/adapters/gate.ts'
import { type Failure, INVALID_HTTP } from '../../engine/contract/operation/failure.ts'
import { joinBody } from '../../engine/http/body.ts'
import { HEAD_TOO_LARGE } from '../../engine/http/request-size.ts'
import type { Connections } from './connections.ts'
import { endConnection } from './end-connection.ts'

const FAILURES: Readonly<Record<string, Failure>> = {
  HPE_HEADER_OVERFLOW: HEAD_TOO_LARGE,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: 'Chunk extensions too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'Request timeout' },
}

const PLAIN_HTTP: Failure = { status: 400, detail: 'This port takes HTTPS. Use a URL with https://.', isPlain: true }
// What OpenSSL calls bytes that are not TLS. It knows some methods of HTTP.
const NOT_TLS = ['ERR_SSL_HTTP_REQUEST', 'ERR_SSL_HTTPS_PROXY_REQUEST', 'ERR_SSL_WRONG_VERSION_NUMBER']

/** Responds in the service's envelope to bytes that Node cannot parse as a request, or closes the connection. */
export function answerClientErrors(server: Server, { writeFailure }: Service, connections: Connections): void {
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, broken: Socket) => {
    const isPlain = NOT_TLS.includes(code)
    const socket = (isPlain ? connections.findBelow(broken) : undefined) ?? broken
    // In the middle of another response, the client could not recognize this one.
    if (!socket.writable || !isFree(connections.latestOf(socket))) return void socket.destroy()
    const { status, headers, body } = writeFailure(isPlain ? PLAIN_HTTP : (FAILURES[code] ?? INVALID_HTTP))
    const lines = Object.entries({ ...headers, 'content-length': body.length, connection: 'close' })
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n`)
    socket.write(joinBody(body))
    if (isPlain) socket.destroySoon()
    else endConnection(socket)
  })
}

/** Whether a response can be sent after the latest one, or instead of it. */
function isFree(response: ServerResponse | undefined): boolean {
  if (response === undefined || response.writableFinished) return true
  // A response has no socket until the responses before it are sent.
  return response.socket !== null && (response.writableEnded || !response.headersSent)
}
