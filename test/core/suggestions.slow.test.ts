import { expect, test } from 'vitest'
import { suggestWord } from '../../src/engine/input/text/suggestion.ts'
import { connect } from '../../src/entries/client/index.ts'
import { setupSimulator } from '../../src/entries/node/index.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { createApp, serve } from '../../src/server/index.ts'
import { sample } from '../support/scope.ts'

/** Passes a name, or a value, to a simulator. The types do not allow unknown ones. */
type Act = (name: never, simulator: Simulator) => unknown

const plan = (more: object) => ({ name: 'x', deployments: 0, ...more })

// What is asked for, a misspelled word, the word that is meant, and what takes it.
const inCode: readonly [what: string, given: string, meant: string, act: Act][] = [
  ['a scenario', 'bussy', 'busy', (scenario) => createSimulator({ scenario })],
  ['a scenario to load', 'bussy', 'busy', (scenario, { load }) => load(scenario)],
  ['the scenario of a session', 'bussy', 'busy', (scenario, { sessions }) => sessions.create('a', { scenario })],
  ['an assumption', 'nameMatchin', 'nameMatching', (id, { assume }) => assume({ [id]: 'prefix' })],
  ['the value of an assumption', 'prefx', 'prefix', (value, { assume }) => assume({ nameMatching: value })],
  ['the free value of an assumption', 'rot', 'root', (value, { assume }) => assume({ versionPrefix: value })],
  [
    'an assumption of a scenario',
    'nameMatchin',
    'nameMatching',
    (id, { load }) => load(plan({ assumptions: { [id]: 'x' } })),
  ],
  [
    'the value in a scenario',
    'prefx',
    'prefix',
    (value, { load }) => load(plan({ assumptions: { nameMatching: value } })),
  ],
  [
    'the free value in a scenario',
    'rot',
    'root',
    (value, { load }) => load(plan({ assumptions: { versionPrefix: value } })),
  ],
  ['a preset', 'langsmit', 'langsmith', (preset) => createSimulator({ preset })],
  ['the preset of a scenario', 'langsmit', 'langsmith', (preset, { load }) => load(plan({ preset }))],
  ['the preset of a session', 'langsmit', 'langsmith', (preset, { sessions }) => sessions.create('a', { preset })],
  ['a clock', 'runing', 'running', (clock) => createSimulator({ clock })],
  ['a level of chaos', 'lwo', 'low', (chaos) => createSimulator({ chaos })],
  ['a named level of chaos', 'lwo', 'low', (level) => createSimulator({ chaos: { level } })],
  ['a field of chaos', 'levl', 'level', (name) => createSimulator({ chaos: { [name]: 1 } as never })],
  ['a field of a scenario', 'deployment', 'deployments', (name, { load }) => load({ name: 'x', [name]: 1 } as never)],
  ['a field of a group', 'cuont', 'count', (name, { load }) => load(plan({ deployments: [{ [name]: 1 }] }))],
  ['a field of a latency', 'sgima', 'sigma', (name, { load }) => load(plan({ latency: { median: 1, [name]: 1 } }))],
  [
    'a kind of integration',
    'standrd',
    'standard',
    (kind, { load }) => load(plan({ integrations: [{ kind, name: 'a', repositories: 1 }] })),
  ],
  ['a fixture', 'hug-spec', 'huge-spec', (fixture, { load }) => load(plan({ deployments: [{ fixture }] }))],
  [
    'the status of a group',
    'REDY',
    'READY',
    (status, { load }) => load(plan({ deployments: [{ record: { status } }] })),
  ],
  ['a field of a record', 'stauts', 'status', (name, { db }) => db.deployments.create({ [name]: 'READY' })],
  [
    'a field inside a record',
    'repo_ur',
    'repo_url',
    (name, { db }) => db.deployments.create({ source_config: { [name]: 'x' } }),
  ],
  ['a status', 'REDY', 'READY', (status, { db }) => db.deployments.create({ status })],
  ['a deployment type', 'prd', 'prod', (type, { db }) => db.deployments.create({ deployment_type: type })],
  ['the kind of an integration', 'standrd', 'standard', (kind, { db }) => db.integrations.create({ kind })],
  ['a field of a fault', 'operaton', 'operation', (name, { faults }) => faults.add({ [name]: 'x', status: 503 })],
  [
    'a field of the requests of a fault',
    'operaton',
    'operation',
    (name, { faults }) => faults.add({ match: { [name]: 'x' }, status: 503 }),
  ],
  [
    'the operation of a fault',
    'listDeploymets',
    'listDeployments',
    (operation, { faults }) => faults.add({ operation, status: 503 }),
  ],
  [
    'the method of a fault',
    'GTE',
    'GET',
    (method, { faults }) => faults.add({ operation: 'listDeployments', method, status: 503 }),
  ],
  ['an effect', 'emty', 'empty', (effect, { faults }) => faults.add({ effect })],
  ['the kind of an effect', 'emty', 'empty', (kind, { faults }) => faults.add({ effect: { kind } })],
  [
    'a field of an effect',
    'stats',
    'status',
    (name, { faults }) => faults.add({ effect: { kind: 'status', [name]: 503 } as never }),
  ],
  ['a word in an effect', 'durin', 'during', (when, { faults }) => faults.add({ effect: { kind: 'reset', when } })],
  ['an option of createSimulator', 'sede', 'seed', (name) => createSimulator({ [name]: 1 })],
  ['an option of a session', 'scenaro', 'scenario', (name, { sessions }) => sessions.create('a', { [name]: 'busy' })],
  ['an option of createApp', 'cros', 'cors', (name, simulator) => createApp(simulator, { [name]: true })],
  ['an option of serve', 'prot', 'port', (name, simulator) => serve(simulator, { [name]: 0 })],
  ['an option of connect', 'tokn', 'token', (name) => connect('http://127.0.0.1:1', { [name]: 'x' })],
  ['an option of setupSimulator', 'handler', 'handlers', (name) => setupSimulator({ [name]: [] })],
  ['a word of setupSimulator', 'answr', 'answer', (word) => setupSimulator({ unhandledRequests: word })],
]

