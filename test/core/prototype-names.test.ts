import { expect, test } from 'vitest'
import { createSimulator, defineScenario } from '../../src/index.ts'

const NAMES = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf', '__defineGetter__'] as const

/** An object with a field of its own, as `JSON.parse` reads it. */
function own<Value>(name: string, value: Value): Record<string, Value> {
  return Object.fromEntries([[name, value]])
}

const start = () => createSimulator({ preset: 'spec' })
type Simulator = ReturnType<typeof start>

function send({ fetch }: Simulator, method: string, path: string, body?: unknown) {
  const headers = { 'content-type': 'application/json' }
  return fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
}

const withLabels = (labels: Record<string, unknown>) => ({ source_config: { resource_spec: { labels } } })
const labelsOf = (deployment: unknown) =>
  (deployment as { source_config: { resource_spec: { labels: unknown } } }).source_config.resource_spec.labels

function creation({ db }: Simulator, labels: Record<string, unknown>) {
  const [repository] = db.repositories.list()
  return {
    name: 'checkout',
    integration_id: repository?.integration_id,
    source_config: { repo_url: repository?.url, ...withLabels(labels).source_config },
    source_revision_config: { repo_ref: repository?.default_branch },
  }
}

/** Places that keep a name, with what they have kept. */
const kept: readonly (readonly [string, (simulator: Simulator, name: string) => unknown])[] = [
  [
    'a free-form object of a request',
    async (simulator, name) =>
      labelsOf(await (await send(simulator, 'POST', '/v2/deployments', creation(simulator, own(name, '1')))).json()),
  ],
  ['a free-form object of a record', ({ db }, name) => labelsOf(db.deployments.create(withLabels(own(name, '1'))))],
  [
    'a free-form object inside another',
    ({ db }, name) =>
      Reflect.get(labelsOf(db.deployments.create(withLabels({ a: own(name, '1') }))) as { a: unknown }, 'a'),
  ],
  [
    'a free-form object that is changed',
    ({ db }, name) => {
      const { id } = db.deployments.create({})
      db.deployments.update(id, withLabels(own(name, '1')))
      return labelsOf(db.deployments.get(id))
    },
  ],
  [
    'a record of the control API',
    async (simulator, name) => {
      const path = '/_simulator/records/deployments'
      return labelsOf(await (await send(simulator, 'POST', path, withLabels(own(name, '1')))).json())
    },
  ],
  [
    'a record of a scenario',
    (_, name) => {
      const scenario = defineScenario({ name: 'own', deployments: [{ record: withLabels(own(name, '1')) }] })
      return labelsOf(createSimulator({ scenario }).db.deployments.list()[0])
    },
  ],
  [
    'a snapshot',
    (simulator, name) => {
      const { id } = simulator.db.deployments.create(withLabels(own(name, '1')))
      simulator.restore(JSON.parse(JSON.stringify(simulator.snapshot())))
      return labelsOf(simulator.db.deployments.get(id))
    },
  ],
  [
    'an exported scenario',
    async (simulator, name) => {
      const { id } = simulator.db.deployments.create(withLabels(own(name, '1')))
      const scenario = await (await send(simulator, 'GET', '/_simulator/scenario')).json()
      return labelsOf(createSimulator({ scenario }).db.deployments.get(id))
    },
  ],
  [
    'the body of a fault',
    async (simulator, name) => {
      simulator.faults.add({ respond: { body: own(name, '1') }, times: 1 })
      return (await simulator.fetch('/v2/deployments')).json()
    },
  ],
  [
    'the id of a fault in a snapshot',
    async (simulator, name) => {
      simulator.faults.add({ id: name, status: 503 })
      simulator.restore(JSON.parse(JSON.stringify(simulator.snapshot())))
      await simulator.fetch('/v2/deployments')
      return own(name, String(simulator.faults.uses().find(({ id }) => id === name)?.applied))
    },
  ],
  [
    'a session',
    async (simulator, name) => {
      simulator.sessions.create(name, { scenario: 'empty' })
      const { status } = await simulator.fetch(`/_s/${name}/v2/auth/providers`)
      return own(name, status === 200 && simulator.sessions.delete(name) ? '1' : String(status))
    },
  ],
  [
    'a stored snapshot',
    async (simulator, name) => {
      const { status } = await send(simulator, 'POST', '/_simulator/snapshots', { name })
      const found = await send(simulator, 'GET', `/_simulator/snapshots/${name}`)
      return own(name, status === 201 && found.status === 200 ? '1' : `${status} ${found.status}`)
    },
  ],
  [
    'a scenario',
    (simulator, name) => {
      simulator.define({ name, deployments: 0 })
      simulator.load(name)
      return own(simulator.scenario.name, '1')
    },
  ],
  [
    'a header of a request',
    async (simulator, name) => {
      await simulator.fetch('/v2/deployments', { headers: [[name, '1']] })
      const { headers } = simulator.requests.get(1)?.request ?? {}
      const found = Object.entries(headers ?? {}).find(([, each]) => String(each).includes(name.toLowerCase()))
      const given = found ?? Object.entries(headers ?? {}).find(([each]) => each.toLowerCase() === name.toLowerCase())
      return own(name, given === undefined ? 'missing' : '1')
    },
  ],
  [
    'an unknown parameter of a request',
    async (simulator, name) => {
      simulator.assume({ unknownParameter: '422' })
      return own(name, (await (await simulator.fetch(`/v2/deployments?${name}=1`)).text()).includes(name) ? '1' : '')
    },
  ],
]

