import { expect } from 'vitest'
import type { ControlCoverage } from '../../src/entries/client/index.ts'
import { createSimulator } from '../../src/index.ts'
import { test } from '../support/control-test.ts'

function requestsOf({ operations }: ControlCoverage, operation: string, id: string): number | undefined {
  return operations.find(({ name }) => name === operation)?.cases.find((each) => each.id === id)?.requests
}

test('the coverage of a running session lists all cases of the contract before the first request', async ({
  start,
}) => {
  const { remote } = await start()
  const { covered, total, missed, operations } = await remote.coverage.read()
  expect([covered, missed]).toEqual([0, 0])
  expect(total).toBe(operations.reduce((sum, each) => sum + each.total, 0))
  const list = operations.find(({ name }) => name === 'listDeployments')
  expect(list?.cases).toContainEqual({
    id: 'answers/success',
    title: 'answers: success',
    covered: false,
    requests: 0,
  })
  expect(new Set(list?.cases.map(({ id }) => id)).size).toBe(list?.total)
})

test('the coverage of a running session begins with the requests in the journal, and fills up', async ({ start }) => {
  const { remote } = await start()
  const before = new Date().toISOString()
  await fetch(`${remote.url}/v2/deployments?limit=0`)
  await fetch(`${remote.url}/v2/deployments?status=READY`)
  const first = await remote.coverage.read()
  expect(first.since >= before).toBe(true)
  expect(requestsOf(first, 'listDeployments', 'answers/success')).toBe(1)
  expect(requestsOf(first, 'listDeployments', 'errors/limit is too small')).toBe(1)

  await remote.requests.clear()
  await fetch(`${remote.url}/v2/deployments?status=READY`)
  const second = await remote.coverage.read()
  expect(requestsOf(second, 'listDeployments', 'status/READY')).toBe(2)
  expect(second.since).toBe(first.since)
})

test('the coverage of a running session is complete for everyone who reads it first at once, even if one of them gives up', async () => {
  const simulator = createSimulator()
  for (let count = 0; count < 1000; count += 1) await simulator.fetch(`/v2/deployments?limit=1&offset=${count % 9}`)
  const read = async (signal?: AbortSignal) => {
    const response = await simulator.fetch('/_simulator/coverage', signal === undefined ? {} : { signal })
    return requestsOf((await response.json()) as ControlCoverage, 'listDeployments', 'answers/success')
  }
  const giveUp = new AbortController()
  const first = read(giveUp.signal).catch(() => undefined)
  const others = [read(), read()]
  giveUp.abort()
  await first
  expect(await Promise.all(others)).toEqual([1000, 1000])
})

test('the coverage of a running session counts at most a thousand earlier requests of all sessions', async () => {
  const simulator = createSimulator()
  for (const name of ['alice', 'bob']) {
    for (let count = 0; count < 600; count += 1) await simulator.fetch(`/_s/${name}/v2/auth/providers`)
  }
  const coverage = (await (await simulator.fetch('/_simulator/coverage')).json()) as ControlCoverage
  expect(requestsOf(coverage, 'listOAuthProviders', 'answers/success')).toBe(1000)
})

test('the coverage of a running session keeps what was covered under other assumptions', async ({ start }) => {
  const { remote } = await start()
  await fetch(`${remote.url}/v2/deployments`)
  await remote.assume({ validationStatus: 400 })
  await fetch(`${remote.url}/v2/deployments?limit=0`)
  const coverage = await remote.coverage.read()
  expect(requestsOf(coverage, 'listDeployments', 'answers/success')).toBe(1)
  expect(requestsOf(coverage, 'listDeployments', 'errors/limit is too small')).toBe(1)
})

test('the coverage of a running session counts the requests of one session, and for the server’s own session those of all', async ({
  start,
}) => {
  const { remote } = await start()
  const [alice, bob] = [remote.session('alice'), remote.session('bob')]
  for (const { url } of [alice, bob, remote]) await fetch(`${url}/v2/deployments`)
  const readAll = () => Promise.all([alice, bob, remote].map(({ coverage }) => coverage.read()))
  const count = (each: ControlCoverage) => requestsOf(each, 'listDeployments', 'answers/success')
  expect((await readAll()).map(count)).toEqual([1, 1, 3])
  await fetch(`${alice.url}/v2/deployments`)
  expect((await readAll()).map(count)).toEqual([2, 1, 4])
})

test('the coverage of a running session starts anew when it is cleared', async ({ start }) => {
  const { remote } = await start()
  await fetch(`${remote.url}/v2/deployments`)
  await remote.coverage.read()
  await remote.coverage.clear()
  expect((await remote.coverage.read()).covered).toBe(0)
  await fetch(`${remote.url}/v2/deployments`)
  expect(requestsOf(await remote.coverage.read(), 'listDeployments', 'answers/success')).toBe(1)
})

test('the coverage of a running session counts a sample on a busy server, with at least one request of each kind', async ({
  start,
}) => {
  const { remote, simulator } = await start()
  await remote.coverage.read()
  for (let count = 0; count < 400; count += 1) await simulator.fetch('/v2/deployments?limit=1')
  await simulator.fetch('/v2/deployments?limit=0')
  const coverage = await remote.coverage.read()
  const counted = requestsOf(coverage, 'listDeployments', 'limit/1') ?? 0
  expect(counted + coverage.missed).toBe(400)
  expect(requestsOf(coverage, 'listDeployments', 'errors/limit is too small')).toBe(1)
})

test('the coverage of a running session ends with its session', async ({ start }) => {
  const { remote } = await start()
  const alice = await remote.sessions.create({ name: 'alice' })
  await fetch(`${alice.url}/v2/deployments`)
  await alice.coverage.read()
  await remote.sessions.delete('alice')
  await remote.sessions.create({ name: 'alice' })
  expect((await alice.coverage.read()).covered).toBe(0)
})

test('the coverage of a running session starts anew if twenty others were read since', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  const read = async (session: string) => {
    simulator.sessions.open(session)
    const response = await simulator.fetch(`/_s/${session}/_simulator/coverage`)
    return ((await response.json()) as ControlCoverage).covered
  }
  const oldest = simulator.sessions.open('oldest')
  await simulator.fetch('/_s/oldest/v2/deployments')
  const covered = await read('oldest')
  oldest.requests.clear()
  for (let other = 1; other < 20; other += 1) await read(`other-${other}`)
  expect(await read('oldest')).toBe(covered)
  await read('other-20')
  expect(await read('oldest')).toBe(0)
})
