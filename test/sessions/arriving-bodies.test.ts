import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import express from 'express'
import { test as base, expect, vi } from 'vitest'
import { connect as connectClient } from '../../src/entries/client/index.ts'
import { setupSimulator } from '../../src/entries/node/index.ts'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/index.ts'
import { createApp, serve } from '../../src/server/index.ts'

const PENDING = { operation: 'createDeployment', state: 'pending', waitsFor: { what: 'body' }, body: null }
const SENT = '{"name":"a"}'

interface Opened {
  readonly simulator: Simulator
  readonly url: string
  /** Sends the head of a request, and a part of its body. */
  send(part: string | Uint8Array, headers?: string, target?: string): Promise<Socket>
}

const test = base.extend<{ open: (options?: SimulatorOptions) => Promise<Opened> }>({
  open: async ({}, use) => {
    const ends: (() => Promise<void>)[] = []
    await use(async (options) => {
      const simulator = createSimulator(options)
      const { url, port, close } = await serve(simulator, { port: 0 })
      ends.push(close)
      return { simulator, url, send: (...given) => sendPart(port, ...given) }
    })
    for (const end of ends) await end()
  },
})

async function sendPart(
  port: number,
  part: string | Uint8Array,
  headers = '',
  target = '/v2/deployments',
): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  await once(socket, 'connect')
  const length = headers.includes('Length') ? '' : `Content-Length: ${SENT.length}\r\n`
  const head = `POST ${target} HTTP/1.1\r\nHost: localhost\r\n${length}${headers}\r\n`
  socket.write(Buffer.concat([Buffer.from(head), Buffer.from(part)]))
  return socket
}

test('a request whose body is held back is listed from another connection, and answered when it is there', async ({
  open,
}) => {
  const { simulator, url, send } = await open()
  const client = connectClient(url)
  const socket = await send('{')
  const entry = await client.requests.waitFor('createDeployment', { state: 'pending', timeout: 5000 })
  expect(entry).toMatchObject({ ...PENDING, id: 1, status: null })
  expect(await client.requests.list({ state: 'pending' })).toMatchObject([{ id: 1 }])
  expect((await client.requests.get(1))?.explanation.words[0]).toBe(
    'POST /v2/deployments is createDeployment and waits for the rest of its body.',
  )
  socket.write(SENT.slice(1))
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 422 /)
  expect(simulator.requests.list()).toMatchObject([
    { id: 1, state: 'finished', status: 422, waitsFor: null, body: SENT },
  ])
  socket.destroy()
})

test('a request whose body breaks off is aborted', async ({ open }) => {
  const { simulator, send } = await open()
  const socket = await send('{')
  await simulator.requests.waitFor('createDeployment', { state: 'pending' })
  socket.destroy()
  expect(await simulator.requests.waitFor('createDeployment', { state: 'aborted' })).toMatchObject({
    id: 1,
    status: null,
    waitsFor: null,
  })
})

test('a request whose body comes with its head has one event, and any other has two', async ({ open }) => {
  const { simulator, send } = await open()
  const states: string[] = []
  simulator.events.listen((event) => {
    if (event.type === 'request') states.push(event.request.state)
  })
  // Decompressing it takes a while.
  const bytes = gzipSync(SENT)
  const whole = await send(bytes, `Content-Encoding: gzip\r\nContent-Length: ${bytes.length}\r\n`)
  await once(whole, 'data')
  expect(states.splice(0)).toEqual(['finished'])
  const part = await send('{')
  await simulator.requests.waitFor('createDeployment', { state: 'pending' })
  part.write(SENT.slice(1))
  await once(part, 'data')
  expect(states).toEqual(['pending', 'finished'])
  for (const socket of [whole, part]) socket.destroy()
})

test('a request whose body is rejected is finished with its status', async ({ open }) => {
  const { simulator, send } = await open()
  const socket = await send('{}', 'Content-Encoding: lzma\r\nContent-Length: 2\r\n')
  await once(socket, 'data')
  expect(simulator.requests.list()).toMatchObject([{ operation: 'createDeployment', state: 'finished', status: 415 }])
  socket.destroy()
})

test('a request to the control API is in no journal while its body arrives', async ({ open }) => {
  const { simulator, send } = await open()
  const control = await send('{', '', '/_simulator/faults')
  const service = await send('{')
  await simulator.requests.waitFor('createDeployment', { state: 'pending' })
  expect(simulator.requests.count()).toBe(1)
  for (const socket of [control, service]) socket.destroy()
})

test('requests whose bodies are held back are limited like all others', async ({ open }) => {
  const { simulator, send } = await open({ journalSize: 1 })
  const first = await send('{')
  await simulator.requests.waitFor('createDeployment', { state: 'pending' })
  const second = await send('{')
  await simulator.requests.waitFor('createDeployment', { state: 'pending', after: 1 })
  first.write(SENT.slice(1))
  await once(first, 'data')
  expect(simulator.requests.list()).toMatchObject([{ id: 2, state: 'pending' }])
  for (const socket of [first, second]) socket.destroy()
})

