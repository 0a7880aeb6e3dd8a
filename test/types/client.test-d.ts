import { expectTypeOf, test } from 'vitest'
import {
  type ConnectOptions,
  connect,
  type Frame,
  type RemoteSimulator,
  type SessionEvent,
  type StreamedEvent,
} from '../../src/entries/client/index.ts'
import type {
  AssumptionOverrides,
  DeploymentRecord,
  DetailedEntry,
  Fault,
  FaultInput,
  PartialDeploymentRecord,
  Scenario,
  ScenarioInput,
  ScenarioName,
  Snapshot,
} from '../../src/index.ts'

declare const remote: RemoteSimulator

test('connect takes a URL, and optionally a token, a session and a fetch', () => {
  expectTypeOf(connect('http://127.0.0.1:4010', {} as ConnectOptions)).toEqualTypeOf<RemoteSimulator>()
  expectTypeOf(connect).returns.toEqualTypeOf<RemoteSimulator>()
  expectTypeOf<{ token: string; session: string; fetch: typeof fetch }>().toExtend<ConnectOptions>()
  // @ts-expect-error there is no such option
  connect('http://127.0.0.1:4010', { tokn: 'x' })
})

test('a client has the methods of a session, and each returns a promise', () => {
  expectTypeOf(remote.url).toEqualTypeOf<string>()
  expectTypeOf(remote.load).parameter(0).toEqualTypeOf<ScenarioName | ScenarioInput | undefined>()
  expectTypeOf(remote.exportScenario).returns.resolves.toEqualTypeOf<Scenario>()
  expectTypeOf(remote.assume).parameters.toEqualTypeOf<[overrides: AssumptionOverrides]>()
  expectTypeOf(remote.faults.add).toEqualTypeOf<(fault: FaultInput) => Promise<Fault>>()
  expectTypeOf(remote.requests.get).returns.resolves.toEqualTypeOf<DetailedEntry | undefined>()
  expectTypeOf(remote.snapshots.get).returns.resolves.toEqualTypeOf<Snapshot | undefined>()
  expectTypeOf(remote.sessions.create).returns.resolves.toEqualTypeOf<RemoteSimulator>()
  expectTypeOf(remote.session).toEqualTypeOf<(name: string) => RemoteSimulator>()
  expectTypeOf(remote.name).toEqualTypeOf<string>()
  expectTypeOf(remote.state).returns.resolves.toHaveProperty('counts')
})

test('a client writes and reads the same records as a session', () => {
  expectTypeOf(remote.db.deployments.create).parameters.toEqualTypeOf<[given?: PartialDeploymentRecord | undefined]>()
  expectTypeOf(remote.db.deployments.create).returns.resolves.toEqualTypeOf<DeploymentRecord>()
  expectTypeOf(remote.db.deployments.get).returns.resolves.toEqualTypeOf<DeploymentRecord | undefined>()
  // @ts-expect-error there is no such kind
  void remote.db.integrations.create({ kind: 'standrd' })
  // @ts-expect-error there is no such effect
  void remote.faults.add({ effect: 'emty' })
  // @ts-expect-error there is no such assumption
  void remote.assume({ nameMatchin: 'prefix' })
  // @ts-expect-error there is no such filter
  void remote.requests.list({ opration: 'listDeployments' })
  // @ts-expect-error there is no such operation
  void remote.requests.count({ operation: 'listDeployment' })
})

test('a listener to frames gets frames', () => {
  void remote.events((frame) => expectTypeOf(frame).toEqualTypeOf<Frame>(), { frame: 250 })
})

test('a listener gets every kind of event', () => {
  void remote.events((event) => expectTypeOf(event).toEqualTypeOf<StreamedEvent>())
  void remote.events((event) => expectTypeOf(event).toEqualTypeOf<StreamedEvent>(), { onEnd: () => undefined })
  expectTypeOf<SessionEvent>().toExtend<StreamedEvent>()
  expectTypeOf<Extract<StreamedEvent, { type: 'missed' }>['count']>().toEqualTypeOf<number>()
})
