import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { setupSimulator } from '../../src/entries/node/index.ts'
import { describeLastRequests } from '../../src/entries/run/hint.ts'
import { createSimulator } from '../../src/index.ts'
import { describeRequests } from '../../src/server/playwright/request-report.ts'

afterEach(() => void vi.unstubAllEnvs())

test('the environment sets assumptions that replace those in code, and that nothing in the code can change', () => {
  vi.stubEnv('DEPLOYMOCK_ASSUME', ' nameMatching=prefix; statusValues=READY,UNUSED ;')
  const simulator = setupSimulator({
    scenario: 'empty',
    assumptions: { nameMatching: 'substring', tagMatching: 'all' },
  })
  const wanted = { nameMatching: 'prefix', statusValues: 'READY,UNUSED', tagMatching: 'all' }
  expect(simulator.assumptions).toMatchObject(wanted)
  simulator.assume({ nameMatching: 'substringIgnoringCase' })
  expect(simulator.assumptions).toMatchObject(wanted)
  const session = simulator.sessions.create('other', { assumptions: { nameMatching: 'substring' } })
  expect(session.assumptions.nameMatching).toBe('prefix')
})

test('the environment draws a value for every other assumption, also if the code has set it', () => {
  vi.stubEnv('DEPLOYMOCK_VARY', '4711')
  vi.stubEnv('DEPLOYMOCK_ASSUME', 'nameMatching=substring')
  const { assumptions } = setupSimulator({ scenario: 'empty', assumptions: { lastPageOffset: 'returned' } })
  const drawn = createSimulator({ scenario: 'empty', vary: 4711, assumptions: { nameMatching: 'substring' } })
  expect(assumptions).toEqual(drawn.assumptions)
})

test('the environment draws other values for each scope', () => {
  vi.stubEnv('DEPLOYMOCK_VARY', '4711')
  const { sessions } = setupSimulator({ scenario: 'empty' })
  const draw = (name: string, varyScope: string) => sessions.create(name, { varyScope }).assumptions
  expect(draw('a', 'one test')).toEqual(draw('b', 'one test'))
  expect(draw('c', 'one test')).not.toEqual(draw('d', 'another test'))
})

test('the environment sets the seed of every scenario, the chaos and the faults of every session', () => {
  vi.stubEnv('DEPLOYMOCK_SEED', '99')
  vi.stubEnv('DEPLOYMOCK_CHAOS', '0.5:7')
  vi.stubEnv('DEPLOYMOCK_FAULTS', '[{"id":"outage","operation":"listDeployments","status":503}]')
  const simulator = setupSimulator({ scenario: 'empty', seed: 1, chaos: '0.1:1' })
  simulator.load('first-day')
  expect([simulator.scenario.seed, simulator.chaos]).toEqual([99, { level: 0.5, seed: 7 }])
  expect(simulator.faults.list().map(({ id }) => id)).toEqual(['outage'])
  simulator.restore(simulator.snapshot())
  expect(simulator.faults.list()).toHaveLength(1)
  expect(simulator.sessions.create('other').faults.list()).toHaveLength(1)
})

test('the environment changes nothing if its variables are empty', () => {
  for (const name of ['ASSUME', 'VARY', 'SEED', 'CHAOS', 'FAULTS', 'TRACE']) vi.stubEnv(`DEPLOYMOCK_${name}`, ' ')
  vi.stubEnv('DEPLOYMOCK_TRACE', '')
  expect(setupSimulator().assumptions).toEqual(createSimulator().assumptions)
})

test.for([
  [
    'ASSUME',
    'nameMatchin=prefix',
    'Failed to assume: "nameMatchin" is not an assumption. Did you mean "nameMatching"?',
  ],
  ['ASSUME', 'creation=absent;duplicateName=409', 'Failed to assume creation=absent and duplicateName=409'],
  ['SEED', 'x', '"x" is not a seed. Allowed: a whole number.'],
  ['CHAOS', 'lwo', 'Did you mean "low"?'],
  ['FAULTS', '{}', '"{}" is not a list. Allowed: a JSON array of faults.'],
  ['FAULTS', '[', 'JSON'],
])('the environment is rejected with the name of the variable: %s=%s', ([name, value, message]) => {
  vi.stubEnv(`DEPLOYMOCK_${name}`, value)
  const attempt = () => setupSimulator()
  expect(attempt).toThrow(`Failed to read DEPLOYMOCK_${name}: `)
  expect(attempt).toThrow(message)
})

