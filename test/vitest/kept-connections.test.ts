import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect } from 'vitest'
import { test as base } from '../../src/entries/vitest/index.ts'

// A stand-in for the real service, which only requests may reach that come before a test has its URL.
const reached: (string | undefined)[] = []
const service = createServer((request, response) => {
  reached.push(request.url)
  response.end('{"resources":["real"]}')
}).listen(0, '127.0.0.1')
await once(service, 'listening')
const BASE = `http://127.0.0.1:${(service.address() as AddressInfo).port}`

const list = (): Promise<unknown> =>
  fetch(`${BASE}/v2/deployments`).then(
    async (response) => ((await response.json()) as { resources: unknown }).resources,
    (error: Error) => String(error.cause ?? error),
  )

await Promise.all([1, 2, 3, 4].map((index) => fetch(`${BASE}/before/${index}`).then((response) => response.text())))
const test = base.extend('simulatorOptions', { baseUrl: BASE, scenario: 'empty' })
const { error } = console
const seen: unknown[] = []

beforeAll(async () => {
  console.error = () => undefined
  seen.push(await list(), await list())
  console.error = error
})

afterAll(() => {
  service.closeAllConnections()
  service.close()
})

test('no request reaches the service that was asked before the first test was defined', async () => {
  const received = [...seen, await list(), await list(), await list()]
  expect(received.at(-1)).toEqual([])
  for (const each of received) {
    if (typeof each === 'string') expect(each).toContain('Failed to answer GET')
    else expect(each).toEqual([])
  }
  expect(reached.filter((path) => !path?.startsWith('/before'))).toEqual([])
})
