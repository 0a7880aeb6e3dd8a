import { expect } from 'vitest'
import { connect } from '../../src/entries/client/index.ts'
import { createSimulator } from '../../src/entries/engine/index.ts'
import { serve } from '../../src/server/index.ts'
import { hasRedis, startRedis } from '../server/support/redis.ts'
import { test as base } from '../support/folder.ts'
import { type TriedApi, tried } from './apis/tried.ts'

/** Serves an API that keeps its sessions. */
async function startIn(state: string, api: TriedApi) {
  const simulator = createSimulator({ service: api.service })
  const server = await serve(simulator, { port: 0, state })
  const url = `${server.url}/_s/ida`
  const remote = connect(server.url, { service: api.service } as never)
  const read = async () => {
    const response = await fetch(url + api.list.path(simulator.db as never), { headers: api.headers })
    // Each server has a URL of its own, which the pages may contain.
    const [text, link] = [await response.text(), response.headers.get('link') ?? '']
    return { status: response.status, text: (text + link).replaceAll(server.url, '') }
  }
  const write = async (headers: Readonly<Record<string, string>> = {}) => {
    const init = { method: 'POST', headers: { ...api.headers, ...headers }, body: api.write.body }
    const response = await fetch(url + api.write.path(simulator.db as never), init)
    return { status: response.status, text: (await response.text()).replaceAll(server.url, '') }
  }
  const count = async () => {
    const db = remote.session('ida').db as unknown as Record<string, { count(): Promise<number> }>
    return await db[api.write.resource]?.count()
  }
  let stopped: Promise<void> | undefined
  return { remote, read, write, count, stop: () => (stopped ??= server.close()) }
}

type Started = Awaited<ReturnType<typeof startIn>>

const test = base.extend<{ start: (state: string, api: TriedApi) => Promise<Started> }>({
  start: async ({}, use) => {
    const started: Started[] = []
    await use(async (state, api) => {
      const one = await startIn(state, api)
      started.push(one)
      return one
    })
    for (const { stop } of started) await stop()
  },
})

test.for(tried)('what a client did survives a restart ($name)', async (api, { start, folder }) => {
  const state = folder.path('state')
  const first = await start(state, api)
  const ida = first.remote.session('ida')
  await ida.assume(api.answer as never)
  expect((await first.write()).status).toBeLessThan(300)
  await ida.clock.advance('36h')
  await ida.faults.add({ operation: api.write.operation, status: 503 } as never)
  await ida.snapshots.take('before')
  expect((await first.write()).status).toBe(503)
  const [seen, counted] = [await first.read(), await first.count()]
  await first.stop()

  const again = await start(state, api)
  expect([await again.read(), await again.count()]).toEqual([seen, counted])
  expect((await again.write()).status).toBe(503)
  const kept = again.remote.session('ida')
  expect((await kept.state()).assumptions).toMatchObject(api.answer)
  await kept.faults.clear()
  expect((await again.write()).status).toBeLessThan(300)
  expect(await again.count()).toBe((counted ?? 0) + 1)
  await kept.snapshots.restore('before')
  expect([await again.read(), await again.count()]).toEqual([seen, counted])
})

test.runIf(hasRedis).for(tried)('two servers with one Redis take turns ($name)', async (api, { start }) => {
  const redis = await startRedis()
  const [one, two] = [await start(redis.url, api), await start(redis.url, api)]
  await one.remote.sessions.create({ name: 'ida' })
  const before = (await one.count()) ?? 0
  for (let turn = 0; turn < 6; turn += 1) {
    const [writer, reader] = turn % 2 === 0 ? [one, two] : [two, one]
    expect((await writer.write()).status).toBeLessThan(300)
    expect([await reader.count(), await reader.read()]).toEqual([before + turn + 1, await writer.read()])
  }
  if (api.name === 'payments') {
    const once = { 'idempotency-key': 'once' }
    expect(await one.write(once)).toEqual(await two.write(once))
    expect(await one.count()).toBe(before + 7)
  }
  for (const { stop } of [one, two]) await stop()
  await redis.stop()
})
