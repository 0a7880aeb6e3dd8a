// Sessions in a store outlive the instances: clients change them while instances are killed and replaced.

import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { connect } from '../../src/entries/client/index.ts'
import { hasRedis, startRedis } from '../server/support/redis.ts'
import { test as base } from '../support/folder.ts'
import { type Instance, startInstance, TOKEN } from './support/instances.ts'
import { findFreePorts } from './support/processes.ts'
import { PROXIES, startProxy } from './support/proxies.ts'

const SECONDS = Number(process.env.STATE_SECONDS ?? 20)
const SESSIONS = Number(process.env.STATE_SESSIONS ?? 60)
const CLIENTS = Number(process.env.STATE_CLIENTS ?? 20)
const PAUSE_SECONDS = 5

const [haproxy] = PROXIES as [(typeof PROXIES)[number]]

/** Starts three instances over a store behind HAProxy. */
async function startAll(state: string, folder: Parameters<typeof startProxy>[1]['folder']) {
  const ports = await findFreePorts(4)
  const [port = 0, ...instancePorts] = ports
  const start = (each: number) => startInstance(each, '--state', state, '--scenario', 'empty', '--grace', '4')
  const instances: Instance[] = await Promise.all(instancePorts.map(start))
  const proxy = await startProxy(haproxy, { port, ports: instancePorts, folder, tls: false, stored: true })
  return {
    remote: connect(`http://127.0.0.1:${port}`, { token: TOKEN }),
    /** Ends an instance and starts it again. */
    async replace(index: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
      await instances[index]?.end(signal)
      instances[index] = await start(instancePorts[index] as number)
    },
    async stop() {
      await proxy.stop()
      await Promise.all(instances.map((each) => each.kill()))
    },
  }
}

type All = Awaited<ReturnType<typeof startAll>>

const namesIn = async ({ remote }: All, index: number) =>
  (await remote.session(`user-${index}`).db.deployments.list()).map(({ name }) => String(name))

/** Lets clients create deployments in sessions, and collects what they were told and did not find. */
function keepChanging(all: All) {
  const told = Array.from({ length: SESSIONS }, () => [] as string[])
  let isStopped = false
  const failures: string[] = []
  const missing: string[] = []
  const change = async (index: number, name: string): Promise<void> => {
    await all.remote.session(`user-${index}`).db.deployments.create({ name })
    told[index]?.push(name)
    const expected = [...(told[index] ?? [])]
    // Another instance answers.
    const found = new Set(await namesIn(all, index))
    missing.push(...expected.filter((each) => !found.has(each)))
  }
  const work = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let round = 0; !isStopped; round += 1) {
      const index = (client + round * CLIENTS) % SESSIONS
      await change(index, `web-${client}-${round}`).catch((error: Error) => failures.push(error.message))
      await wait(20)
    }
  })
  return {
    async stop() {
      isStopped = true
      await Promise.all(work)
      return { told, failures, missing }
    },
  }
}

async function run(all: All, signal: 'SIGKILL' | 'SIGTERM') {
  const names = Array.from({ length: SESSIONS }, (_, index) => `user-${index}`)
  for (const name of names) await all.remote.sessions.create({ name })
  const changing = keepChanging(all)
  const end = Date.now() + SECONDS * 1000
  for (let index = 0; Date.now() < end; index += 1) {
    await wait(PAUSE_SECONDS * 1000)
    await all.replace(index % 3, signal)
  }
  const { told, failures, missing } = await changing.stop()
  const result = {
    count: told.flat().length,
    failed: failures.length,
    failure: failures[0],
    missing,
    lost: 0,
    wrong: 0,
  }
  for (const [index, changes] of told.entries()) {
    const there = new Set(await namesIn(all, index))
    result.lost += changes.filter((name) => !there.has(name)).length
    // Another world would have other deployments.
    result.wrong += [...there].filter((name) => !/^web-\d+-\d+$/.test(name)).length
  }
  return result
}

const test = base.extend<{ all: All }>({
  all: async ({ folder }, use) => {
    const redis = await startRedis()
    const all = await startAll(redis.url, folder)
    await use(all)
    await all.stop()
    await redis.stop()
  },
})

test.runIf(hasRedis)(
  'when instances over a store are killed no change is lost, whichever instance answers',
  { timeout: SECONDS * 2000 + 120_000 },
  async ({ all }) => {
    const result = await run(all, 'SIGKILL')
    process.stdout.write(`${JSON.stringify(result)}\n`)
    expect(result).toMatchObject({ lost: 0, wrong: 0, missing: [] })
    expect(result.count).toBeGreaterThan(SESSIONS)
  },
)

test.runIf(hasRedis)(
  'when instances over a store are replaced one after the other no change is lost and no request fails',
  { timeout: SECONDS * 2000 + 120_000 },
  async ({ all }) => {
    const result = await run(all, 'SIGTERM')
    process.stdout.write(`${JSON.stringify(result)}\n`)
    expect(result).toMatchObject({ lost: 0, wrong: 0, missing: [], failed: 0 })
  },
)
