import { expect, test as plainTest } from 'vitest'
import { stringify } from 'yaml'
import { readScenarioFile } from '../../src/entries/files/index.ts'
import { type ChaosInput, createSimulator, defineScenario, type FaultInput } from '../../src/index.ts'
import { test as controlTest } from '../support/control-test.ts'
import { test as folderTest } from '../support/folder.ts'
import { compileScenarioSchema } from '../support/json-schema.ts'

const match = { operation: 'listDeployments' } as const
const status = { kind: 'status', status: 503 } as const

/** Faults as users write them, and their complete forms. */
const faults: readonly (readonly [FaultInput, object])[] = [
  [
    { ...match, status: 503 },
    { match, effect: status, probability: 1 },
  ],
  [
    { match, status: 503 },
    { match, effect: status, probability: 1 },
  ],
  [
    { match, effect: status },
    { match, effect: status, probability: 1 },
  ],
  [{ status: 503 }, { match: {}, effect: status, probability: 1 }],
  [
    { status: 503, detail: 'Later.', retryAfter: 30 },
    { match: {}, effect: { ...status, detail: 'Later.', retryAfter: 30 }, probability: 1 },
  ],
  [
    { status: 503, retryAfter: '2026-03-02T10:00:30+01:00' },
    { match: {}, effect: { ...status, retryAfter: '2026-03-02T09:00:30Z' }, probability: 1 },
  ],
  [
    { respond: { body: ['a', { b: 1 }] } },
    { match: {}, effect: { kind: 'respond', status: 200, body: ['a', { b: 1 }] }, probability: 1 },
  ],
  [{ delay: 500 }, { match: {}, effect: { kind: 'delay', milliseconds: 500 }, probability: 1 }],
  [
    { delay: { median: 900 } },
    { match: {}, effect: { kind: 'delay', milliseconds: { median: 900, sigma: 0.5 } }, probability: 1 },
  ],
  [
    { operation: 'createDeployment', rollout: 'buildFails' },
    { match: { operation: 'createDeployment' }, effect: { kind: 'rollout', outcome: 'buildFails' }, probability: 1 },
  ],
  [{ effect: 'reset' }, { match: {}, effect: { kind: 'reset', when: 'before' }, probability: 1 }],
  [
    { method: 'GET', path: '/v2/dep', query: { status: 'READY' }, effect: 'empty', times: 2, probability: 0.5 },
    {
      match: { method: 'GET', path: '/v2/dep', query: { status: 'READY' } },
      effect: { kind: 'empty' },
      times: 2,
      probability: 0.5,
    },
  ],
]

const chaoses: readonly (readonly [ChaosInput, object])[] = [
  ['0.3:4711', { level: 0.3, seed: 4711 }],
  ['low', { level: 0.05 }],
  ['high:-3', { level: 0.5, seed: -3 }],
  [0.25, { level: 0.25 }],
  [{ level: 'medium' }, { level: 0.2 }],
  [
    { level: 1, seed: 7 },
    { level: 1, seed: 7 },
  ],
]

const validate = compileScenarioSchema()

const scenarioOf = (more: object) => ({ name: 'demo', deployments: 1, ...more })

plainTest.for(faults)('a fault %j is completed by faults.add, and then stays the same', ([fault, written]) => {
  const simulator = createSimulator()
  const added = simulator.faults.add(fault)
  expect(added).toEqual({ ...written, id: '1' })
  expect(simulator.faults.add({ ...added, id: 'again' })).toEqual({ ...written, id: 'again' })
})

plainTest.for(faults)('a fault %j is completed by defineScenario, and then stays the same', ([fault, written]) => {
  const scenario = defineScenario({ ...scenarioOf({}), faults: [fault], deployments: 1 })
  expect(scenario.faults).toEqual([written])
  expect(defineScenario(scenario)).toEqual(scenario)
  expect(createSimulator({ scenario }).faults.list()).toEqual([{ ...written, id: '1' }])
})

folderTest.for(faults)('a fault %j can be written in YAML and in JSON', async ([fault, written], { folder }) => {
  const given = scenarioOf({ faults: [fault] })
  const yaml = await readScenarioFile(await folder.write('demo.yaml', stringify(given)))
  const json = await readScenarioFile(await folder.write('demo.json', JSON.stringify(given)))
  expect([yaml.faults, json.faults]).toEqual([[written], [written]])
})

plainTest.for(faults)('a fault %j is valid for editors', ([fault]) => {
  expect(validate(scenarioOf({ faults: [fault] })), JSON.stringify(validate.errors)).toBe(true)
})

controlTest.for(faults)('a fault %j can be sent, alone and in a scenario', async ([fault, written], { start }) => {
  const { remote } = await start()
  expect(await remote.faults.add(fault)).toEqual({ ...written, id: '1' })
  await remote.load({ name: 'demo', deployments: 1, faults: [fault] })
  expect(await remote.faults.list()).toEqual([
    { ...written, id: '1', applied: 0, lastRequest: null, description: expect.any(String), coveredBy: null },
  ])
})

