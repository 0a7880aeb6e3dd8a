import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeChaos } from '../../src/engine/faults/chaos/chaos.ts'
import { type ChaosInput, readChaos } from '../../src/engine/faults/chaos/chaos-input.ts'
import { createSimulator, defineScenario, type Session, type Simulator } from '../../src/index.ts'
import { forEachAdapter } from '../support/for-each-adapter.ts'
import { runs } from '../support/scope.ts'

const PATHS = [
  '/v2/auth/providers',
  '/v2/deployments?limit=5',
  '/v2/deployments?limit=5&offset=5',
  '/v1/integrations/github/none/repos',
  '/v2/deployments?limit=0',
  '/v2/nowhere',
]

const walk = (length: number): string[] => Array.from({ length }, (_, index) => PATHS[index % PATHS.length] as string)

/**
 * The faults that applied to each request, as the journal records them: their names and effects,
 * and the status.
 */
function readFates(session: Pick<Session, 'requests'>): string[] {
  return session.requests.list().map(({ id, status }) => {
    const faults = session.requests.get(id)?.explanation.faults ?? []
    return [...faults.map((fault) => `${fault.id}: ${fault.effect}`), status].join(', ')
  })
}

type Send = (path: string) => Promise<{ status: number; body?: string }>

/** How each request ends for the client: a status and whether the body is valid JSON, or no response. */
async function sendAll(send: Send, simulator: Simulator, paths: readonly string[]): Promise<string[]> {
  const ends: string[] = []
  for (const path of paths) ends.push(await endOf(send(path), simulator))
  return ends
}

// A request that stalls never ends for the client, so the journal tells.
async function endOf(sent: ReturnType<Send>, simulator: Simulator): Promise<string> {
  let isWritten: () => void = () => undefined
  const written = new Promise<void>((resolve) => {
    isWritten = resolve
  })
  const ignore = simulator.events.listen((event) => {
    if (event.type === 'request' && isStall(simulator, event.request.id)) isWritten()
  })
  const answered = sent.then(
    ({ status, body = '' }) => `${status} ${isJson(body) ? 'JSON' : 'no JSON'}`,
    () => 'no answer',
  )
  const end = await Promise.race([answered, written.then(() => 'stalled')])
  ignore()
  return end
}

function isStall({ requests }: Simulator, id: number): boolean {
  return requests.get(id)?.explanation.faults.some(({ effect }) => effect === 'stall') === true
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

async function replay(chaos: ChaosInput, paths: readonly string[] = walk(60)): Promise<string[]> {
  const simulator = createSimulator({ chaos })
  await sendAll((path) => sendByFetch(simulator, path), simulator, paths)
  return readFates(simulator)
}

async function sendByFetch({ fetch }: Simulator, path: string): ReturnType<Send> {
  const response = await fetch(path)
  return { status: response.status, body: await response.text() }
}

forEachAdapter((test, { name, takesEveryPath }) => {
  test.skipIf(!takesEveryPath)(
    `chaos has the same effect on the same requests with the same seed, through ${name}`,
    async ({ open }) => {
      const { simulator, send } = await open({ chaos: '0.6:4711' })
      const ends = await sendAll(send, simulator, walk(40))
      const fates = readFates(simulator)
      simulator.reset()
      expect(await sendAll(send, simulator, walk(40))).toEqual(ends)
      expect(readFates(simulator)).toEqual(fates)
      expect(fates).toEqual(await replay('0.6:4711', walk(40)))
      expect(new Set(ends).size).toBeGreaterThan(4)
    },
  )
})

let full: Promise<string[]> | undefined
const replayAll = () => (full ??= replay('1:5', walk(600)))

test('chaos differs with another seed', async () => {
  expect(await replay('0.5:1')).not.toEqual(await replay('0.5:2'))
})

test('chaos of level 0 does nothing, and of level 1 affects every request', async () => {
  const isStruck = (fate: string) => fate.startsWith('chaos-')
  expect((await replay('0:3')).some(isStruck)).toBe(false)
  expect((await replay('1:3')).every(isStruck)).toBe(true)
})

test('chaos affects about the share of requests that its level sets', async () => {
  const applied = (await replay('0.3:8', walk(600))).filter((fate) => fate.startsWith('chaos-'))
  expect(applied.length).toBeGreaterThan(140)
  expect(applied.length).toBeLessThan(220)
})

test('chaos uses every effect sooner or later, and only on requests that it can apply to', async () => {
  const fates = await replayAll()
  const effects = new Set(fates.map((fate) => /: ([\w-]+)/.exec(fate)?.[1]))
  expect([...effects].toSorted()).toEqual(
    'delay duplicate-record empty malformed missing-record rate-limit reset stale stall status truncate wrong-length'.split(
      ' ',
    ),
  )
  const nowhere = fates.filter((_, index) => index % PATHS.length === 5)
  expect(nowhere.filter((fate) => /stale|empty|record/.test(fate))).toEqual([])
})

test('chaos ends connections both before the response and during it', async () => {
  const fates = await replayAll()
  const resets = new Set(fates.flatMap((fate) => /: reset, \d*/.exec(fate)?.[0] ?? []))
  // No status means that there was no response.
  expect(resets).toContain(': reset, ')
  expect(resets).toContain(': reset, 200')
})

test('chaos is drawn for each operation by itself', async () => {
  const affected = async (path: string) =>
    (await replay('0.5:4', Array(40).fill(path))).map((fate) => fate.startsWith('chaos-'))
  const [providers, deployments, unknown] = await Promise.all(
    ['/v2/auth/providers', '/v2/deployments', '/v2/nowhere'].map(affected),
  )
  expect(providers).not.toEqual(deployments)
  expect(unknown).not.toEqual(deployments)
  expect(unknown).not.toEqual(providers)
})

test('chaos adds faults to those of a lower level with the same seed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer(),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.array(fc.constantFrom(...PATHS), { maxLength: 30 }),
      async (seed, one, other, paths) => {
        const [lower, higher] = [Math.min(one, other), Math.max(one, other)]
        const few = await replay({ level: lower, seed }, paths)
        const many = await replay({ level: higher, seed }, paths)
        expect(await replay({ level: lower, seed }, paths)).toEqual(few)
        few.forEach((fate, index) => {
          if (fate.startsWith('chaos-')) expect(many[index]).toBe(fate)
        })
      },
    ),
    { numRuns: runs(25) },
  )
})

