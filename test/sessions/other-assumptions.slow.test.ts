import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { runs } from '../support/scope.ts'

type Write = (simulator: Simulator, at: number) => unknown

const HEADERS = { 'X-Api-Key': 'any', 'Content-Type': 'application/json' }
const PRESETS = ['spec', 'langsmith', 'langsmith-next'] as const

const SMALL = {
  name: 'small',
  description: 'A few deployments, of which some wait for their database.',
  seed: 1,
  now: '2026-03-02T09:00:00Z',
  providers: 1,
  deployments: [{ count: 4 }, { count: 3, record: { status: 'AWAITING_DATABASE' } }, { count: 3 }],
} as const

function pick<Item>(items: readonly Item[], at: number): Item | undefined {
  return items[at % (items.length || 1)]
}

function pickId(items: readonly { readonly id: string }[], at: number): string {
  return pick(items, at)?.id ?? ''
}

async function send({ fetch }: Simulator, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(path, {
    method,
    headers: HEADERS,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  // An error of the service is fine: not every preset has every operation.
  expect([path, response.status]).not.toEqual([path, 500])
  return response.text()
}

function post(simulator: Simulator, at: number): Promise<unknown> {
  const repository = pick(simulator.db.repositories.list(), at)
  const { integration_id, url, default_branch } = repository ?? {}
  const spec = {
    integration_id,
    source_config: { repo_url: url },
    source_revision_config: { repo_ref: default_branch },
  }
  const upstream = {
    name: `new-${at}`,
    source: 'github',
    source_config: { integration_id, repo_url: url, deployment_type: 'dev', build_on_push: true },
    source_revision_config: { repo_ref: default_branch, langgraph_config_path: 'langgraph.json' },
    secrets: [],
  }
  return send(simulator, 'POST', '/v2/deployments', simulator.assumptions.creation === 'upstream' ? upstream : spec)
}

// What is written directly can be impossible under the assumptions at that time.
function attempt(write: Write): Write {
  return (simulator, at) => {
    try {
      write(simulator, at)
    } catch {}
  }
}

const deploymentPath = ({ db }: Simulator, at: number) => `/v2/deployments/${pickId(db.deployments.list(), at)}`

const writes: Readonly<Record<string, Write>> = {
  post,
  patch: (simulator, at) =>
    send(simulator, 'PATCH', deploymentPath(simulator, at), { source_revision_config: { repo_ref: `branch-${at}` } }),
  remove: (simulator, at) => send(simulator, 'DELETE', deploymentPath(simulator, at)),
  interrupt: (simulator, at) => {
    const revision = pick(simulator.db.revisions.list(), at)
    return send(simulator, 'POST', `/v2/deployments/${revision?.deployment_id}/revisions/${revision?.id}/interrupt`)
  },
  redeploy: (simulator, at) => {
    const revision = pick(simulator.db.revisions.list(), at)
    return send(simulator, 'POST', `/v2/deployments/${revision?.deployment_id}/revisions/${revision?.id}/redeploy`)
  },
  create: attempt(({ db }, at) => db.deployments.create({ name: `made-${at}` })),
  createBare: attempt(({ db }) =>
    db.deployments.create({ image_version: null, secret_references: null, source_config: { custom_url: null } }),
  ),
  hibernate: attempt(({ db }, at) =>
    db.deployments.update(pickId(db.deployments.list(), at), { status: 'HIBERNATED' }),
  ),
  empty: attempt(({ db }, at) => db.deployments.update(pickId(db.deployments.list(), at), { image_version: null })),
  rename: attempt(({ db }, at) => db.deployments.update(pickId(db.deployments.list(), at), { name: `renamed-${at}` })),
  delete: attempt(({ db }, at) => db.deployments.delete(pickId(db.deployments.list(), at))),
  changeRevision: attempt(({ db }, at) =>
    db.revisions.update(pickId(db.revisions.list(), at), { status: 'INTERRUPTED' }),
  ),
  deleteRevision: attempt(({ db }, at) => db.revisions.delete(pickId(db.revisions.list(), at))),
  addRepository: attempt(({ db }, at) => db.repositories.create({ id: at % 2 === 0 ? `repository-${at}` : `${at}` })),
  deleteIntegration: attempt(({ db }, at) => db.integrations.delete(pickId(db.integrations.list(), at))),
  wait: ({ clock }, at) => clock.advance(at * 2000),
}

const write = fc.tuple(fc.constantFrom(...Object.values(writes)), fc.nat(60))
const settings = fc.record({
  preset: fc.constantFrom(...PRESETS),
  vary: fc.oneof({ weight: 3, arbitrary: fc.nat(200) }, { weight: 1, arbitrary: fc.constant(null) }),
})

async function createVaried(vary: number | null, preset: (typeof PRESETS)[number]): Promise<Simulator> {
  const simulator = createSimulator({ scenario: SMALL })
  simulator.configure({ preset, vary })
  return simulator
}

test('what a session has stored survives any change of the preset and of the drawn assumptions', async () => {
  const steps = fc.array(fc.tuple(fc.array(write, { maxLength: 5 }), settings), { minLength: 1, maxLength: 4 })
  const property = fc.asyncProperty(settings, steps, async ({ vary, preset }, rounds) => {
    const simulator = await createVaried(vary, preset)
    for (const [acts, next] of rounds) {
      for (const [act, at] of acts) await act(simulator, at)
      const ids = simulator.db.deployments.list().map(({ id }) => id)
      simulator.configure(next)
      expect(simulator.db.deployments.list().map(({ id }) => id)).toEqual(ids)
      await send(simulator, 'GET', '/v2/deployments?limit=100')
      const snapshot = simulator.snapshot()
      simulator.restore(JSON.parse(JSON.stringify(snapshot)))
      expect(simulator.snapshot()).toEqual(snapshot)
    }
  })
  await fc.assert(property, { numRuns: runs(40) })
})

test('what a session has stored has a value in every field of a response while every field must have one, and is stored unchanged', async () => {
  const simulator = createSimulator()
  await post(simulator, 0)
  expect(simulator.db.deployments.count()).toBe(61)
  const before = simulator.snapshot().current.changes.deployments
  simulator.assume({ nullableFields: 'none' })
  const [first] = simulator.db.deployments.list().slice(-1)
  expect(JSON.stringify(first)).not.toContain('"build_on_push":null')
  const page = await (await simulator.fetch('/v2/deployments?limit=1')).json()
  expect([page.resources[0].id, page.resources[0].image_version]).toEqual([first?.id, expect.any(String)])
  expect(simulator.snapshot().current.changes.deployments).toEqual(before)
  simulator.assume({ nullableFields: 'some' })
  expect((await (await simulator.fetch('/v2/deployments?limit=1')).json()).resources[0].image_version).toBeNull()
})

test('what a session has stored can be varied after a client has created a deployment, also when a snapshot of it is restored', async () => {
  const simulator = createSimulator()
  await post(simulator, 0)
  expect(simulator.db.deployments.count()).toBe(61)
  for (const vary of [1, 2, 3, 4, null]) {
    simulator.configure({ vary })
    simulator.restore(JSON.parse(JSON.stringify(simulator.snapshot())))
  }
})

test('what a session has stored keeps a status that no longer exists, and shows UNKNOWN meanwhile', () => {
  const simulator = createSimulator({ assumptions: { statusValues: 'extra' } })
  const { id } = simulator.db.deployments.create({ status: 'HIBERNATED' })
  simulator.assume({ statusValues: 'known' })
  expect(simulator.db.deployments.get(id)?.status).toBe('UNKNOWN')
  simulator.assume({ statusValues: 'extra' })
  expect(simulator.db.deployments.get(id)?.status).toBe('HIBERNATED')
})

test('what a session has stored keeps a repository id that is not a number, and writes it as a number where responses must', async () => {
  const simulator = createSimulator()
  const [integration] = simulator.db.integrations.list()
  simulator.db.repositories.create({ integration_id: integration?.id ?? '', id: 'mine', name: 'mine' })
  simulator.assume({ repositoryIdType: 'integer' })
  expect(simulator.db.repositories.get('mine')?.name).toBe('mine')
  const path = `/v1/integrations/${integration?.kind === 'standard' ? '' : 'forge/'}github/${integration?.id}/repos`
  const repositories = await (await simulator.fetch(path)).json()
  const mine = repositories.find(({ name }: { name: string }) => name === 'mine')
  expect(Number.isSafeInteger(mine.id)).toBe(true)
})

test('what a session has stored leaves no revisions of deleted deployments behind, whatever revisions they would have', () => {
  const simulator = createSimulator({ scenario: SMALL })
  for (const { id } of simulator.db.deployments.list()) simulator.db.deployments.delete(id)
  for (const nullableFields of ['none', 'some', 'none'] as const) {
    simulator.assume({ nullableFields })
    expect(simulator.db.revisions.count()).toBe(0)
  }
})
