import { createClock } from '@sinonjs/fake-timers'
import { type HttpHandler, HttpResponse, http, passthrough, type RequestHandler } from 'msw'
import { expectTypeOf, test, vi } from 'vitest'
import {
  type AssumptionOverrides,
  type Collections,
  type ConnectionRecord,
  createSimulator,
  type DeletionRecord,
  type DeploymentRecord,
  defineScenario,
  type IntegrationRecord,
  type ListenerRecord,
  type OAuthProviderRecord,
  type PartialDeploymentRecord,
  type RepositoryRecord,
  type RevisionRecord,
  type Scenario,
  type ScenarioInput,
  type ScenarioName,
  type Session,
  type SessionOptions,
  type Simulator,
  type SimulatorOptions,
  type Snapshot,
  type TokenRecord,
} from '../../src/index.ts'

test('createSimulator takes every option, and none is required', () => {
  createSimulator()
  createSimulator({
    scenario: 'busy',
    seed: 7,
    now: new Date(0),
    deployments: 5,
    preset: 'langsmith',
    assumptions: { nameMatching: 'prefix' },
    baseUrl: 'https://api.test',
    scenarios: [{ name: 'mine', deployments: 1 }],
    memory: 512,
    journalSize: 10,
    explain: true,
    sessionMinutes: 5,
    clock: 'running',
    chaos: 'low',
    controlApi: true,
  })
  createSimulator({
    scenario: { name: 'mine', deployments: [{ count: 2, record: { status: 'READY' } }] },
    now: '2026-03-02T09:00:00Z',
  })
  expectTypeOf(createSimulator).parameters.toEqualTypeOf<[options?: SimulatorOptions | undefined]>()
})

test('createSimulator rejects wrong options', () => {
  // @ts-expect-error there is no such option
  createSimulator({ sede: 7 })
  // @ts-expect-error there is no such preset
  createSimulator({ preset: 'langsmit' })
  // @ts-expect-error a clock is frozen or running
  createSimulator({ clock: 'runing' })
  // @ts-expect-error a seed is a number
  createSimulator({ seed: '7' })
  // @ts-expect-error a scenario needs its deployments
  createSimulator({ scenario: { name: 'mine' } })
})

test('a simulator is a session with sessions, fetch and MSW handlers', () => {
  const simulator = createSimulator()
  expectTypeOf(simulator).toExtend<Session>()
  expectTypeOf(simulator).toExtend<Simulator>()
  expectTypeOf(simulator.fetch).toEqualTypeOf<typeof fetch>()
  expectTypeOf(simulator.handlers).toEqualTypeOf<HttpHandler[]>()
  expectTypeOf(simulator.sessions.create).parameters.toEqualTypeOf<
    [name: string, options?: SessionOptions | undefined]
  >()
  expectTypeOf(simulator.sessions.create('alice')).toEqualTypeOf<Session>()
  expectTypeOf(simulator.sessions.get('alice')).toEqualTypeOf<Session | undefined>()
  expectTypeOf(simulator.load).parameter(0).toEqualTypeOf<ScenarioName | ScenarioInput | undefined>()
})

test('use takes any request handlers of MSW', () => {
  const { use } = createSimulator()
  expectTypeOf(use).parameters.toEqualTypeOf<RequestHandler[]>()
  use(
    http.get('/v2/deployments', () => HttpResponse.json([]), { once: true }),
    http.all('*', () => passthrough()),
  )
  // @ts-expect-error handlers are passed one by one
  use([http.get('*', () => undefined)])
})

test('creating a deployment takes any of its fields, and returns the whole record', () => {
  const { db } = createSimulator()
  expectTypeOf(db.deployments.create).parameters.toEqualTypeOf<[given?: PartialDeploymentRecord | undefined]>()
  expectTypeOf(db.deployments.create()).toEqualTypeOf<DeploymentRecord>()
  db.deployments.create({ name: 'checkout', status: 'READY', deployment_type: 'prod' })
  db.deployments.create({ source_config: { repo_url: 'https://example.com' }, image_version: null })
  // @ts-expect-error there is no such field
  db.deployments.create({ nmae: 'checkout' })
  // @ts-expect-error there is no such type
  db.deployments.create({ deployment_type: 'prd' })
  // @ts-expect-error there is no such field in the configuration
  db.deployments.create({ source_config: { repo_ur: 'https://example.com' } })
})

