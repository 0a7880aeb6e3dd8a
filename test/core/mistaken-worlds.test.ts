import { expect, vi } from 'vitest'
import { connect } from '../../src/entries/client/index.ts'
import { openSnapshotFile } from '../../src/entries/files/snapshot-file.ts'
import { createSimulator, defineScenario, type ScenarioInput } from '../../src/index.ts'
import { service } from '../../src/service/service.ts'
import { test as controlTest } from '../support/control-test.ts'
import { test } from '../support/folder.ts'
import { runCli } from '../support/run-cli.ts'

const FILE = 'readScenarioFile(...)` of deploymock/files'
const snapshot = createSimulator().snapshot()
const scenario = { name: 'own', deployments: 1 }

/** The doors of the code that take a scenario. */
const TAKE: Readonly<Record<string, (given: never) => unknown>> = {
  'the option scenario': (given) => createSimulator({ scenario: given }),
  'the option scenarios': (given) => createSimulator({ scenarios: [given] }),
  define: (given) => createSimulator().define(given),
  defineScenario,
  load: (given) => createSimulator().load(given),
  'sessions.create': (given) => createSimulator().sessions.create('a', { scenario: given }),
}

const MISTAKEN: readonly (readonly [what: string, given: unknown, message: string])[] = [
  ['the name of a YAML file', './keep.yaml', FILE],
  ['the name of a JSON file', 'C:\\worlds\\KEEP.JSON', FILE],
  ['the URL of a file', new URL('file:///tmp/keep.yml'), FILE],
  ['the content of a file', 'name: own\ndeployments: 1\n', FILE],
  ['a promise', Promise.resolve(scenario), 'It is a promise, which has to be awaited'],
  ['a snapshot', snapshot, 'This is a snapshot. Restore it instead'],
  ['a name in fields', { scenario: 'busy' }, 'loaded by its name alone: "busy" in code, {"name":"busy"} over HTTP'],
]

test.for(
  Object.keys(TAKE).flatMap((door) => MISTAKEN.map(([what, given, message]) => [door, what, given, message] as const)),
)('%s says what to do with %s', ([door, , given, message]) => {
  expect(() => TAKE[door]?.(given as never)).toThrow(message)
})

test.for([
  ['the name of a file', 'world.json', 'A file has to be read and parsed'],
  ['a promise', Promise.resolve(snapshot), 'it is a promise, which has to be awaited'],
  ['a scenario', scenario, 'this is a scenario, not a snapshot. Load it instead'],
] as const)('restore says what to do with %s', ([, given, message]) => {
  expect(() => createSimulator().restore(given)).toThrow(message)
})

test.for([
  ['seed', 'a promise, which has to be awaited. It must be a whole number'],
  ['assumptions', 'a promise, which has to be awaited. It must be an object with fields'],
  ['strict', 'a promise, which has to be awaited. It must be true or false'],
] as const)('a promise as the option %s is named', ([name, message]) => {
  expect(() => createSimulator({ [name]: Promise.resolve() })).toThrow(`"${name}" is ${message}`)
})

test.for(['world.yaml', 'world.json'])('--import says that %s is a scenario', async (name, { folder }) => {
  const path = await folder.write(name, JSON.stringify(scenario))
  await expect(openSnapshotFile(service, path)).rejects.toThrow(
    'it is a scenario, not a snapshot. Load it with --scenario.',
  )
})

const id = '7a1f0c9e-3b52-4d7c-8a60-2f9d4be81c35'
const changed: ScenarioInput = {
  name: 'changed',
  preset: 'langsmith',
  deployments: [{ record: { id }, revisions: [{ id, created_at: '2026-03-02T08:00:00Z' }] }],
  changes: {
    deployments: { removed: [id] },
    timeline: [
      { after: '1m', resource: 'deployments', id, set: { name: 'later' } },
      { after: '1m', resource: 'revisions', id, set: { status: 'DEPLOYED' } },
      { after: '1m', addFault: { status: 503 } },
    ],
  },
}

test('other deployments leave out what has changed and will happen in those of the scenario', () => {
  const { snapshot: take } = createSimulator({ scenario: changed, deployments: 3 })
  expect(take().scenario.changes).toEqual({ timeline: [expect.objectContaining({ addFault: expect.anything() })] })
})

test('export takes another number of deployments of any scenario, as serve does', async ({ folder }) => {
  const path = await folder.write('changed.yaml', JSON.stringify(changed))
  for (const chosen of ['busy', path]) {
    const { exit, out } = runCli('export', '--scenario', chosen, '--deployments', '3', '--format', 'json')
    expect([await exit, JSON.parse(out.join('\n')).deployments]).toEqual([0, 3])
  }
})

controlTest('a client refuses promises before it sends anything', async ({ start }) => {
  const { remote } = await start()
  const send = vi.spyOn(globalThis, 'fetch')
  const promise = Promise.resolve(scenario) as never
  for (const call of [
    remote.load(promise),
    remote.snapshots.put('a', promise),
    remote.faults.add(promise),
    remote.sessions.create({ scenario: promise }),
    remote.clock.advance(promise),
  ])
    await expect(call).rejects.toThrow('contains a promise, which has to be awaited')
  expect(send).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

controlTest('a client says where the name of a new session stands', async ({ start }) => {
  const { remote } = await start()
  await expect(remote.sessions.create('anna' as never)).rejects.toThrow('Its name is one of them: { name }')
  expect(() => createSimulator().sessions.create({ name: 'anna' } as never)).toThrow('Pass its name first')
})

controlTest.for(['an na', 'ä', 'a/b', '..', ''])(
  'a session that is called %j is refused by its name',
  async (name, { start }) => {
    const { remote, server } = await start()
    const refused = /no session can have this name\. Allowed: 1 to 100/
    expect(() => remote.session(name)).toThrow(refused)
    expect(() => connect(server.url, { session: name })).toThrow(refused)
    const response = await fetch(`${server.url}/_simulator/clock`, {
      headers: { 'x-simulator-session': encodeURI(name) },
    })
    if (encodeURI(name) !== name) expect((await response.json()).error.message).toMatch(refused)
  },
)

controlTest('chaos is set in all its forms, in code, by a client and over HTTP', async ({ start }) => {
  const { remote, simulator } = await start()
  const forms: readonly [form: never, expected: object][] = [
    ['0.3:4711' as never, { level: 0.3, seed: 4711 }],
    ['low' as never, { level: 0.05, seed: 4711 }],
    [0.5 as never, { level: 0.5, seed: 4711 }],
    [{ seed: 8 } as never, { level: 0.5, seed: 8 }],
    [{ level: 'high' } as never, { level: 0.5, seed: 8 }],
  ]
  for (const [form, expected] of forms) {
    simulator.setChaos(form)
    expect(simulator.chaos).toEqual(expected)
  }
  for (const [form, expected] of forms) expect(await remote.chaos.set(form)).toMatchObject(expected)
  for (const wrong of ['lots', '0.3:x', 2, null, []] as never[]) {
    expect(() => simulator.setChaos(wrong)).toThrow(/Failed to set chaos/)
    await expect(remote.chaos.set(wrong)).rejects.toThrow(/Failed to/)
  }
})
