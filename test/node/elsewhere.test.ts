import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bypass, HttpResponse, http, passthrough } from 'msw'
import { expect, test } from 'vitest'
import { setupSimulator } from '../../src/entries/node/index.ts'

const elsewhere: [url: string, status: number | undefined][] = [
  ['data:text/plain,hi', 200],
  [URL.createObjectURL(new Blob(['hi'])), 200],
  ['about:blank', undefined],
  ['file:///nowhere', undefined],
  ['chrome-extension://abc/', undefined],
]

test.for(elsewhere)('%s is on no host that otherHosts could refuse', async ([url, status]) => {
  const simulator = setupSimulator({ otherHosts: 'error' })
  simulator.listen()
  const response = await fetch(url).catch(() => undefined)
  expect(response?.status).toBe(status)
  // The others are unknown to fetch itself.
  if (status !== undefined) expect(await response?.text()).toBe('hi')
  expect(() => simulator.close()).not.toThrow()
})

test.for(['use', 'handlers'] as const)('passthrough() lets a request to another host pass, in %s', async (where) => {
  const { url, close } = await listenAsOther()
  const asked: string[] = []
  const handlers = [
    http.get(`${url}/*`, () => passthrough()),
    http.get(`${url}/*`, () => {
      asked.push('a later one')
    }),
  ]
  const simulator = setupSimulator({ otherHosts: 'error', ...(where === 'handlers' ? { handlers } : {}) })
  if (where === 'use') simulator.use(...handlers)
  simulator.listen()
  expect(await (await fetch(`${url}/v2/deployments`)).text()).toBe('real')
  expect(asked).toEqual([])
  expect(() => simulator.close()).not.toThrow()
  close()
})

test('passthrough() in use leaves a request to the simulator, and asks no handler', async () => {
  const simulator = setupSimulator({ handlers: [http.get('*', () => HttpResponse.text('of a handler'))] })
  simulator.listen()
  simulator.use(http.get('/v2/deployments', () => passthrough(), { once: true }))
  const url = `${simulator.url}/v2/deployments`
  expect(await (await fetch(url)).json()).toHaveProperty('resources')
  expect(await (await fetch(url)).text()).toBe('of a handler')
  simulator.close()
})

test('bypass() in a handler sends the request to the real service', async () => {
  const { url, close } = await listenAsOther()
  const simulator = setupSimulator({ otherHosts: 'error' })
  simulator.listen()
  simulator.use(
    http.get(`${url}/*`, async ({ request }) => HttpResponse.text(await (await fetch(bypass(request))).text())),
  )
  expect(await (await fetch(`${url}/anything`)).text()).toBe('real')
  expect(() => simulator.close()).not.toThrow()
  close()
})

async function listenAsOther(): Promise<{ url: string; close(): void }> {
  const server = createServer((_, response) => void response.end('real')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() }
}