test('reading and updating a deployment returns a record that is readonly', () => {
  const { db } = createSimulator()
  const record = db.deployments.get('an-id')
  expectTypeOf(record).toEqualTypeOf<DeploymentRecord | undefined>()
  expectTypeOf(db.deployments.update('an-id', { name: 'x' })).toEqualTypeOf<DeploymentRecord>()
  expectTypeOf(db.deployments.list()).toEqualTypeOf<readonly DeploymentRecord[]>()
  expectTypeOf(db.deployments.delete('an-id')).toEqualTypeOf<boolean>()
  const read = (stored: DeploymentRecord): void => {
    // @ts-expect-error a record is changed with `update`
    stored.name = 'other'
    // @ts-expect-error and so are its lists
    stored.tag_value_ids.push('x')
  }
  expectTypeOf(read).returns.toBeVoid()
})

test('every collection takes the records that it returns', () => {
  type Takes = {
    readonly [Name in keyof Collections]: ReturnType<Collections[Name]['create']> extends Parameters<
      Collections[Name]['update']
    >[1]
      ? true
      : false
  }
  expectTypeOf<Takes>().toEqualTypeOf<Readonly<Record<keyof Collections, true>>>()
})

test('the other records have their own fields', () => {
  const { db } = createSimulator()
  expectTypeOf(db.providers.create({ name: 'hub' })).toEqualTypeOf<OAuthProviderRecord>()
  expectTypeOf(db.integrations.create({ kind: 'standard' })).toEqualTypeOf<IntegrationRecord>()
  expectTypeOf(db.repositories.create({ name: 'shop' })).toEqualTypeOf<RepositoryRecord>()
  expectTypeOf(db.revisions.create({ outcome: 'buildFails' })).toEqualTypeOf<RevisionRecord>()
  expectTypeOf(db.listeners.create()).toEqualTypeOf<ListenerRecord>()
  expectTypeOf(db.tokens.create()).toEqualTypeOf<TokenRecord>()
  expectTypeOf(db.connections.create()).toEqualTypeOf<ConnectionRecord>()
  expectTypeOf(db.deletions.list()).toEqualTypeOf<readonly DeletionRecord[]>()
  // @ts-expect-error there is no such outcome
  db.revisions.create({ outcome: 'explodes' })
  // @ts-expect-error there is no such kind
  db.integrations.create({ kind: 'standrd' })
  // @ts-expect-error a repository has no status
  db.repositories.create({ status: 'READY' })
  // @ts-expect-error there is no such collection
  expectTypeOf(db.deploymets)
})

test('a scenario needs a name and deployments only', () => {
  expectTypeOf<{ name: string; deployments: number }>().toExtend<ScenarioInput>()
  expectTypeOf<Scenario>().toExtend<ScenarioInput>()
  expectTypeOf(defineScenario).toEqualTypeOf<(input: ScenarioInput) => Scenario>()
  defineScenario({
    name: 'mine',
    description: 'All parts of a scenario.',
    providers: [{ count: 2, record: { name: 'hub' } }],
    integrations: [{ kind: 'alternate', name: 'forge', repositories: 3 }],
    deployments: [{ fixture: 'huge-spec' }, { count: 3, record: { status: 'READY' } }],
    preset: 'langsmith',
    assumptions: { duplicateName: 409 },
    latency: { min: 10, max: 20 },
    faults: [{ status: 503, times: 1 }],
    chaos: 'low',
  })
  // @ts-expect-error the name is missing
  defineScenario({ deployments: 1 })
  // @ts-expect-error there is no such field
  defineScenario({ name: 'mine', deployments: 1, deployment: 1 })
  // @ts-expect-error there is no such kind of integration
  defineScenario({ name: 'mine', deployments: 1, integrations: [{ kind: 'other', name: 'x', repositories: 1 }] })
})

test('a snapshot is plain data that a session restores', () => {
  const { snapshot, restore } = createSimulator()
  expectTypeOf(snapshot()).toEqualTypeOf<Snapshot>()
  expectTypeOf<Snapshot['format']>().toEqualTypeOf<'deploymock-snapshot'>()
  expectTypeOf<Snapshot['scenario']>().toEqualTypeOf<Scenario>()
  expectTypeOf<Snapshot['current']['assumptions']>().toEqualTypeOf<AssumptionOverrides>()
  // A snapshot may come from a file, so it is validated and not typed.
  expectTypeOf(restore).parameter(0).toEqualTypeOf<unknown>()
  // @ts-expect-error a snapshot is readonly
  snapshot().scenario = snapshot().scenario
})

test('a clock follows the timers of Vitest, Jest and Sinon', () => {
  const { clock } = createSimulator()
  expectTypeOf(clock.follow(createClock())).toEqualTypeOf<() => void>()
  clock.follow({ advanceTimersByTime: (milliseconds: number) => void milliseconds })
  vi.useFakeTimers()
  clock.follow(vi)
  // @ts-expect-error these are the real ones
  clock.follow({ setTimeout, clearTimeout })
})
