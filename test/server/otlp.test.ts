import { expect, vi } from 'vitest'
import { parseMetrics } from '../support/parse-metrics.ts'
import { test } from './support/collector.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

test('a span for each request is sent before the server ends', async ({ collector, start }) => {
  const server = await start()
  const before = Date.now()
  await fetch(`${server.url}/_s/alice/v2/deployments?limit=x`, {
    headers: { traceparent: `00-${TRACE}-${PARENT}-01` },
  })
  await fetch(`${server.url}/unknown`)
  await server.close()
  const [first, second] = collector.spans
  expect(collector.requests).toMatchObject([
    { path: '/v1/traces', headers: { 'content-type': 'application/json', 'x-key': 'secret' } },
  ])
  expect(first).toMatchObject({
    traceId: TRACE,
    parentSpanId: PARENT,
    spanId: expect.stringMatching(/^[\da-f]{16}$/),
    name: 'GET /v2/deployments',
    kind: 2,
    status: {},
  })
  expect(Object.fromEntries(first?.attributes.map(({ key, value }) => [key, value]) ?? [])).toMatchObject({
    'http.request.method': { stringValue: 'GET' },
    'http.route': { stringValue: '/v2/deployments' },
    'url.path': { stringValue: '/v2/deployments' },
    'http.response.status_code': { intValue: '422' },
    'deploymock.operation': { stringValue: 'listDeployments' },
    'deploymock.session': { stringValue: 'alice' },
    'deploymock.faults': { arrayValue: { values: [] } },
    'deploymock.assumptions': {
      arrayValue: { values: expect.arrayContaining([{ stringValue: 'authentication=none' }]) },
    },
  })
  expect(Number(first?.startTimeUnixNano) / 1e6).toBeGreaterThanOrEqual(before - 1)
  expect(Number(first?.endTimeUnixNano)).toBeGreaterThanOrEqual(Number(first?.startTimeUnixNano))
  expect(second).toMatchObject({ traceId: expect.stringMatching(/^[\da-f]{32}$/), name: 'GET', status: {} })
  expect(second).not.toHaveProperty('parentSpanId')
})

test('a trace that the client does not record has no span', async ({ collector, start }) => {
  const server = await start()
  await fetch(`${server.url}/v2/deployments`, { headers: { traceparent: `00-${TRACE}-${PARENT}-00` } })
  await server.close()
  expect(collector.spans).toEqual([])
})

test('a request that a fault fails has a span with an error and the fault', async ({ collector, start }) => {
  const server = await start()
  server.simulator.faults.add({ id: 'down', status: 503 })
  await fetch(`${server.url}/v2/deployments`)
  await server.close()
  expect(collector.spans[0]).toMatchObject({ status: { code: 2 } })
  const faults = collector.spans[0]?.attributes.find(({ key }) => key === 'deploymock.faults')
  expect(faults?.value).toEqual({ arrayValue: { values: [{ stringValue: 'down' }] } })
})

test.for([
  [404, {}, 'it responded with 404'],
  [302, { location: 'http://127.0.0.1:1/elsewhere' }, 'it responded with 302'],
] as const)(
  'spans that a collector refuses with %i are dropped, with one message',
  async ([status, headers, reason], { collector, start }) => {
    const errors = vi.spyOn(console, 'error').mockReturnValue()
    collector.respond(status, headers)
    const server = await start({ otlp: { url: `${collector.url}/v1/traces` } })
    await fetch(`${server.url}/v2/deployments`)
    await server.close()
    expect(errors.mock.calls).toEqual([
      [`Failed to send spans to ${collector.url}/v1/traces: ${reason}. Requests are answered all the same.`],
    ])
    errors.mockClear()
  },
)

test('a collector that is not there does not keep the server from answering and ending', async ({ start }) => {
  const errors = vi.spyOn(console, 'error').mockReturnValue()
  const server = await start({ otlp: { url: 'http://127.0.0.1:1' } })
  expect((await fetch(`${server.url}/v2/deployments`)).status).toBe(200)
  await server.close()
  expect(errors).toHaveBeenCalledTimes(1)
  errors.mockClear()
})

test('metrics say how many spans were sent and dropped', async ({ start }) => {
  const server = await start()
  const metrics = parseMetrics(await (await fetch(`${server.url}/_simulator/metrics`)).text())
  expect(metrics.get('deploymock_spans_total{result="sent"}')).toBe(0)
  expect(metrics.get('deploymock_spans_total{result="dropped"}')).toBe(0)
  await server.close()
})

test.for([
  [{ url: 'collector' }, /^Failed to send spans to "collector": it is not the URL of a collector\./],
  [{ url: 'http://user:pass@localhost:4318' }, /with credentials in headers\.$/],
  [
    { url: 'http://localhost:4318', headers: { 'x key': 'secret' } },
    /^Failed to send spans: the headers "x key" cannot be sent\./,
  ],
  [{ url: 'http://localhost:4318', key: 'secret' }, /"key" is not an option/],
] as const)('%j is refused before the server starts', async ([otlp, expected], { start }) => {
  await expect(start({ otlp })).rejects.toThrow(expected)
})

test('a span names only some of many faults, and not all of a long name', async ({ collector, start }) => {
  const server = await start()
  for (let index = 0; index < 300; index += 1) {
    server.simulator.faults.add({ id: `${index}${'x'.repeat(60_000)}`, delay: 0 })
  }
  await fetch(`${server.url}/v2/deployments`)
  await server.close()
  expect(JSON.stringify(collector.spans[0]).length).toBeLessThan(10_000)
})
