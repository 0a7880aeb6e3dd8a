import { open } from 'node:fs/promises'
import { expect, vi } from 'vitest'
import * as z from 'zod'
import { effectsOf } from '../../src/engine/faults/effects/effects.ts'
import { faultCountsSchemaOf } from '../../src/engine/faults/fault-list.ts'
import type { ServingSession } from '../../src/engine/sessions/session.ts'
import { countFieldsOf } from '../../src/engine/sessions/state/snapshot.ts'
import type { State } from '../../src/engine/sessions/state/state.ts'
import { type AnySimulator, createSimulator } from '../../src/engine/simulator/simulator.ts'
import { connect, type RemoteSimulator } from '../../src/entries/client/index.ts'
import type { Assumptions, FaultInput } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { service } from '../../src/service/service.ts'
import { test as base } from '../support/folder.ts'
import { sample } from '../support/scope.ts'
import { hasRedis, startRedis } from './support/redis.ts'

// A disk that many tests use at once takes seconds to confirm a write. The test of the store checks that it is asked.
const handle = await open(import.meta.filename)
vi.spyOn(Object.getPrototypeOf(handle), 'sync').mockResolvedValue(undefined)
await handle.close()

// The service, with a limit that a test can reach.
const limited = {
  ...service,
  limitRate: ({ rateLimit }: Assumptions) =>
    rateLimit === 'limited' ? { requests: 3, milliseconds: 600_000 } : undefined,
}

async function startIn(state: string) {
  const simulator = createSimulator(limited, { scenario: 'first-day', seed: 7, preset: 'langsmith' })
  const server = await serve(simulator as never, { port: 0, state })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= server.close())
  return { simulator, remote: connect(server.url), stop }
}

type Started = Awaited<ReturnType<typeof startIn>>

const test = base.extend<{ start: () => Promise<Started>; startShared: () => Promise<Started> }>({
  start: async ({ folder }, use) => {
    const started: Started[] = []
    await use(async () => {
      const one = await startIn(folder.path('state'))
      started.push(one)
      return one
    })
    for (const { stop } of started) await stop()
  },
  startShared: async ({}, use) => {
    const { url, stop } = await startRedis()
    const started: Started[] = []
    await use(async () => {
      const one = await startIn(url)
      started.push(one)
      return one
    })
    for (const each of started) await each.stop()
    await stop()
  },
})

/** What a session counts, or keeps: how it begins, and what is done to it in the middle. */
interface Case {
  readonly latency?: { min: number; max: number }
  readonly rateLimit?: 'limited'
  readonly chaos?: string
  readonly faults?: readonly FaultInput[]
  /** Whether it rejects what is outside of the contract. Each request is, then. */
  readonly strict?: true
  /** Whether requests may wait for the clock, or for ever. */
  readonly waits?: boolean
  before?(session: RemoteSimulator): Promise<unknown>
  after?(session: RemoteSimulator): Promise<unknown>
}

// With these, the responses of effects depend on the requests before. The others have their examples.
const TELLING: Readonly<Record<string, object>> = {
  delay: { milliseconds: { min: 100, max: 900 } },
  'rate-limit': { limit: 2, window: '10min' },
}

const effects = effectsOf(service)
const faultOf = ({ kind, example }: (typeof effects)[number]) =>
  ({ id: kind, effect: { kind, ...(TELLING[kind] ?? example) } }) as unknown as FaultInput
const [limit] = effects.filter(({ kind }) => kind === 'rate-limit').map(faultOf) as [FaultInput]

const once: FaultInput = { id: 'once', effect: { kind: 'rate-limit', limit: 1, window: '10min' } }

const CASES: Readonly<Record<string, Case>> = {
  ...Object.fromEntries(
    effects.map((effect): [string, Case] => [
      `the effect ${effect.kind}`,
      {
        waits: effect.waits === true || effect.isTransport === true,
        faults: [{ ...faultOf(effect), times: 4, probability: 0.8 }],
      },
    ]),
  ),
  'faults one after the other': { faults: [{ ...limit, times: 1 }, { status: 503, times: 2 }, { status: 500 }] },
  'the numbers of faults': {
    before: async ({ faults }) => {
      const { id } = await faults.add({ status: 500 })
      await faults.remove(id)
    },
    after: ({ faults }) => faults.add({ status: 500 }),
  },
  'a fault that is put back': {
    faults: [once],
    before: ({ faults }) => faults.remove('once'),
    after: ({ faults }) => faults.add(once),
  },
  chaos: { chaos: '0.6:5', waits: true },
  latency: { latency: { min: 100, max: 900 }, waits: true },
  'the rate limit of the service': { rateLimit: 'limited' },
  strictness: { strict: true },
}

