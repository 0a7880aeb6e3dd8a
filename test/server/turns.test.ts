import { once } from 'node:events'
import { type IncomingMessage, IncomingMessage as Request } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { createHostedApp } from '../../src/server/app.ts'
import { createRequestTurns, type TakeTurn } from '../../src/server/connections/turns.ts'

/** Creates turns whose clock moves only by the work of requests. */
function openTurns() {
  let now = 0
  const order: string[] = []
  const { take, noteConnection } = createRequestTurns(
    () => now,
    () => now,
  )
  const send = (url: string, milliseconds = 0, andThen = () => {}): IncomingMessage => {
    const request = Object.assign(new Request(new Socket()), { method: 'GET', url })
    void take(request, () => {
      now += milliseconds
      order.push(url)
      andThen()
    })
    return request
  }
  return { order, send, noteConnection }
}

const ids = (count: number) => Array.from({ length: count }, (_, index) => `/long/${index}`)

test('requests are answered at once as long as they have not kept the event loop busy', () => {
  const { order, send } = openTurns()
  for (const id of ids(40)) send(id, 0.2)
  expect(order).toEqual(ids(40))
})

test('one request in a turn of the event loop is answered after much work', async () => {
  const { order, send } = openTurns()
  for (const id of ids(5)) send(id, 11)
  const counts = [order.length]
  while (order.length < 5) {
    const before = order.length
    await setImmediate()
    counts.push(order.length - before)
  }
  expect(Math.max(...counts)).toBe(1)
})

test('a request that comes last is answered before hundreds of others that wait', async () => {
  const { order, send, noteConnection } = openTurns()
  for (const id of ids(300)) send(id, 11)
  await setImmediate()
  noteConnection()
  send('/providers')
  while (!order.includes('/providers')) await setImmediate()
  expect(order.length).toBeLessThan(5)
})

test('requests that have turned out to take long wait for shorter ones, also if they came first', async () => {
  const { order, send } = openTurns()
  const answerAll = async (count: number) => {
    while (order.length < count) await setImmediate()
  }
  send('/first', 11)
  for (const id of ids(4)) send(`/short${id}`, 1)
  await answerAll(5)
  for (const id of ids(50)) send(`/entrance${id}`, 0.1, () => send(id, 60))
  for (const id of ids(50)) send(id, 60)
  send('/short/long/9', 1)
  await answerAll(156)
  const before = order.slice(0, order.indexOf('/short/long/9')).filter((url) => url.startsWith('/long'))
  expect(before.length).toBeLessThan(10)
})

test('each kind of requests has its turn, however many of another kind wait', async () => {
  const { order, send } = openTurns()
  send('/first', 11)
  for (const id of ids(300)) send(id, 0.1)
  send('/providers')
  for (const id of ids(300)) send(id, 0.1)
  while (!order.includes('/providers')) await setImmediate()
  expect(order.length).toBeLessThan(5)
})

test('all requests that wait are answered', async () => {
  const { order, send } = openTurns()
  for (const id of ids(30)) send(id, 11)
  for (let turn = 0; turn < 1000 && order.length < 30; turn += 1) await setImmediate()
  expect(order.toSorted()).toEqual(ids(30).toSorted())
})

test.each([
  { what: 'a request that reads', method: 'GET', complete: true, isAnswered: false },
  { what: 'a change that has not arrived whole', method: 'POST', complete: false, isAnswered: false },
  { what: 'a change that has arrived whole', method: 'POST', complete: true, isAnswered: true },
])('$what and waits when its client leaves: answered $isAnswered', async ({ method, complete, isAnswered }) => {
  const { order, send } = openTurns()
  send('/first', 11)
  Object.assign(send('/left'), { method, complete }).socket.destroy()
  send('/last')
  while (!order.includes('/last')) await setImmediate()
  for (let turn = 0; turn < 10; turn += 1) await setImmediate()
  expect(order.includes('/left')).toBe(isAnswered)
})

const encoded = { 'content-encoding': 'unknown' }
const every: { what: string; path?: string; init?: RequestInit; status: number }[] = [
  { what: 'a search', path: '/v2/deployments?name_contains=a', status: 200 },
  { what: 'a body', init: { method: 'POST', body: '{}' }, status: 422 },
  { what: 'a body that is refused', init: { method: 'POST', body: '{}', headers: encoded }, status: 415 },
  { what: 'a deletion', init: { method: 'DELETE' }, status: 405 },
  { what: 'a call of the control API', path: '/_simulator/reset', init: { method: 'POST' }, status: 200 },
  { what: 'a request of a page', init: { headers: { origin: 'http://a.test' } }, status: 200 },
]

test.each(every)('$what has its turn', async ({ path = '/v2/deployments', init = {}, status }) => {
  const held: (() => void)[] = []
  const take: TakeTurn = (_, answer) => new Promise((resolve) => held.push(() => resolve(Promise.resolve(answer()))))
  const simulator = createSimulator({ assumptions: { authentication: 'none' } })
  const app = createHostedApp(simulator, {}, { turns: { take, noteConnection: () => undefined } })
  const server = app.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const asked = fetch(`http://127.0.0.1:${port}${path}`, init)
  await expect.poll(() => held.length).toBe(1)
  let isOver = false
  void asked.finally(() => (isOver = true))
  while (!isOver) {
    held.shift()?.()
    await setImmediate()
  }
  expect((await asked).status).toBe(status)
})