/** Sends a request to the control API. Throws the message of an error response. */
async function send({ fetch }: Simulator, method: string, path: string, body?: object): Promise<void> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  const response = await fetch(`/_simulator${path}`, init)
  if (response.ok) return
  throw new Error((await response.json()).error.message)
}

const overHttp: readonly [what: string, given: string, meant: string, act: Act][] = [
  ['a scenario', 'bussy', 'busy', (name, simulator) => send(simulator, 'PUT', '/scenario', { name })],
  [
    'the scenario of a session',
    'bussy',
    'busy',
    (scenario, simulator) => send(simulator, 'POST', '/sessions', { scenario }),
  ],
  [
    'the preset of a session',
    'langsmit',
    'langsmith',
    (preset, simulator) => send(simulator, 'POST', '/sessions', { preset }),
  ],
  [
    'a field of the scenario of a session',
    'deployment',
    'deployments',
    (name, simulator) => send(simulator, 'POST', '/sessions', { scenario: { name: 'x', [name]: 1 } }),
  ],
  [
    'the snapshot of a session',
    'befor',
    'before',
    (snapshot, simulator) => send(simulator, 'POST', '/sessions', { snapshot }),
  ],
  ['a session', 'alic', 'alice', (name, simulator) => send(simulator, 'GET', `/sessions/${encode(name)}`)],
  ['a session to delete', 'alic', 'alice', (name, simulator) => send(simulator, 'DELETE', `/sessions/${encode(name)}`)],
  ['a snapshot', 'befor', 'before', (name, simulator) => send(simulator, 'GET', `/snapshots/${encode(name)}`)],
  [
    'a snapshot to restore',
    'befor',
    'before',
    (name, simulator) => send(simulator, 'POST', `/snapshots/${encode(name)}/restore`),
  ],
  ['a fault', 'slwo', 'slow', (id, simulator) => send(simulator, 'DELETE', `/faults/${encode(id)}`)],
  [
    'an assumption',
    'nameMatchin',
    'nameMatching',
    (id, simulator) => send(simulator, 'PATCH', '/assumptions', { [id]: 'x' }),
  ],
  [
    'the value of an assumption',
    'prefx',
    'prefix',
    (value, simulator) => send(simulator, 'PATCH', '/assumptions', { nameMatching: value }),
  ],
  ['a field of a body', 'advanc', 'advance', (name, simulator) => send(simulator, 'PATCH', '/clock', { [name]: 1 })],
  [
    'a field of a query',
    'limt',
    'limit',
    (name, simulator) => send(simulator, 'GET', `/records/deployments?${encode(name)}=1`),
  ],
  [
    'a value in a query',
    'listDeploymets',
    'listDeployments',
    (operation, simulator) => send(simulator, 'GET', `/requests?operation=${encode(operation)}`),
  ],
]