plainTest.for(faults)('a fault %j can be part of a snapshot', ([fault, written]) => {
  const simulator = createSimulator()
  const snapshot = simulator.snapshot()
  simulator.restore({ ...snapshot, current: { ...snapshot.current, faults: [fault as never] } })
  expect(simulator.faults.list()).toEqual([{ ...written, id: '1' }])
})

const wrong = { path: '/v2/deploymens', status: 503 }
const message =
  /"path" is "\/v2\/deploymens", but no matching operation has a path that starts with it\. Closest: \/v2\/deployments\./

plainTest(
  'a fault with a path that no operation has is rejected by createSimulator and load, which change nothing',
  () => {
    const scenario = defineScenario({ name: 'demo', deployments: 1, faults: [{ status: 500 }, wrong] })
    expect(() => createSimulator({ scenario })).toThrow(message)
    const simulator = createSimulator()
    expect(() => simulator.load(scenario)).toThrow(/^Failed to add the faults: fault 2: /)
    expect([simulator.scenario.name, simulator.faults.list()]).toEqual(['default', []])
  },
)

controlTest(
  'a fault with a path that no operation has is rejected over HTTP with the path that was sent',
  async ({ start }) => {
    const { remote } = await start()
    const refusals = [
      remote.faults.add(wrong),
      remote.faults.add({ match: { path: '/v2/deploymens' }, status: 503 }),
      remote.load({ name: 'demo', deployments: 1, faults: [{ status: 500 }, wrong] }),
    ].map((sent) =>
      sent.then(
        () => undefined,
        (error: unknown) => error,
      ),
    )
    expect(await Promise.all(refusals)).toMatchObject([
      { status: 422, issues: [{ path: 'path', message: expect.stringMatching(message) }] },
      { status: 422, issues: [{ path: 'match.path', message: expect.stringMatching(/^"match\.path" is /) }] },
      { status: 422, issues: [{ path: 'faults.1', message: expect.stringMatching(message) }] },
    ])
    expect(await remote.faults.list()).toEqual([])
  },
)

plainTest('a fault with a path that no operation has is reported for at most a hundred faults', () => {
  const faults = Array.from({ length: 500 }, () => wrong)
  const refuse = () => createSimulator({ scenario: { name: 'demo', deployments: 1, faults } })
  expect(refuse).toThrow(/fault 100: /)
  expect(refuse).not.toThrow(/fault 101: /)
})

plainTest.for(chaoses)('chaos %j means the same as an option and in a scenario', ([chaos, settled]) => {
  const scenario = defineScenario({ name: 'demo', deployments: 1, seed: 5, chaos })
  expect(scenario.chaos).toEqual(settled)
  expect(createSimulator({ scenario }).chaos).toEqual({ seed: 5, ...settled })
  expect(createSimulator({ chaos }).chaos).toMatchObject(settled)
  expect(defineScenario(scenario)).toEqual(scenario)
})

folderTest.for(chaoses)('chaos %j can be written in YAML and in JSON', async ([chaos, settled], { folder }) => {
  const given = scenarioOf({ chaos })
  const yaml = await readScenarioFile(await folder.write('demo.yaml', stringify(given)))
  const json = await readScenarioFile(await folder.write('demo.json', JSON.stringify(given)))
  expect([yaml.chaos, json.chaos]).toEqual([settled, settled])
  expect(validate(given), JSON.stringify(validate.errors)).toBe(true)
})

controlTest.for(chaoses)('chaos %j can be sent in a scenario', async ([chaos, settled], { start }) => {
  const { remote, simulator } = await start()
  await remote.load({ name: 'demo', deployments: 1, chaos })
  expect(simulator.chaos).toMatchObject(settled)
  expect((await remote.exportScenario()).chaos).toEqual(settled)
})

const LONG = 'x'.repeat(64 * 1024 + 1)

plainTest.each<readonly [string, FaultInput]>([
  ['effect.detail', { effect: { kind: 'status', status: 503, detail: LONG } }],
  ['effect.body', { effect: { kind: 'malformed', body: LONG } }],
  ['path', { path: `/${LONG}`, status: 503 }],
  ['match.query.q', { match: { query: { q: LONG } }, status: 503 }],
  ['query', { query: { [LONG]: '' }, status: 503 }],
  ['id', { id: LONG, status: 503 }],
])('a text of more than 64 KiB in %s is rejected', (path, fault) => {
  const simulator = createSimulator({ scenario: 'empty' })
  expect(() => simulator.faults.add(fault)).toThrow(
    expect.objectContaining({
      message: expect.stringContaining('It must not contain a text of more than 64 KiB.'),
      issues: [expect.objectContaining({ path })],
    }),
  )
  expect(simulator.faults.list()).toEqual([])
})