const HALF = 3
const SLOW = { timeout: 120_000 }

async function createFrom({ remote }: Started, name: string, { latency, rateLimit, chaos, faults = [], strict }: Case) {
  const scenario = {
    name: 'counted',
    seed: 3,
    deployments: 4,
    ...(latency && { latency }),
    ...(chaos && { chaos }),
    faults,
  }
  const assumptions = { authentication: 'none', ...(rateLimit && { rateLimit }) } as const
  const session = await remote.sessions.create({ name, scenario: scenario as never, assumptions })
  if (strict) await session.settings.change({ strict })
  return session
}

const CREATION = {
  name: 'posted',
  source: 'external_docker',
  source_config: {},
  source_revision_config: { image_uri: 'docker.io/a/b:1' },
}

/** Sends a request, and describes all that follows from it. */
async function ask(
  { url, requests, clock, faults }: RemoteSimulator,
  { waits = false, strict }: Case,
): Promise<unknown> {
  const [fault] = await faults.list()
  const isRollout = fault?.effect.kind === 'rollout'
  const leaving = new AbortController()
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(CREATION) }
  const answer = fetch(`${url}/v2/deployments${isRollout ? '' : `?limit=1&offset=1${strict ? '&unknown=1' : ''}`}`, {
    signal: leaving.signal,
    ...(isRollout ? sent : {}),
  }).then(
    async (response) => {
      const text = await response.text().catch(() => 'cut')
      return [response.status, response.headers.get('retry-after'), isRollout ? '' : text]
    },
    () => ['failed'],
  )
  let isDone = false
  answer.finally(() => {
    isDone = true
  })
  let until: string | null = null
  // Some wait for the clock, and some for ever.
  while (waits && !isDone) {
    const [pending] = await requests.list({ state: 'pending' })
    if (pending?.waitsFor?.what === 'client') leaving.abort()
    if (pending?.waitsFor?.what !== 'clock') continue
    until = pending.waitsFor.until
    await clock.advance(10_000)
    await answer
  }
  const settled = [until, await answer]
  const uses = (await faults.list()).map(({ lastRequest: _, ...use }) => use)
  return { settled, uses }
}

async function run(session: RemoteSimulator, given: Case, turns = HALF): Promise<unknown[]> {
  const seen: unknown[] = []
  for (let turn = 0; turn < turns; turn += 1) seen.push(await ask(session, given))
  return seen
}

/** What a session tells in its second half. */
async function finish(session: RemoteSimulator, given: Case): Promise<unknown[]> {
  const done = await given.after?.(session)
  return [done, ...(await run(session, given))]
}

const all = Object.entries(CASES)

/** What happens in each case, all of them at the same time. */
async function inEach(
  act: (given: Case, name: string) => Promise<unknown>,
  cases: readonly (readonly [string, Case])[] = all,
): Promise<Record<string, unknown>> {
  const found = await Promise.all(cases.map(async ([title, given], index) => [title, await act(given, `s-${index}`)]))
  return Object.fromEntries(found)
}

/** What sessions tell that nothing interrupts. */
function runWhole(started: Started) {
  return inEach(async (given, name) => {
    const whole = await createFrom(started, `${name}-whole`, given)
    const first = await run(whole, given)
    await given.before?.(whole)
    return { first, rest: await finish(whole, given) }
  })
}

test('a session goes on after a restart', SLOW, async ({ start }) => {
  const one = await start()
  const expected = await runWhole(one)
  const first = await inEach(async (given, name) => {
    const session = await createFrom(one, name, given)
    const seen = await run(session, given)
    await given.before?.(session)
    return seen
  })
  await one.stop()
  const { remote } = await start()
  const rest = await inEach((given, name) => finish(remote.session(name), given))
  for (const [title] of all) expect({ first: first[title], rest: rest[title] }, title).toEqual(expected[title])
})

