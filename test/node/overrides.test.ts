import { HttpResponse, http } from 'msw'
import { test as base, expect, test as plainTest } from 'vitest'
import { setupSimulator } from '../../src/entries/node/index.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'

const BASE = 'http://deploymock.test'
const text = async (url: string) => (await fetch(url)).text()
const test = base.extend<{ simulator: ReturnType<typeof setupSimulator> }>({
  simulator: async ({}, use) => {
    const handlers = [http.get('*/v2/deployments', () => HttpResponse.text('initial'))]
    const simulator = setupSimulator({ scenario: 'empty', handlers })
    simulator.listen()
    await use(simulator)
    simulator.close()
  },
})

test('each boundary has its own handlers, which come before all others', async ({ simulator }) => {
  const answers = await Promise.all(
    ['one', 'two'].map((name) =>
      simulator.boundary(async ({ use, requests }) => {
        use(http.get(`${BASE}/v2/deployments`, () => HttpResponse.text(name)))
        return [await text(`${BASE}/v2/deployments`), requests.list().length]
      }),
    ),
  )
  expect(answers).toEqual([
    ['one', 1],
    ['two', 1],
  ])
  expect(await text(`${BASE}/v2/deployments`)).toBe('initial')
})

test('each handler is asked once for a request', async ({ simulator }) => {
  let count = 0
  simulator.use(
    http.all('*', () => {
      count += 1
    }),
  )
  expect(await text(`${BASE}/v2/auth/providers`)).toBe('[]')
  expect(count).toBe(1)
  await simulator.fetch('/v2/auth/providers')
  expect(count).toBe(2)
})

test('a handler can be for another service', async ({ simulator }) => {
  simulator.use(
    http.post('http://billing.test/invoices', async ({ request }) => HttpResponse.text(await request.text())),
  )
  const response = await fetch('http://billing.test/invoices', { method: 'POST', body: 'paid' })
  expect(await response.text()).toBe('paid')
  expect(simulator.requests.list()).toEqual([])
})

test('a handler can be for a path that no operation has', async ({ simulator }) => {
  simulator.use(http.get('*/v2/novelties', () => HttpResponse.text('new')))
  expect(await text(`${BASE}/v2/novelties`)).toBe('new')
  expect(await (await simulator.fetch('/v2/novelties')).text()).toBe('new')
  expect(() => simulator.verify()).not.toThrow()
  await expect(simulator.fetch('/v2/novelty')).rejects.toThrow(TypeError)
  await expect(fetch(`${BASE}/v2/novelty`)).rejects.toThrow(TypeError)
  expect(() => simulator.verify()).toThrow('/v2/novelty matches no operation. Nearest: GET /v2/deployments (2 times)')
})

test('a boundary that has ended asks none', async ({ simulator }) => {
  let late = async (): Promise<unknown> => undefined
  await simulator.boundary(async ({ use, fetch: send }) => {
    use(http.all('*', () => HttpResponse.text('late')))
    late = () => send('/v2/deployments')
  })
  await expect(late()).rejects.toThrow(TypeError)
})

const ways: Record<string, () => Promise<{ simulator: Simulator; send: typeof fetch; close(): unknown }>> = {
  async 'simulator.fetch'() {
    const simulator = createSimulator()
    return { simulator, send: simulator.fetch, close: () => undefined }
  },
  async 'an intercepted fetch'() {
    const simulator = setupSimulator()
    simulator.listen()
    return { simulator, send: (path) => fetch(`${simulator.url}${path}`), close: () => simulator.close() }
  },
  async 'a server'() {
    const simulator = createSimulator()
    const { url, close } = await serve(simulator, { port: 0 })
    return { simulator, send: (path) => fetch(`${url}${path}`), close }
  },
}

plainTest.for(Object.entries(ways))('a handler can set several cookies through %s', async ([, open]) => {
  const { simulator, send, close } = await open()
  const cookies = ['a=1', 'b=2; Path=/']
  const headers = cookies.map((cookie): [string, string] => ['Set-Cookie', cookie])
  simulator.use(http.get('*/v2/deployments', () => new HttpResponse('', { headers })))
  expect((await send('/v2/deployments')).headers.getSetCookie()).toEqual(cookies)
  const listed = cookies.map((cookie) => ['set-cookie', cookie])
  expect(simulator.requests.get(1)?.response.headers).toEqual(expect.arrayContaining(listed))
  const { log } = await simulator.requests.toHar({ secrets: 'keep' })
  expect(log.entries[0]?.response.headers.filter(({ name }) => name === 'set-cookie')).toHaveLength(2)
  await close()
})