test('the environment is rejected if its folder for traces cannot be written to', () => {
  vi.stubEnv('DEPLOYMOCK_TRACE', '/dev/null/traces')
  const message = /^Failed to write traces to "\/dev\/null\/traces": .* Set DEPLOYMOCK_TRACE to a folder that/
  expect(() => setupSimulator()).toThrow(message)
})

test('the environment sets a folder for traces, which contain each request at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trace-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  vi.stubEnv('DEPLOYMOCK_TRACE', join(folder, 'new'))
  const simulator = setupSimulator()
  await simulator.fetch('/v2/auth/providers?x=1')
  const [file = ''] = readdirSync(join(folder, 'new'))
  const lines = readFileSync(join(folder, 'new', file), 'utf8')
    .trim()
    .split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { simulator: true },
    {
      session: 'default',
      method: 'GET',
      path: '/v2/auth/providers',
      query: 'x=1',
      at: expect.any(Number),
      operation: 'listOAuthProviders',
      status: 200,
      assumptions: expect.arrayContaining(['providerOrdering', 'unknownParameter']),
      values: expect.objectContaining({ providerOrdering: 'created', unknownParameter: 'ignored' }),
      faults: [],
    },
  ])
})

test('a failed test of a varied run shows the values that its requests depended on, and how to use them again', async () => {
  vi.stubEnv('DEPLOYMOCK_VARY', '4711')
  vi.stubEnv('DEPLOYMOCK_ASSUME', 'authentication=none;providerOrdering=name;optionalFields=null')
  const simulator = setupSimulator()
  await simulator.fetch('/v2/auth/providers')
  for (const text of [describeLastRequests(simulator), describeRequests(simulator)]) {
    expect(text).toContain('drawn with seed 4711. To draw them again: DEPLOYMOCK_VARY=4711\n')
    expect(text).toContain('\n  providerOrdering=name instead of created\n')
    expect(text).toMatch(/\nTo use only these: DEPLOYMOCK_ASSUME='[^']*providerOrdering=name[^']*'$/)
    expect(text).not.toMatch(/nameMatching|optionalFields=\w+ instead/)
  }
})

test('a failed test of a varied run says so if it depended on none that differs', async () => {
  vi.stubEnv('DEPLOYMOCK_ASSUME', 'nameMatching=prefix')
  const simulator = setupSimulator()
  await simulator.fetch('/v2/auth/providers')
  expect(describeLastRequests(simulator)).toContain('depended on no assumption that differs from the preset.')
})

test('a failed test of a varied run shows none of this if nothing is varied', async () => {
  const simulator = setupSimulator({ assumptions: { providerOrdering: 'name' } })
  await simulator.fetch('/v2/auth/providers')
  expect(describeLastRequests(simulator)).not.toContain('providerOrdering')
})

test('a trace contains why records were refused, and no id that does not exist', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trace-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  vi.stubEnv('DEPLOYMOCK_TRACE', folder)
  vi.stubEnv('DEPLOYMOCK_ASSUME', 'nullableFields=none;statusValues=known')
  const simulator = setupSimulator()
  const { id } = simulator.db.deployments.create()
  const refused = [
    () => simulator.db.deployments.create({ image_version: null }),
    () => simulator.db.deployments.update(id, { status: 'AWAITING_FINAL_DELETE' }),
  ]
  for (const act of refused) expect(act).toThrow('Failed to ')
  expect(() => simulator.db.deployments.update('other', { image_version: null })).toThrow('no record has the id')
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'))
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { simulator: true },
    { refused: expect.stringMatching(/^Failed to create deployment: "image_version" is null\./) },
    { refused: expect.stringMatching(/^Failed to update deployment: "status" is "AWAITING_FINAL_DELETE"\./) },
  ])
})
