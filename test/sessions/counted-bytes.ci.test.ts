// What is counted, compared with what is taken.

import { expect, test } from 'vitest'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/index.ts'
import { type Keeping, keepSessions } from '../../src/server/state/keep-sessions.ts'
import { createMemoryStore } from '../server/support/memory-store.ts'
import { sample } from '../support/scope.ts'
import { readTakenBytes } from '../support/taken-bytes.ts'

interface Filling {
  readonly what: string
  readonly options?: SimulatorOptions
  /** How many times what is taken must be counted. Default: a third less. */
  readonly least?: number
  /** How many times what is taken may be counted. Default: a third more. */
  readonly most?: number
  /** Fills the memory. It is called with different rounds. */
  fill(simulator: Simulator, round: number): Promise<void>
}

const ROUNDS = 3
const NAMES = Array.from({ length: 200 }, (_, index) => `s${index}`)

// A text of its own, because V8 shares the parts of joined texts.
const write = (length: number, end: unknown): string => Buffer.from('x'.repeat(length) + end).toString()

const each = async (count: number, act: (index: number) => unknown): Promise<void> => {
  for (let index = 0; index < count; index += 1) await act(index)
}

const createWorlds = (options: SimulatorOptions['scenario']) => async (simulator: Simulator, round: number) => {
  const name = `round-${round}`
  simulator.sessions.create(name, { scenario: { ...(options as object), name, seed: round + 1 } as never })
  await simulator.fetch(`/_s/${name}/v2/deployments`)
}

const keepings = new WeakMap<Simulator, Keeping>()

/** Keeps the sessions of a simulator, once. */
async function keep(simulator: Simulator): Promise<Keeping> {
  const { store } = createMemoryStore()
  const keeping = keepings.get(simulator) ?? (await keepSessions(simulator, store, () => undefined))
  keepings.set(simulator, keeping)
  return keeping
}

const few = { description: 'Of one kind.', providers: 0, integrations: [], deployments: 0 }

const fillings: readonly Filling[] = [
  {
    what: 'sessions that have listed deployments',
    // Garbage is left over from each. Only requests to the control API need the rest of a session.
    least: 1,
    fill: (simulator, round) => each(200, (index) => simulator.fetch(`/_s/r${round}-${NAMES[index]}/v2/deployments`)),
  },
  {
    what: 'sessions whose state was read',
    least: 3 / 4,
    fill: (simulator, round) =>
      each(200, async (index) => {
        await simulator.fetch(`/_s/r${round}-${NAMES[index]}/v2/deployments`)
        await simulator.fetch(`/_s/r${round}-${NAMES[index]}/_simulator`)
      }),
  },
  {
    what: 'sessions that the control API has created and listed',
    // A list shows little of each.
    least: 0.9,
    fill: (simulator, round) =>
      each(200, async (index) => {
        const body = JSON.stringify({ name: `r${round}-${NAMES[index]}` })
        await simulator.fetch('/_simulator/sessions', { method: 'POST', body })
        if (index % 50 === 0) await (await simulator.fetch('/_simulator/sessions')).json()
      }),
  },
  {
    what: 'sessions that are kept in a store',
    least: 0.9,
    async fill(simulator, round) {
      const { save } = await keep(simulator)
      await each(200, async (index) => {
        const name = `r${round}-${NAMES[index]}`
        await simulator.fetch(`/_s/${name}/v2/deployments`)
        expect(await save(name)).toBe('stored')
      })
    },
  },
  { what: 'deployments', fill: createWorlds({ ...few, name: 'some', deployments: 4000 }) },
  { what: 'providers', fill: createWorlds({ ...few, name: 'some', providers: 4000 }) },
  {
    what: 'repositories',
    fill: createWorlds({
      ...few,
      name: 'some',
      integrations: [{ kind: 'standard', name: 'one', repositories: 8000 }],
    }),
  },
  {
    what: 'requests with long queries',
    options: { journalSize: 10_000 },
    fill: (simulator, round) =>
      each(300, (index) => simulator.fetch(`/v2/deployments?name_contains=${write(1000, `${round}-${index}`)}`)),
  },
  {
    what: 'requests with many headers',
    options: { journalSize: 10_000 },
    fill: (simulator, round) =>
      each(300, (index) => {
        const headers = Object.fromEntries(NAMES.slice(0, 30).map((name) => [name, write(20, `${round}-${index}`)]))
        return simulator.fetch('/v2/deployments', { headers })
      }),
  },
  {
    what: 'requests with bodies',
    options: { journalSize: 10_000 },
    fill: (simulator, round) =>
      each(200, (index) =>
        simulator.fetch('/v2/deployments', {
          method: 'POST',
          body: JSON.stringify({ name: write(5000, `${round}-${index}`) }),
        }),
      ),
  },
  {
    what: 'stored snapshots',
    // What is counted for objects with many fields is what hash tables take, which these are not.
    most: 2,
    fill: (simulator, round) =>
      each(20, async (index) => {
        if (index === 0 && round === 0) await each(100, () => simulator.db.deployments.create())
        const body = JSON.stringify(simulator.snapshot())
        await simulator.fetch(`/_simulator/snapshots/r${round}-${index}`, {
          method: 'PUT',
          body,
          headers: { 'content-type': 'application/json' },
        })
      }),
  },
]

/** Fills the memory several times. Returns the median of what is counted, as a share of what is taken. */
async function compareBytes({ fill, options }: Filling): Promise<number> {
  const simulator = createSimulator({ memory: 2000, ...options })
  const read = () => ({ counted: simulator.memory().used, taken: readTakenBytes() })
  await fill(simulator, ROUNDS)
  const shares: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = read()
    await fill(simulator, round)
    const after = read()
    shares.push((after.counted - before.counted) / (after.taken - before.taken))
  }
  return shares.sort((one, other) => one - other)[1] as number
}

// The figures are those of Node 20. Later versions need up to half of that, which is on the safe side.
const MOST = process.versions.node.startsWith('20.') ? 4 / 3 : 2

// Garbage is collected many times, which takes long on a busy machine.
const TIMEOUT = 120_000

test.each(sample(fillings, fillings.length))(
  'what is counted for $what differs by less than a third from what is taken',
  { timeout: TIMEOUT },
  async (filling) => {
    const share = await compareBytes(filling)
    expect(share).toBeGreaterThan(filling.least ?? 2 / 3)
    expect(share).toBeLessThan(filling.most ?? MOST)
  },
)
