// Durations as text: the parser, and every place that takes one.

import * as fc from 'fast-check'
import { expect } from 'vitest'
import * as z from 'zod'
import { parseDuration } from '../../src/engine/input/options/written-duration.ts'
import { writtenDuration } from '../../src/engine/input/schemas/duration-schema.ts'
import { buildFormSchema } from '../../src/engine/input/schemas/form-schema.ts'
import { readTimeout } from '../../src/engine/journal/wait-for-request.ts'
import { readSettings } from '../../src/engine/simulator/simulator-options.ts'
import { connect } from '../../src/entries/client/index.ts'
import { readScenarioFile } from '../../src/entries/files/index.ts'
import { buildScenarioJsonSchema } from '../../src/entries/files/json-schema.ts'
import { createSimulator, defineScenario, type FaultInput, type WrittenDuration } from '../../src/index.ts'
import { parseSpan } from '../../src/programs/cli/options/options.ts'
import { serve } from '../../src/server/index.ts'
import { service } from '../../src/service/service.ts'
import { connectAgent } from '../mcp/support/mcp-test.ts'
import { type Folder, test } from '../support/folder.ts'

test.for<[string, number]>([
  ['30s', 30_000],
  ['5m', 300_000],
  ['5min', 300_000],
  ['1h 30m', 5_400_000],
  ['1h30m', 5_400_000],
  ['1.5s', 1500],
  ['1.005s', 1005],
  ['250 ms', 250],
  ['0s', 0],
  ['0.001ms', 0.001],
  ['2d 3h 4m 5s 6ms', 183_845_006],
])('%s are %s milliseconds', ([text, milliseconds]) => {
  expect(parseDuration(text)).toBe(milliseconds)
})

const UNITS = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 }

test('a duration is the sum of its parts, however they are joined', () => {
  const parts = fc.tuple(
    fc.subarray(Object.keys(UNITS) as (keyof typeof UNITS)[], { minLength: 1 }),
    fc.infiniteStream(fc.nat(9999)),
  )
  fc.assert(
    fc.property(parts, fc.constantFrom(' ', ''), fc.constantFrom(' ', ''), ([units, counts], between, inside) => {
      const counted = units.map((unit) => ({ unit, count: Number(counts.next().value) }))
      const text = counted.map(({ unit, count }) => `${count}${inside}${unit}`).join(between)
      expect(parseDuration(text)).toBe(counted.reduce((sum, { unit, count }) => sum + count * UNITS[unit], 0))
    }),
  )
})

test('any other text is no duration', () => {
  fc.assert(
    fc.property(fc.string(), (text) => parseDuration(/\d ?(?:d|h|m|s)/.test(text) ? `-${text}` : text) === undefined),
  )
})

const WRONG = [
  '1e9h',
  '-5s',
  '5 weeks',
  '30m 1h',
  '5m 5m',
  ' 5s',
  '5s ',
  '.5s',
  '5S',
  '١s',
  'Infinity',
  '',
  `${'9'.repeat(10_000)}s`,
]

test('the units have an order, and a duration has neither a sign nor an exponent', () => {
  expect(WRONG.map(parseDuration)).toEqual(WRONG.map(() => undefined))
})

const START = Date.parse('2026-03-02T09:00:00Z')
const since = (now: string) => Date.parse(now) - START
const entry = { resource: 'deployments', id: 'x', when: {}, set: {} } as const
const dueOf = (changes: object | undefined): number =>
  Number((changes as { timeline: readonly { due: number }[] }).timeline[0]?.due) / 1000
const define = (fields: object) => defineScenario({ name: 'mine', deployments: 1, ...fields })
const settingsOf = (fault: unknown) =>
  createSimulator().faults.add(fault as FaultInput).effect as unknown as Record<string, unknown>

interface Place {
  /** Returns the milliseconds that the place reads. */
  read(written: WrittenDuration, folder: Folder): unknown
  /** How a number there is a minute. */
  readonly minute: number
}

const milliseconds = 60_000
const seconds = 60