test.runIf(hasRedis)('a session goes on where two servers take turns', SLOW, async ({ startShared }) => {
  const servers = [await startShared(), await startShared()] as const
  const expected = await runWhole(servers[0])
  const found = await inEach(async (given, name) => {
    await createFrom(servers[0], name, given)
    const at = (turn: number) => (servers[turn % 2] as Started).remote.session(name)
    const first: unknown[] = []
    for (let turn = 0; turn < HALF; turn += 1) first.push(await ask(at(turn), given))
    await given.before?.(at(1))
    const rest = [await given.after?.(at(0))]
    for (let turn = 0; turn < HALF; turn += 1) rest.push(await ask(at(turn), given))
    return { first, rest }
  })
  for (const [title] of all) expect(found[title], title).toEqual(expected[title])
})

test('snapshots, copies, and the worlds of requests go on as their sessions did', SLOW, async ({ start }) => {
  const one = await start()
  const cases = sample(all, 2)
  const found = await inEach(async (given, name) => {
    const session = await createFrom(one, name, given)
    await run(session, given)
    await given.before?.(session)
    const snapshot = await session.snapshots.take()
    const copy = await one.remote.sessions.create({ name: `${name}-copy`, from: name })
    const rest = await finish(session, given)
    const again = await one.remote.sessions.create({ name: `${name}-again`, from: name, request: HALF + 1 })
    await session.snapshots.restore(snapshot.name)
    // What is done in the middle is already done when the next request arrives.
    const retold = [rest[0], ...(await run(again, given))]
    return { rest, others: [await finish(copy, given), await finish(session, given), retold] }
  }, cases)
  for (const [title] of cases) {
    const { rest, others } = found[title] as { rest: unknown; others: unknown[] }
    expect(others, title).toEqual([rest, rest, rest])
  }
})

/** The paths of all values that a schema describes. */
function pathsIn(schema: z.core.JSONSchema.BaseSchema, path = ''): string[] {
  const parts = (schema.anyOf ?? []).map((each) => ['', each] as const)
  const fields = Object.entries(schema.properties ?? {}).map(([name, each]) => [`.${name}`, each] as const)
  const all = [...parts, ...fields]
  return all.length === 0 ? [path] : all.flatMap(([name, each]) => pathsIn(each as typeof schema, path + name))
}

const ofFault = pathsIn(z.toJSONSchema(faultCountsSchemaOf(service)))
const counted = pathsIn(z.toJSONSchema(z.strictObject(countFieldsOf(service)))).flatMap((path) =>
  /\.(?:uses|removed)$/.test(path) ? ofFault.map((each) => `${path}.*${each}`) : path,
)

/** Whether something is counted at a path, in which `*` is any name. */
function isCounted(counts: unknown, path: string): boolean {
  const [, ...names] = path.split('.')
  const found = names.reduce<unknown[]>(
    (values, name) => values.flatMap((each) => (name === '*' ? Object.values(each ?? {}) : [Object(each)[name]])),
    [counts],
  )
  return found.some((each) => Number(each) > 0)
}

test('these cases reach everything that sessions count', async ({ start }) => {
  const one = await start()
  const found = await inEach(async (given, name) => {
    const session = await createFrom(one, name, given)
    await run(session, given, 2)
    await given.before?.(session)
    return one.simulator.sessions.open(name).snapshot().current.counts
  })
  const missing = counted.filter((path) => !Object.values(found).some((counts) => isCounted(counts, path)))
  expect(counted.length).toBeGreaterThan(10)
  expect(missing).toEqual([])
})

/** How each part of a state goes on. What decides responses and changes with requests has to be stored. */
const PARTS: Readonly<Record<keyof State, 'stored' | 'follows' | 'of the process'>> = {
  start: 'stored',
  assumptions: 'stored',
  isStrict: 'stored',
  world: 'stored',
  faults: 'stored',
  counting: 'stored',
  contract: 'follows',
  bytes: 'follows',
  leave: 'follows',
  overrides: 'of the process',
  journal: 'of the process',
  moments: 'of the process',
}

test('each part of a state is stored, follows from what is, or belongs to the process', () => {
  const { sessions }: AnySimulator = createSimulator(limited, { scenario: 'empty' })
  const session = sessions.open('alice') as ServingSession
  expect(Object.keys(session.readState()).sort()).toEqual(Object.keys(PARTS).sort())
})
