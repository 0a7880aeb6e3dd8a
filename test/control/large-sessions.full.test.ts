import { expect } from 'vitest'
import { connect } from '../../src/entries/client/index.ts'
import { createSimulator } from '../../src/index.ts'
import type { Page } from '../support/client.ts'
import { test } from '../support/control-test.ts'

const listNames = async (url: string, query = '', send = fetch) => {
  const { resources } = (await (await send(`${url}/v2/deployments${query}`)).json()) as Page
  return resources.map(({ name }) => name)
}

test('sessions can be a thousand at once, and each reads only its own changes', async () => {
  // In process, because two thousand requests through sockets say nothing more and take long.
  const simulator = createSimulator()
  const remote = connect('http://simulator.test', { fetch: simulator.fetch })
  const names = Array.from({ length: 1000 }, (_, index) => `worker-${index}`)
  const create = async (name: string) => {
    const own = remote.session(name)
    await own.db.deployments.create({ name: `of-${name}` })
    return listNames(own.url, '?name_contains=of-worker-&limit=100', simulator.fetch)
  }
  const seen: string[][] = []
  // On a slow machine, some requests take several turns, and only a hundred others may wait then.
  for (let first = 0; first < names.length; first += 50) {
    seen.push(...(await Promise.all(names.slice(first, first + 50).map(create))))
  }
  expect(seen).toEqual(names.map((name) => [`of-${name}`]))
  expect(simulator.sessions.list()).toHaveLength(1000)
  expect(await listNames(remote.url, '?name_contains=of-worker-', simulator.fetch)).toEqual([])
}, 60_000)

test('sessions over a hundred thousand deployments start and respond without building them again', async ({
  start,
}) => {
  const { remote, simulator } = await start({ simulator: { deployments: 100_000 } })
  await fetch(`${remote.url}/v2/deployments`)
  await remote.db.deployments.create({ name: 'mine' })
  await remote.snapshots.take('large')
  const sent = JSON.parse(JSON.stringify(simulator.snapshot()))

  const forks = [await remote.sessions.create({ snapshot: 'large' }), await remote.sessions.create({ snapshot: sent })]
  for (const fork of forks) expect((await listNames(fork.url))[0]).toBe('mine')
  // A record of another world would be another object.
  const listFirst = (session = simulator as Pick<typeof simulator, 'db'>) => session.db.deployments.list({ limit: 50 })
  const own = listFirst()
  for (const { name } of simulator.sessions.list()) {
    const shared = listFirst(simulator.sessions.get(name)).filter((each, index) => each === own[index])
    expect(shared).toHaveLength(50)
  }
  expect(simulator.db.deployments.count()).toBe(100_001)
  expect(await forks[0]?.state()).toMatchObject({ counts: { deployments: 100_001 } })
}, 60_000)