test('a request whose session was replaced before its body arrived is answered in the new one', async ({ open }) => {
  const { simulator, send } = await open()
  const first = simulator.sessions.create('alice')
  const socket = await send('{', '', '/_s/alice/v2/deployments')
  await first.requests.waitFor('createDeployment', { state: 'pending' })
  simulator.sessions.delete('alice')
  const second = simulator.sessions.create('alice')
  socket.write(SENT.slice(1))
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 422 /)
  expect(second.requests.list()).toMatchObject([{ operation: 'createDeployment', status: 422 }])
  socket.destroy()
})

test('the delay of a request counts from its arrival, so a test can move the clock as soon as it has arrived', async ({
  open,
}) => {
  const { simulator, send } = await open()
  simulator.faults.add({ operation: 'createDeployment', delay: 3000 })
  const socket = await send('{')
  await simulator.requests.waitFor('createDeployment', { state: 'pending' })
  simulator.clock.advance(3000)
  socket.write(SENT.slice(1))
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 422 /)
  socket.destroy()
})

test('a request whose body arrives in another world waits for as long as in that world', async ({ open }) => {
  const { simulator, send } = await open()
  simulator.clock.advance(60_000)
  const socket = await send('{')
  await simulator.requests.waitFor('createDeployment', { state: 'pending' })
  simulator.reset({ keepRequests: true })
  simulator.faults.add({ operation: 'createDeployment', delay: 3000 })
  socket.write(SENT.slice(1))
  const waitsFor = { what: 'clock', until: '2026-03-02T09:00:03Z' }
  await vi.waitFor(() => expect(simulator.requests.list()).toMatchObject([{ waitsFor }]))
  simulator.clock.advance(3000)
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 422 /)
  socket.destroy()
})

test('a request is in the journal of its session while its body arrives', async ({ open }) => {
  const { simulator, send } = await open()
  const session = simulator.sessions.create('own')
  const socket = await send('{', '', '/_s/own/v2/deployments')
  expect(await session.requests.waitFor('createDeployment')).toMatchObject({ ...PENDING, session: 'own' })
  expect(simulator.requests.count()).toBe(0)
  socket.write(SENT.slice(1))
  await once(socket, 'data')
  expect(session.requests.list()).toMatchObject([{ id: 1, status: 422 }])
  socket.destroy()
})

test('in an app of a user, a request is listed while its body arrives', async () => {
  const simulator = createSimulator()
  const server = createServer(express().use('/platform', createApp(simulator))).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket = await sendPart(port, '{', 'Origin: http://page.test\r\n', '/platform/v2/deployments')
  expect(await simulator.requests.waitFor('createDeployment')).toMatchObject(PENDING)
  socket.write(SENT.slice(1))
  await once(socket, 'data')
  expect(simulator.requests.list()).toMatchObject([{ state: 'finished', status: 422, body: SENT }])
  socket.destroy()
  server.close()
})

/** A body of which only the start is sent, until the rest is asked for. */
function holdBack() {
  const parts = new TransformStream<Uint8Array, Uint8Array>()
  const writer = parts.writable.getWriter()
  const write = (text: string) => void writer.write(new TextEncoder().encode(text))
  write('{')
  return {
    init: { method: 'POST', body: parts.readable, duplex: 'half' } as RequestInit,
    complete() {
      write(SENT.slice(1))
      void writer.close()
    },
  }
}

test('a fetch in the process is listed while its body arrives, and aborted when its client leaves', async () => {
  const { fetch, requests } = createSimulator()
  const whole = holdBack()
  const answer = fetch('/v2/deployments', whole.init)
  expect(await requests.waitFor('createDeployment')).toMatchObject(PENDING)
  whole.complete()
  expect((await answer).status).toBe(422)
  expect(requests.list()).toMatchObject([{ id: 1, state: 'finished', body: SENT }])
  const abort = new AbortController()
  const left = fetch('/v2/deployments', { ...holdBack().init, signal: abort.signal })
  await requests.waitFor('createDeployment', { state: 'pending' })
  abort.abort()
  await expect(left).rejects.toThrow('aborted')
  expect(requests.list({ state: 'aborted' })).toMatchObject([{ id: 2 }])
})

test('a fetch that is intercepted is listed while its body arrives', async () => {
  const simulator = setupSimulator({ baseUrl: 'http://service.test' })
  simulator.listen()
  const { init, complete } = holdBack()
  const answer = fetch('http://service.test/v2/deployments', init)
  await vi.waitFor(() => expect(simulator.requests.list()).toMatchObject([PENDING]))
  complete()
  expect((await answer).status).toBe(422)
  simulator.close()
})
