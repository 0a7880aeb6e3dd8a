import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

test.for([
  [`00-${TRACE}-${SPAN}-01`, TRACE],
  [`00-${TRACE}-${SPAN}-00`, TRACE],
  [` 00-${TRACE}-${SPAN}-01 `, TRACE],
  [`cc-${TRACE}-${SPAN}-01`, TRACE],
  [`cc-${TRACE}-${SPAN}-01-what-the-future-will-be`, TRACE],
  [`00-${TRACE}-${SPAN}-01-more`, null],
  [`cc-${TRACE}-${SPAN}-01.more`, null],
  [`ff-${TRACE}-${SPAN}-01`, null],
  [`00-${'0'.repeat(32)}-${SPAN}-01`, null],
  [`00-${TRACE}-${'0'.repeat(16)}-01`, null],
  [`00-${TRACE.toUpperCase()}-${SPAN}-01`, null],
  [`00-${TRACE}-${SPAN}-1`, null],
  [`00-${TRACE}x-${SPAN}-01`, null],
  [`00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`, null],
  ['', null],
  ['x'.repeat(10_000), null],
] as const)('the request log has the trace id of %j: %j', async ([traceparent, traceId]) => {
  const simulator = createSimulator({ scenario: 'empty' })
  await simulator.fetch('/v2/deployments', { headers: { traceparent } })
  expect(simulator.requests.list().map((request) => request.traceId)).toEqual([traceId])
})

test('a request without a trace has no trace id', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  await simulator.fetch('/v2/deployments')
  expect(simulator.requests.get(1)?.traceId).toBe(null)
})