for (const [place, keep] of kept) {
  test.for(NAMES)(`${place} can be called %s`, async (name) => {
    const found = await keep(start(), name)
    expect(Object.entries(found as object)).toEqual([[name, expect.stringMatching(/^1/)]])
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
}

/** Places whose names are known, with a wrong one. */
const known: readonly (readonly [string, (simulator: Simulator, name: string) => unknown])[] = [
  ['an option', (_, name) => createSimulator(own(name, 1) as object)],
  ['an assumption', ({ assume }, name) => assume(own(name, 'x'))],
  ['the value of an assumption', ({ assume }, name) => assume({ nameMatching: name as never })],
  ['a preset', (_, name) => createSimulator({ preset: name as never })],
  ['a scenario that nobody has defined', ({ load }, name) => load(name)],
  ['a field of a record', ({ db }, name) => db.deployments.create(own(name, 1) as object)],
  [
    'a field of a record of a scenario',
    (_, name) => createSimulator({ scenario: { name: 'own', deployments: [{ record: own(name, 1) }] } }),
  ],
  ['a changed field', ({ db }, name) => db.deployments.update(String(db.deployments.list()[0]?.id), own(name, 1))],
  ['a field inside a record', ({ db }, name) => db.deployments.create({ source_config: own(name, 1) })],
  ['a field of a fault', ({ faults }, name) => faults.add({ status: 503, ...own(name, 1) })],
  ['a parameter of a fault', ({ faults }, name) => faults.add({ status: 503, query: own(name, '1') })],
  ['a field of a scenario', (_, name) => defineScenario({ name: 'own', deployments: 1, ...own(name, 1) })],
  ['an assumption of a scenario', (_, n) => defineScenario({ name: 'own', deployments: 1, assumptions: own(n, 1) })],
  ['an option of a request list', ({ requests }, name) => requests.list(own(name, 1))],
  ['an operation', ({ requests }, name) => requests.list({ operation: name as never })],
  ['an effect', ({ faults }, name) => faults.add({ effect: name as never })],
  ['an option of a session', ({ sessions }, name) => sessions.create('own', own(name, 1))],
  ['a chaos level', ({ setChaos }, name) => setChaos({ level: name as never })],
]

for (const [place, act] of known) {
  test.for(NAMES)(`${place} called %s is refused with a sentence`, (name) => {
    expect(() => act(start(), name)).toThrow(new RegExp(name))
  })
}

test.for<[string, string, object]>([
  ['PATCH', 'assumptions', {}],
  ['POST', 'faults', { status: 503 }],
  ['POST', 'records/deployments', {}],
  ['PUT', 'scenario', { name: 'own', deployments: 1 }],
  ['POST', 'clock', {}],
  ['PATCH', 'settings', {}],
  ['PATCH', 'chaos', {}],
])('%s %s over HTTP names an unknown field that is called __proto__', async ([method, path, body]) => {
  const simulator = start()
  const response = await send(simulator, method, `/_simulator/${path}`, { ...body, ...own('__proto__', { a: 1 }) })
  const text = await response.text()
  if (response.status === 405) return
  expect([response.status, text]).toEqual([422, expect.stringContaining('__proto__')])
})
