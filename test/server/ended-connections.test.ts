// Responses after which the server ends the connection, to clients that are still sending.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { test as base, expect } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { type RunningServer, serve } from '../../src/server/index.ts'

const MEBIBYTE = 1024 * 1024

const test = base.extend<{ simulator: Simulator; server: RunningServer }>({
  simulator: async ({}, use) => use(createSimulator({ scenario: 'empty' })),
  server: async ({ simulator }, use) => {
    const server = await serve(simulator, { port: 0 })
    await use(server)
    await server.close()
  },
})

/** Connects, and reads nothing yet. */
async function open({ port }: RunningServer): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').pause()
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

const send = (socket: Socket, bytes: string | Uint8Array): Promise<unknown> =>
  new Promise((resolve) => socket.write(bytes, resolve))

const request = (line: string, ...headers: string[]): string =>
  [`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')

const TARGET = '/v2/deployments'

test.for([
  ['too large headers', request(`GET ${TARGET}`, `X-Long: ${'x'.repeat(65 * 1024)}`), 431],
  ['what is no request', 'no request\r\n\r\n', 400],
  ['two lengths', request(`POST ${TARGET}`, 'Content-Length: 5', 'Transfer-Encoding: chunked'), 400],
  ['no host', `GET ${TARGET} HTTP/1.1\r\n\r\n`, 400],
  [
    'too large an extension',
    `${request(`POST ${TARGET}`, 'Transfer-Encoding: chunked')}5;${'x'.repeat(17 * 1024)}`,
    413,
  ],
  ['too large a body', request(`POST ${TARGET}`, 'Connection: close', `Content-Length: ${12 * MEBIBYTE}`), 413],
  ['a last request', request(`GET ${TARGET}`, 'Connection: close'), 200],
] as const)(
  'a client that sends more after %s than anyone buffers reads the response',
  async ([, head, status], { server }) => {
    const socket = await open(server)
    await send(socket, head)
    for (let sent = 0; sent < 12; sent += 1) await send(socket, new Uint8Array(MEBIBYTE))
    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  },
)

test('what follows the last request of a connection is not done', async ({ simulator, server }) => {
  const socket = await open(server)
  await send(socket, request(`GET ${TARGET}`, 'Connection: close'))
  await expect.poll(() => simulator.requests.list().map(({ status }) => status)).toEqual([200])
  await send(socket, request(`GET ${TARGET}`))
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*\}$/s)
  expect(simulator.requests.list()).toHaveLength(1)
})

test('a client that never stops sending is cut', async ({ server }) => {
  const socket = await open(server)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await send(socket, 'no request\r\n\r\n')
  while (!socket.destroyed) await send(socket, new Uint8Array(MEBIBYTE))
  await closed
})