/** Reads a delay from a scenario file. */
async function readLatency(file: string, text: string, folder: Folder) {
  return (await readScenarioFile(await folder.write(file, text))).latency
}

const PLACES: Readonly<Record<string, Place>> = {
  'clock.advance': {
    minute: milliseconds,
    read(written) {
      const { clock } = createSimulator()
      clock.advance(written)
      return since(clock.now())
    },
  },
  'clock.advance over HTTP': {
    minute: milliseconds,
    async read(written) {
      const { clock } = connect('http://mock.test', { fetch: createSimulator().fetch })
      return since((await clock.advance(written)).now)
    },
  },
  'clock.set and advance at once': {
    minute: milliseconds,
    async read(advance) {
      const { fetch } = createSimulator()
      const body = JSON.stringify({ set: '2026-03-02T09:00:00Z', advance })
      const headers = { 'content-type': 'application/json' }
      const response = await fetch('/_simulator/clock', { method: 'PATCH', headers, body })
      if (response.status === 422) throw new Error((await response.json()).error.message)
      return since((await response.json()).now)
    },
  },
  'the tool clock': {
    minute: seconds,
    async read(written) {
      const simulator = createSimulator()
      const { call, session } = await connectAgent(simulator)
      const { isError, text } = await call('clock', { action: 'advance', seconds: written })
      if (isError) throw new Error(text)
      return since((await session.clock.read()).now)
    },
  },
  delay: { minute: milliseconds, read: (delay) => settingsOf({ delay }).milliseconds },
  'the least delay': {
    minute: milliseconds,
    read: (min) => (settingsOf({ delay: { min, max: '1h' } }).milliseconds as { min: number }).min,
  },
  'the greatest delay': {
    minute: milliseconds,
    read: (max) =>
      (settingsOf({ effect: { kind: 'delay', milliseconds: { min: 0, max } } }).milliseconds as { max: number }).max,
  },
  'the median of a delay': {
    minute: milliseconds,
    read: (median) => (settingsOf({ delay: { median } }).milliseconds as { median: number }).median,
  },
  'the window of a rate limit': {
    minute: milliseconds,
    read: (window) => settingsOf({ effect: { kind: 'rate-limit', window } }).window,
  },
  retryAfter: {
    minute: seconds,
    read: (retryAfter) => Number(settingsOf({ status: 503, retryAfter }).retryAfter) * 1000,
  },
  'a fault over HTTP': {
    minute: milliseconds,
    async read(delay) {
      const { faults } = connect('http://mock.test', { fetch: createSimulator().fetch })
      return ((await faults.add({ delay })).effect as unknown as { milliseconds: number }).milliseconds
    },
  },
  'a fault of a tool': {
    minute: milliseconds,
    async read(delay) {
      const { call, session } = await connectAgent(createSimulator())
      const { isError, text } = await call('add_fault', { fault: { delay } })
      if (isError) throw new Error(text)
      const [fault] = await session.faults.list()
      return (fault?.effect as unknown as { milliseconds: number } | undefined)?.milliseconds
    },
  },
  latency: { minute: milliseconds, read: (latency) => define({ latency }).latency },
  'latency in YAML': {
    minute: milliseconds,
    read: (written, folder) =>
      readLatency('demo.yaml', `name: demo\ndeployments: 1\nlatency: ${JSON.stringify(written)}\n`, folder),
  },
  'latency in JSON': {
    minute: milliseconds,
    read: (latency, folder) =>
      readLatency('demo.json', JSON.stringify({ name: 'demo', deployments: 1, latency }), folder),
  },
  'changes.timeline.after': {
    minute: milliseconds,
    read: (after) => dueOf(define({ changes: { timeline: [{ after, ...entry }] } }).changes),
  },
  'changes.timeline.due': {
    minute: milliseconds * 1000,
    read: (due) => dueOf(define({ changes: { timeline: [{ due, ...entry }] } }).changes),
  },
  'changes.elapsed': {
    minute: milliseconds * 1000,
    read: (elapsed) => Number(define({ changes: { elapsed } }).changes?.elapsed) / 1000,
  },
  'requests.waitFor': { minute: milliseconds, read: (timeout) => readTimeout({ timeout }) },
  sessionMinutes: { minute: 1, read: (sessionMinutes) => readSettings({ sessionMinutes }).idleMilliseconds },
  '--timeout and --grace': {
    minute: seconds,
    read: (written) => parseSpan(0, 3600, 'seconds')(String(written)) * 1000,
  },
  '--session-minutes': { minute: 1, read: (written) => parseSpan(1, 1e6, 'minutes')(String(written)) * 60_000 },
}

