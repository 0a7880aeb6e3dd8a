import { expect } from 'vitest'
import type { StreamedEvent } from '../../src/entries/client/index.ts'
import type { LogEntry } from '../../src/server/index.ts'
import { test } from '../support/control-test.ts'

test('a trial is not listed, and can be read and ended by its name', async ({ start }) => {
  const { remote, simulator } = await start()
  const trial = await remote.sessions.create({ name: 'attempt', scenario: 'empty', trial: true })
  expect((await remote.sessions.list()).map(({ name }) => name)).toEqual(['default'])
  expect(simulator.sessions.list()).toEqual([])
  expect(await remote.sessions.get('attempt')).toMatchObject({ name: 'attempt', scenario: 'empty' })
  expect(await trial.db.deployments.list()).toEqual([])
  expect([await remote.sessions.delete('attempt'), await remote.sessions.delete('attempt')]).toEqual([true, false])
})

test('a trial can begin as a copy of another session', async ({ start }) => {
  const { remote } = await start()
  const alice = await remote.sessions.create({ name: 'alice' })
  await alice.db.deployments.create({ name: 'checkout' })
  const trial = await remote.sessions.create({ from: 'alice', trial: true })
  expect((await trial.db.deployments.list()).at(-1)).toMatchObject({ name: 'checkout' })
  expect((await remote.sessions.list()).map(({ name }) => name)).toEqual(['default', 'alice'])
})

test('a trial has a journal, and no events', async ({ start }) => {
  const { remote } = await start()
  const events: StreamedEvent[] = []
  await remote.events((event) => void events.push(event))
  const trial = await remote.sessions.create({ trial: true })
  await trial.faults.add({ status: 503, times: 1 })
  await fetch(`${trial.url}/v2/deployments`)
  await trial.db.deployments.create({ name: 'checkout' })
  await trial.chaos.set({ level: 0.1 })
  await trial.clock.freeze()
  await trial.reset({ keepRequests: true })
  expect(await trial.requests.list()).toMatchObject([{ status: 503 }])
  await remote.sessions.delete(trial.name)
  await remote.sessions.create({ name: 'alice' })
  await expect.poll(() => events).toContainEqual(expect.objectContaining({ session: 'alice' }))
  expect(events).toEqual([{ type: 'session', session: 'alice', what: 'created' }])
})

test('the requests of a trial count neither in the coverage that has begun nor in one that begins later', async ({
  start,
}) => {
  const { remote } = await start()
  const before = await remote.coverage.read()
  const trial = await remote.sessions.create({ trial: true })
  await fetch(`${trial.url}/v2/deployments`)
  expect((await remote.coverage.read()).operations).toEqual(before.operations)
  const { remote: other } = await start()
  const early = await other.sessions.create({ trial: true })
  await fetch(`${early.url}/v2/deployments`)
  expect((await other.coverage.read()).operations).toEqual(before.operations)
})

test('the requests of a trial are not logged', async ({ start }) => {
  const logged: LogEntry[] = []
  const { remote, server } = await start({ server: { log: (entry) => void logged.push(entry) } })
  const trial = await remote.sessions.create({ trial: true })
  await trial.clock.freeze()
  await fetch(`${trial.url}/v2/deployments`)
  await fetch(`${server.url}/v2/deployments`, { headers: { 'x-simulator-session': trial.name } })
  await remote.sessions.delete(trial.name)
  await fetch(`${server.url}/_s/alice/v2/deployments`)
  await fetch(`${server.url}/v2/auth/providers`)
  await expect.poll(() => logged.at(-1)?.url).toBe('/v2/auth/providers')
  expect(logged.map(({ url }) => url)).toEqual(['/_s/alice/v2/deployments', '/v2/auth/providers'])
})

test('a trial begins without what the simulator was created with', async ({ start }) => {
  const own = {
    preset: 'langsmith',
    assumptions: { lastPageOffset: 'limit' },
    vary: 3,
    chaos: 0.5,
    strict: true,
  } as const
  const { remote } = await start({ simulator: own })
  const trial = await remote.sessions.create({ scenario: 'busy', trial: true })
  expect(await trial.state()).toMatchObject({
    ...{ preset: 'spec', assumptions: {}, vary: null, strict: false },
    chaos: { level: 0 },
  })
})
