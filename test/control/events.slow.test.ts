import { connect } from 'node:net'
import { expect, onTestFinished, vi } from 'vitest'
import { connect as connectTo, type RemoteSimulator } from '../../src/entries/client/index.ts'
import { createSimulator } from '../../src/index.ts'
import { test } from '../support/control-test.ts'

type Event = Parameters<Parameters<RemoteSimulator['events']>[0]>[0]

/** Listens to events, and waits for a number of them. */
async function hear(remote: RemoteSimulator) {
  const heard: Event[] = []
  const stop = await remote.events((event) => heard.push(event))
  return { heard, stop, until: (count: number) => vi.waitFor(() => expect(heard).toHaveLength(count)) }
}

test('events report requests, changes, starts and sessions as they happen', async ({ start }) => {
  const { remote } = await start()
  const { heard, until, stop } = await hear(remote)
  await fetch(`${remote.url}/v2/deployments?limit=1`)
  const { id } = await remote.db.deployments.create()
  await remote.reset()
  await remote.sessions.create({ name: 'alice' })
  await until(4)
  expect(heard).toMatchObject([
    { type: 'request', session: 'default', request: { id: 1, operation: 'listDeployments', status: 200 } },
    { type: 'change', session: 'default', kind: 'deployments', added: id },
    { type: 'start', session: 'default', scenario: 'default', why: 'reset' },
    { type: 'session', session: 'alice', what: 'created' },
  ])
  await stop()
})

test('events report changes of faults, stored snapshots and the journal', async ({ start }) => {
  const { remote } = await start()
  const { heard, until, stop } = await hear(remote)
  await remote.faults.add({ id: 'once', operation: 'listDeployments', status: 503, times: 1 })
  await fetch(`${remote.url}/v2/deployments`)
  await remote.faults.add({ id: 'down', status: 503 })
  await remote.faults.remove('down')
  await remote.faults.remove('down')
  await remote.faults.clear()
  await remote.snapshots.take('before')
  const snapshot = await remote.snapshots.get('before')
  if (snapshot !== undefined) await remote.snapshots.put('copy', snapshot)
  await remote.snapshots.delete('copy')
  await remote.requests.clear()
  await until(11)
  expect(
    heard.map((event) => (event.type === 'request' ? { type: event.type, state: event.request.state } : event)),
  ).toEqual([
    { type: 'fault', session: 'default', what: 'added', id: 'once' },
    { type: 'fault', session: 'default', what: 'used-up', id: 'once' },
    { type: 'request', state: 'pending' },
    { type: 'request', state: 'finished' },
    { type: 'fault', session: 'default', what: 'added', id: 'down' },
    { type: 'fault', session: 'default', what: 'removed', id: 'down' },
    { type: 'fault', session: 'default', what: 'cleared' },
    { type: 'snapshot', session: 'default', what: 'taken', name: 'before' },
    { type: 'snapshot', session: 'default', what: 'stored', name: 'copy' },
    { type: 'snapshot', session: 'default', what: 'deleted', name: 'copy' },
    { type: 'journal', session: 'default', what: 'cleared' },
  ])
  await stop()
})

test('a session reports only its own events, and the simulator those of all sessions', async ({ start }) => {
  const { remote } = await start()
  await remote.sessions.create({ name: 'alice' })
  const [all, own] = [await hear(remote), await hear(remote.session('alice'))]
  await remote.session('bob').db.deployments.create()
  await remote.session('alice').db.deployments.create()
  await Promise.all([own.until(1), all.until(3)])
  expect(own.heard).toMatchObject([{ type: 'change', session: 'alice' }])
  expect(all.heard.map(({ type, session }) => [type, session])).toEqual([
    ['session', 'bob'],
    ['change', 'bob'],
    ['change', 'alice'],
  ])
  await Promise.all([all.stop(), own.stop()])
})

test('events are sent as a stream that any EventSource can read', async ({ start }) => {
  const { server, remote } = await start()
  const abort = new AbortController()
  const response = await fetch(`${server.url}/_simulator/events`, { signal: abort.signal })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  await remote.reset()
  const { value } = (await response.body?.getReader().read()) ?? {}
  const data = '{"type":"start","session":"default","scenario":"default","why":"reset"}'
  expect(new TextDecoder().decode(value)).toBe(`event: start\ndata: ${data}\n\n`)
  abort.abort()
})

test.for(['/events', '/events?frame=250'])(
  'a proxy that ends idle connections keeps %s, because comments are sent while nothing happens',
  async (path, { start }) => {
    const { remote } = await start()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { body } = await fetch(`${remote.url}/_simulator${path}`)
    const reader = (body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream()).getReader()
    vi.advanceTimersByTime(30_000)
    let text = ''
    const listComments = () => text.split('\n\n').filter((block) => block.startsWith(':'))
    while (listComments().length < 2) text += (await reader.read()).value
    await reader.cancel()
    expect(text.endsWith('\n\n')).toBe(true)
  },
)