const places = Object.entries(PLACES)

test.for(places)('%s takes text, and numbers as before', async ([, { read, minute }], { folder }) => {
  expect(await read('1m', folder)).toBe(60_000)
  expect(await read('0m 60s', folder)).toBe(60_000)
  expect(await read(minute, folder)).toBe(60_000)
})

test.for(places)('%s says what it takes instead of another text', async ([name, { read }], { folder }) => {
  for (const wrong of WRONG) {
    const failure = await Promise.resolve()
      .then(() => read(wrong as WrittenDuration, folder))
      .catch((error: Error) => error)
    expect(failure, wrong.slice(0, 20)).toBeInstanceOf(Error)
    const { message } = failure as Error
    expect(message).toContain(
      name.startsWith('changes.') && name !== 'changes.timeline.after' ? 'text such as' : 'text such as 30s',
    )
    // The command line says which option it is.
    if (!name.startsWith('--')) expect(message).toMatch(/^(Failed to|Input validation error: )/)
    expect(message.length).toBeLessThan(600)
  }
})

test('a server takes the time for its last requests as text', async () => {
  const server = await serve(createSimulator(), { port: 0, grace: '1m' })
  await server.close()
  await expect(serve(createSimulator(), { port: 0, grace: 'soon' as WrittenDuration })).rejects.toThrow(
    'Failed to serve the simulator: "grace" is "soon". Use seconds, 0 or more, or text such as 30s, 1.5s or 1h 30m.',
  )
})

test('the frames of events take text, and say what they take instead', async () => {
  const { fetch } = createSimulator()
  for (const [frame, status] of [
    ['1s', 200],
    ['1000', 200],
    ['1h', 422],
    ['soon', 422],
    ['9', 422],
  ] as const) {
    const response = await fetch(`/_simulator/events?frame=${frame}`)
    expect(response.status, frame).toBe(status)
    await response.body?.cancel()
  }
})

test('an entry of a timeline says when it happens exactly once', () => {
  for (const times of [{}, { due: 1, after: '1s' }])
    expect(() => define({ changes: { timeline: [{ ...entry, ...times }] } })).toThrow(
      'It must have exactly one of "after" and "due"',
    )
})

test('the contracts say both forms of what is sent, and only numbers of what is received', async () => {
  const { fetch } = createSimulator()
  const { components } = await (await fetch('/_simulator/openapi.json')).json()
  const { FaultInput: given, MoveClockBody: body } = components.schemas
  expect(body.properties.advance.type).toEqual(['number', 'string'])
  expect(given.properties.delay.anyOf[0].type).toEqual(['number', 'string'])
  expect(JSON.stringify(components.schemas.Fault)).not.toContain('["number","string"]')
})

test('the contracts and forms keep the examples and defaults of durations', async () => {
  const { fetch } = createSimulator()
  const { components } = await (await fetch('/_simulator/openapi.json')).json()
  const { latency } = buildScenarioJsonSchema(service).properties as { latency: { anyOf: { examples: unknown }[] } }
  expect(components.schemas.FaultInput.properties.delay.examples).toEqual([1000])
  expect(latency.anyOf[1]?.examples).toEqual([{ min: 200, max: 2000 }])
  for (const io of ['input', 'output'] as const) {
    const window = z.strictObject({ window: writtenDuration(z.int()).default(60_000) })
    const { properties } = buildFormSchema(window, io) as { properties: Record<string, { default: number }> }
    expect(properties.window?.default).toBe(60_000)
  }
})