test('chaos does not change when faults are added by hand, and applies beside them', async () => {
  const chaosOf = (fates: string[]) => fates.map((fate) => /chaos-\d+: [\w-]+/.exec(fate)?.[0])
  const simulator = createSimulator({ chaos: '0.5:7' })
  simulator.faults.add({ id: 'mine', operation: 'listDeployments', effect: 'malformed' })
  await sendAll((path) => sendByFetch(simulator, path), simulator, walk(30))
  const fates = readFates(simulator)
  expect(chaosOf(fates)).toEqual(chaosOf(await replay('0.5:7', walk(30))))
  expect(fates.some((fate) => /^mine: malformed, chaos-\d+/.test(fate))).toBe(true)
})

test('chaos starts again in each session and with a reset, and continues when assumptions change', async () => {
  const simulator = createSimulator({ chaos: '0.5:7' })
  const send = (path: string) => sendByFetch(simulator, path)
  const isolated = (path: string) => sendByFetch(simulator, `/_s/other${path}`)
  await sendAll(send, simulator, walk(10).slice(0, 5))
  simulator.assume({ lastPageOffset: 'limit' })
  await sendAll(send, simulator, walk(10).slice(5))
  const fates = readFates(simulator)
  expect(fates).toEqual(await replay('0.5:7', walk(10)))
  await sendAll(send, simulator, walk(3))
  simulator.reset()
  for (const path of walk(10)) {
    await Promise.race([isolated(path).catch(() => undefined), Promise.resolve()])
    await sendAll(send, simulator, [path])
  }
  expect(readFates(simulator)).toEqual(fates)
  expect(readFates(simulator.sessions.open('other')).map((fate) => fate.split(',')[0])).toEqual(
    fates.map((fate) => fate.split(',')[0]),
  )
})

test('chaos does not delay requests with a frozen clock, and delays them briefly with a running one', async () => {
  const seed = await findSeedOfDelay()
  const frozen = createSimulator({ chaos: { level: 1, seed } })
  expect((await sendByFetch(frozen, '/v2/auth/providers')).status).toBe(200)
  const running = createSimulator({ chaos: { level: 1, seed }, clock: 'running' })
  const slow = sendByFetch(running, '/v2/auth/providers')
  running.clock.advance(1000)
  expect((await slow).status).toBe(200)
  expect([readFates(frozen), readFates(running)]).toEqual([['chaos-1: delay, 200'], ['chaos-1: delay, 200']])
})