test('the listener is removed when the client disconnects', async ({ start }) => {
  const { simulator, remote } = await start()
  const { listen } = simulator.events
  const end = vi.fn()
  vi.spyOn(simulator.events, 'listen').mockImplementation((listener) => {
    end.mockImplementation(listen(listener))
    return end
  })
  const { stop } = await hear(remote)
  expect(end).not.toHaveBeenCalled()
  await stop()
  await vi.waitFor(() => expect(end).toHaveBeenCalledOnce())
})

test('a server closes while a client listens, without an error in the listener', async ({ start }) => {
  const { server, remote } = await start()
  const { stop, heard } = await hear(remote)
  await server.close()
  await stop()
  expect(heard).toEqual([])
})

/** Listens with a socket, and reads nothing until it is resumed. */
async function listenWithoutReading({ port }: { port: number }) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  const text: string[] = []
  socket.on('data', (bytes) => text.push(bytes.toString('latin1')))
  socket.pause()
  socket.write('GET /_simulator/events HTTP/1.1\r\nHost: localhost\r\n\r\n')
  return { socket, until: (pattern: RegExp) => vi.waitFor(() => expect(text.join('')).toMatch(pattern)), text }
}

const countEvents = (text: readonly string[], type: string) => text.join('').split(`event: ${type}\n`).length - 1
const sumMissed = (text: readonly string[]) =>
  [...text.join('').matchAll(/"type":"missed","session":"default","count":(\d+)/g)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  )

test('a client that reads nothing has at most 1 MB of waiting events, and is told how many it missed', async ({
  start,
}) => {
  const { server, simulator } = await start({ simulator: { journalSize: 0 } })
  const listen = vi.spyOn(simulator.events, 'listen')
  const { socket, until, text } = await listenWithoutReading(server)
  await vi.waitFor(() => expect(listen).toHaveBeenCalled())
  const body = 'x'.repeat(60_000)
  for (let count = 0; count < 300; count += 1) await simulator.fetch('/v2/deployments', { method: 'POST', body })

  socket.resume()
  await until(/"id":300,/)
  expect(countEvents(text, 'request') + sumMissed(text)).toBe(300)
  expect(sumMissed(text)).toBeGreaterThan(0)
  socket.destroy()
})

test('when the process has hardly memory left, no event waits for a reader that is slow, which is told so', async () => {
  const simulator = createSimulator({ journalSize: 0 })
  const { body } = await simulator.fetch('/_simulator/events')
  const reader = body?.getReader()
  const ask = () => simulator.fetch(`/v2/${'x'.repeat(1000)}`)
  for (let count = 0; count < 10; count += 1) await ask()
  simulator.service.watchMemory(() => ({ share: 0.75, collections: 1 }))
  for (let count = 0; count < 10; count += 1) await ask()
  const text: string[] = []
  while (!text.at(-1)?.includes('"id":20,')) text.push(new TextDecoder().decode((await reader?.read())?.value))
  expect(countEvents(text, 'request') + sumMissed(text)).toBe(20)
  expect(sumMissed(text)).toBeGreaterThan(15)
  await reader?.cancel()
})

test('in process, events wait for a slow reader, which is told how many it missed', async () => {
  const simulator = createSimulator({ journalSize: 0 })
  const { body } = await simulator.fetch('/_simulator/events')
  const reader = body?.getReader()
  const post = (length: number) => simulator.fetch('/v2/deployments', { method: 'POST', body: 'x'.repeat(length) })
  for (let count = 0; count < 100; count += 1) await post(60_000)

  const text: string[] = []
  while (!text.at(-1)?.includes('"id":100,')) text.push(new TextDecoder().decode((await reader?.read())?.value))
  expect(countEvents(text, 'request') + sumMissed(text)).toBe(100)
  // One event takes the place of the missed ones.
  expect(countEvents(text, 'missed')).toBe(1)
  expect(text[1]).toMatch(/^event: missed/)
  await post(1)
  expect(new TextDecoder().decode((await reader?.read())?.value)).toMatch(/"id":101,/)
  await reader?.cancel()
})

test('in process, the same client receives events', async () => {
  const simulator = createSimulator()
  const remote = connectTo('http://in-process.test', { fetch: simulator.fetch })
  const { heard, until, stop } = await hear(remote)
  simulator.db.deployments.create()
  await until(1)
  await stop()
  simulator.db.deployments.create()
  expect(heard).toHaveLength(1)
})

test('HEAD requests a stream without opening it', async ({ start }) => {
  const { server } = await start()
  const response = await fetch(`${server.url}/_simulator/events`, { method: 'HEAD' })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
})