/** Encodes a name for a URL, which cannot be of any length and contains whole characters only. */
function encode(name: string): string {
  return encodeURIComponent(name.slice(0, 10_000).replace(/\p{Surrogate}/gu, '\ufffd'))
}

async function prepare(): Promise<Simulator> {
  const simulator = createSimulator()
  simulator.sessions.create('alice')
  simulator.faults.add({ id: 'slow', operation: 'listDeployments', delay: 1 })
  await send(simulator, 'POST', '/snapshots', { name: 'before' })
  return simulator
}

async function readMessage(act: Act, name: string, simulator: Simulator): Promise<string> {
  try {
    await act(name as never, simulator)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return 'It was accepted.'
}

test.for(inCode)(
  'a misspelled name is answered with the one that is meant for %s: "%s" means "%s"',
  async ([, given, meant, act]) => {
    const message = await readMessage(act, given, await prepare())
    expect(message).toMatch(new RegExp(`^Failed to [^:]+: .*\\. Did you mean "${meant}"\\? (Known|Allowed|Options): `))
    expect(message).not.toMatch(/Invalid option|Invalid input|Unrecognized key/)
  },
)

test.for(overHttp)(
  'a misspelled name is answered with the one that is meant over HTTP for %s: "%s" means "%s"',
  async ([, given, meant, act]) => {
    const message = await readMessage(act, given, await prepare())
    expect(message).toMatch(new RegExp(`^Failed to [^:]+: .*\\. Did you mean "${meant}"\\? (Known|Allowed): `))
  },
)

const hostile = ['x'.repeat(1_000_000), 'bu\u0000s\u001b[31my\u009b', 'bus\ud800y', '\u202eysub', '"'.repeat(70)]
const cases = [...inCode, ...overHttp.map(([what, ...rest]) => [`${what} over HTTP`, ...rest] as const)]

test.for(sample(cases, 3))(
  'a hostile name is neither repeated in full nor sent to the terminal as %s',
  async ([, , , act]) => {
    const simulator = await prepare()
    for (const name of hostile) {
      const message = await readMessage(act, name, simulator)
      expect(message).toMatch(/^Failed to /)
      expect(message.length).toBeLessThan(3000)
      expect(message).not.toMatch(/[\p{Cc}\p{Cs}\p{Cf}]/u)
    }
  },
)

test.for([
  ['redy', ['READY'], 'READY'],
  ['lwo', ['high', 'low'], 'low'],
  ['a', ['b'], undefined],
  ['', ['a'], undefined],
  ['x'.repeat(60), [`${'x'.repeat(59)}y`], `${'x'.repeat(59)}y`],
  ['x'.repeat(61), [`${'x'.repeat(60)}y`], undefined],
] as const)('of %j, %j, the most similar word is %j', ([given, known, meant]) => {
  expect(suggestWord(given, known)).toBe(meant === undefined ? '' : ` Did you mean "${meant}"?`)
})

test('a suggestion compares a thousand words', () => {
  const others = Array.from({ length: 999 }, () => 'something')
  expect(suggestWord('name-2000', [...others, 'name-2001'])).toContain('"name-2001"')
  expect(suggestWord('name-2000', [...others, 'something', 'name-2001'])).toBe('')
})