test('chaos reports its level and seed, and how to replay it', () => {
  const { chaos } = createSimulator({ chaos: { level: 'medium', seed: -4 } })
  expect(chaos).toEqual({ level: 0.2, seed: -4 })
  const again = createSimulator({ chaos: '0.3:4711' }).chaos ?? { level: 0, seed: 0 }
  expect(describeChaos(again, 'option')).toBe("Chaos of level 0.3 with seed 4711. To replay it: chaos: '0.3:4711'")
  expect(describeChaos(again, 'flag')).toBe('Chaos of level 0.3 with seed 4711. To replay it: --chaos 0.3:4711')
  expect(createSimulator().chaos).toBeUndefined()
})

test('chaos can be replayed from its own description', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.maxSafeInteger(), (level, seed) => {
      const [, text = ''] = /chaos: '(.*)'$/.exec(describeChaos({ level, seed }, 'option')) ?? []
      const { level: again, seed: sameSeed } = readChaos(text)
      expect(again === level && sameSeed === seed).toBe(true)
    }),
  )
})

test('chaos without a seed gets a generated one, which replays it', async () => {
  const simulator = createSimulator({ chaos: 'high' })
  expect(simulator.chaos).toEqual({ level: 0.5, seed: expect.any(Number) })
  const { level, seed } = simulator.chaos ?? { level: 0, seed: 0 }
  await sendAll((path) => sendByFetch(simulator, path), simulator, walk(20))
  expect(readFates(simulator)).toEqual(await replay(`${level}:${seed}`, walk(20)))
})

test("chaos of a scenario applies unless the simulator sets its own, and is drawn from the scenario's seed", () => {
  const rough = defineScenario({
    name: 'rough',
    description: 'A bad day.',
    seed: 9,
    chaos: { level: 'low' },
    ...EMPTY,
  })
  expect(createSimulator({ scenario: rough }).chaos).toEqual({ level: 0.05, seed: 9 })
  expect(createSimulator({ scenario: rough, chaos: '1:2' }).chaos).toEqual({ level: 1, seed: 2 })
})

const EMPTY = { providers: 0, integrations: [], deployments: 0 }

async function findSeedOfDelay(): Promise<number> {
  for (let seed = 0; ; seed += 1) {
    const [fate] = await replay({ level: 1, seed }, ['/v2/auth/providers'])
    if (fate === 'chaos-1: delay, 200') return seed
  }
}

test.for([
  ['0.3:4711', { level: 0.3, seed: 4711 }],
  ['0', { level: 0 }],
  ['1', { level: 1 }],
  ['.5:-1', { level: 0.5, seed: -1 }],
  ['low', { level: 0.05 }],
  ['high:3', { level: 0.5, seed: 3 }],
  [0.3, { level: 0.3 }],
  [{ level: 0.3, seed: undefined }, { level: 0.3 }],
  [
    { level: 'low', seed: 7 },
    { level: 0.05, seed: 7 },
  ],
] as const)('readChaos parses %j', ([text, chaos]) => {
  expect(readChaos(text)).toEqual(chaos)
})

test.for([
  ['', /"" is not a level\. Allowed: a level from 0 to 1, or low, medium, high; a seed may follow, as in 0\.3:4711\.$/],
  ['1.5', /"1\.5" is not a level\. Allowed/],
  ['-1', /"-1" is not a level\. Allowed/],
  ['toString', /"toString" is not a level\. Allowed/],
  ['lots:3', /"lots" is not a level\. Did you mean "low"\? Allowed/],
  ['0.3:', /"" is not a seed, which is a whole number\. Allowed/],
  ['0.3:x', /"x" is not a seed/],
  ['0.3:1.5', /"1\.5" is not a seed/],
  ['0.3:1:2', /"1:2" is not a seed/],
  ['0.3:0x7', /"0x7" is not a seed/],
  ['0.3:7e2', /"7e2" is not a seed/],
  ['0.3:99999999999999999999', /is not a seed/],
] as const)('readChaos rejects %j and lists what is allowed', ([text, message]) => {
  expect(() => readChaos(text)).toThrow(message)
  expect(() => createSimulator({ chaos: text })).toThrow(/^Failed to set chaos: /)
})

test.for([
  [{ level: 2, seed: 1 }, /"level"/],
  [{ level: 'lots' }, /"level"/],
  [{ level: 0.5, seed: 1.5 }, /"seed"/],
  [{ level: 0.5, sead: 1 }, /"sead"/],
  [Number.NaN, /It is NaN\. Expected: text, or a number/],
  [1.5, /It is 1\.5\. It must be at most 1/],
  [null, /null/],
] as const)('chaos %j is rejected', ([chaos, message]) => {
  const input = chaos as unknown as ChaosInput
  expect(() => createSimulator({ chaos: input })).toThrow(message)
  expect(() => createSimulator({ chaos: input })).toThrow(/^Failed to set chaos: .*Allowed: a level from 0 to 1/)
})
