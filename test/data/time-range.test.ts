import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  FIRST_MICROSECOND,
  formatMicroseconds,
  LAST_MICROSECOND,
  parseMicroseconds,
  timestampSchema,
} from '../../src/engine/input/schemas/timestamp.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { fetchJson, type Page, postDeployment } from '../support/client.ts'
import { runs } from '../support/scope.ts'

const FIRST = '0001-01-01T00:00:00Z'
const LAST = '9999-12-31T23:59:59.999999Z'
const RANGE = `from ${FIRST} to ${LAST}`
const FAR = [FIRST, '0004-01-01T00:00:00Z', '1684-01-01T00:00:00.000001Z', '2400-01-01T00:00:00.000001Z', LAST]

const instants = fc.oneof(
  fc.bigInt(FIRST_MICROSECOND, LAST_MICROSECOND),
  fc.constantFrom(...FAR).map(parseMicroseconds),
)

async function create(simulator: Simulator): Promise<number> {
  const response = await postDeployment(simulator)
  return response.status
}

const list = (simulator: Simulator) => fetchJson<Page>(simulator, '/v2/deployments?limit=100')

test('a date-time is the same after it was written and parsed', () => {
  fc.assert(
    fc.property(instants, (instant) => {
      const text = formatMicroseconds(instant)
      expect([parseMicroseconds(text), timestampSchema.parse(text)]).toEqual([instant, text])
    }),
  )
})

test('a date-time becomes the nearest end if it is outside the range', () => {
  expect([FIRST_MICROSECOND - 1n, LAST_MICROSECOND + 1n].map(formatMicroseconds)).toEqual([FIRST, LAST])
})

test.for([
  '0000-12-31T23:59:59Z',
  '0001-01-01T00:00:00+00:01',
  '9999-12-31T23:59:59-00:01',
  '+010000-01-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
])('a date-time %s is rejected everywhere, and the error contains the range', (text) => {
  const simulator = createSimulator({ scenario: 'empty' })
  const message = expect.objectContaining({ message: expect.stringContaining(RANGE) })
  expect(() => simulator.db.deployments.create({ created_at: text })).toThrow(message)
  expect(() => simulator.clock.set(text)).toThrow(message)
  expect(() => createSimulator({ now: text })).toThrow(message)
})

test.for([
  ['0001-01-01T01:00:00+01:00', FIRST],
  ['9999-12-31T22:59:59.9999999-01:00', LAST],
] as const)('a date-time %s is %s', ([text, kept]) => {
  expect(timestampSchema.parse(text)).toBe(kept)
})

test.for(FAR)('a world at the end of time accepts creations at %s', async (now) => {
  const simulator = createSimulator({ now })
  expect([await create(simulator), await create(simulator)]).toEqual([201, 201])
  expect((await list(simulator)).resources).toHaveLength(62)
  expect(parseMicroseconds(simulator.clock.now())).toBeGreaterThanOrEqual(parseMicroseconds(now))
})

test('a world at the end of time has no record before the first date-time', async () => {
  const { db } = createSimulator({ now: FIRST })
  const times = [...db.deployments.list(), ...db.providers.list()].flatMap((each) => [each.created_at, each.updated_at])
  expect(new Set(times)).toEqual(new Set([FIRST]))
})

test('a world at the end of time stops at the last date-time, and no request waits beyond it', async () => {
  const { clock, faults, fetch } = createSimulator({ now: LAST, clock: 'running' })
  faults.add({ delay: 60_000 })
  expect((await fetch('/v2/auth/providers')).status).toBe(200)
  expect(clock.now()).toBe(LAST)
})

test('a world at the end of time stays in the range when its clock is moved', () => {
  const { clock } = createSimulator({ now: LAST })
  expect(() => clock.advance(0.001)).toThrow(
    `Failed to move the clock: it would go past the year 9999. Date-times range ${RANGE}. Move it less far.`,
  )
  expect(() => clock.advance(Number.MAX_VALUE)).toThrow(RANGE)
  expect(clock.now()).toBe(LAST)
})

test('a world at the end of time stays in the range when its clock is set and then moved over HTTP', async () => {
  const simulator = createSimulator()
  const response = await simulator.fetch('/_simulator/clock', {
    method: 'PATCH',
    body: JSON.stringify({ set: LAST, advance: 1 }),
  })
  expect([response.status, await response.text()]).toEqual([422, expect.stringContaining(RANGE)])
  expect(simulator.clock.now()).toBe('2026-03-02T09:00:00Z')
})

test('a state at any time is the same after an export and an import, and after a snapshot and a restore', async () => {
  await fc.assert(
    fc.asyncProperty(instants, fc.array(instants, { maxLength: 3 }), async (start, moves) => {
      const simulator = createSimulator({ deployments: 5, now: formatMicroseconds(start) })
      for (const move of moves) {
        simulator.clock.set(formatMicroseconds(move))
        await create(simulator)
      }
      const exported = await (await simulator.fetch('/_simulator/scenario')).text()
      const imported = createSimulator({ scenario: JSON.parse(exported) })
      const restored = createSimulator({ scenario: 'empty' })
      restored.restore(JSON.parse(JSON.stringify(simulator.snapshot())))
      for (const copy of [imported, restored]) {
        expect([copy.clock.now(), await list(copy)]).toEqual([simulator.clock.now(), await list(simulator)])
        expect(copy.snapshot().current.changes).toEqual(simulator.snapshot().current.changes)
      }
    }),
    { numRuns: runs(30) },
  )
})

test('a state at any time distinguishes deployments that are a microsecond apart, however far the clock was moved', () => {
  const { clock, db } = createSimulator({ scenario: 'empty' })
  clock.set('9000-01-01T00:00:00.000001Z')
  const times = Array.from({ length: 3 }, () => db.deployments.create().created_at.slice(-7))
  expect(times).toEqual(['000001Z', '000002Z', '000003Z'])
})

test('a state at any time is rejected outside the range, with its path', () => {
  const changes = { elapsed: 1 }
  const scenario = { name: 'x', description: 'x', providers: 0, integrations: [], deployments: 0, now: LAST, changes }
  const message = `"changes.elapsed" is 1. It must lead to a date-time ${RANGE}`
  expect(() => createSimulator({ scenario })).toThrow(
    expect.objectContaining({
      message: `Failed to build the world: ${message}.`,
      issues: [{ path: 'changes.elapsed', message }],
    }),
  )
})
