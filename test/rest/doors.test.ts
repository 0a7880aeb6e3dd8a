import { expect, onTestFinished, test } from 'vitest'
import '../../src/entries/vitest/index.ts'
import { commonEffects } from '../../src/engine/faults/effects/effects.ts'
import { connect } from '../../src/entries/client/index.ts'
import { createSimulator } from '../../src/entries/engine/index.ts'
import { setupSimulator } from '../../src/entries/node/index.ts'
import { callAll, connectAgent, TOLD_LAST } from '../mcp/support/mcp-test.ts'
import { expectFittingExamples } from '../support/fitting-examples.ts'
import { validator } from '../support/open-api-validator.ts'
import { findForeignWords } from './apis/foreign-words.ts'
import { type TriedApi, tried } from './apis/tried.ts'

const start = (api: TriedApi, options: object = {}) => {
  const simulator = createSimulator({ service: api.service, ...options })
  const { db } = simulator
  const get = (path: string, session = '') => simulator.fetch(session + path, { headers: api.headers })
  const list = async (session = '') => {
    const response = await get(api.list.path(db as never), session)
    return { status: response.status, text: await response.text() }
  }
  const write = (session = '') =>
    simulator.fetch(session + api.write.path(db as never), {
      method: 'POST',
      headers: api.headers,
      body: api.write.body,
    })
  const count = (of: { readonly db: object } = simulator) =>
    (of.db as Record<string, { count(): number }>)[api.write.resource]?.count() ?? 0
  return { simulator, get, list, write, count }
}

const effects = tried.flatMap((api) => commonEffects.map(({ kind, example }) => ({ api, kind, example })))

test.for(tried)('sessions have worlds of their own ($name)', async (api) => {
  const { simulator, write, count } = start(api)
  const before = count()
  expect((await write('/_s/ida')).status).toBeLessThan(300)
  expect([count(), count(simulator.sessions.get('ida'))]).toEqual([before, before + 1])
})

test.for(tried)('a snapshot brings back the same bytes, also in another simulator ($name)', async (api) => {
  const { simulator, list, write, count } = start(api)
  await write()
  const [taken, seen, before] = [JSON.stringify(simulator.snapshot()), await list(), count()]
  await write()
  simulator.restore(JSON.parse(taken))
  expect([await list(), count()]).toEqual([seen, before])
  const other = start(api)
  other.simulator.restore(JSON.parse(taken))
  expect([await other.list(), other.count()]).toEqual([seen, before])
})

test.for(tried)('a session can begin as a copy of another, and the copy goes its own way ($name)', async (api) => {
  const { simulator, write, count, list } = start(api)
  await write()
  const copy = simulator.sessions.create('copy', { snapshot: simulator.snapshot() } as never)
  const ofCopy = await list('/_s/copy')
  expect(ofCopy.text.replaceAll('/_s/copy', '')).toEqual((await list()).text)
  await write('/_s/copy')
  expect(count(copy)).toBe(count() + 1)
})

test.for(tried)('its other scenario can be loaded ($name)', async (api) => {
  const { simulator, list } = start(api)
  simulator.load(api.scenario)
  expect(simulator.scenario.name).toBe(api.scenario)
  expect(await list()).toMatchObject({ status: expect.any(Number) })
})

test.for(effects)('a fault with the effect $kind applies to its lists ($api.name)', async ({ api, kind, example }) => {
  const { simulator, get, list } = start(api)
  const usual = await list()
  const path = api.list.path(simulator.db as never)
  const first = api.list.records(JSON.parse(usual.text) as never)
  const later = `${path}&${api.list.next(first.at(-1))}`
  const idsOf = async (response: Response) =>
    api.list.records((await response.json()) as never).map((each) => Reflect.get(each as object, 'id'))
  const [laterIds, firstIds] = [await idsOf(await get(later)), await idsOf(await get(path))]
  const settings = { delay: { milliseconds: 0 }, 'rate-limit': { limit: 1, window: 1000 } }[kind as string] ?? example
  simulator.faults.add({ match: { operation: api.list.operation }, effect: { kind, ...settings } } as never)
  if (kind === 'rate-limit') await list()
  const leaving = new AbortController()
  const answer = simulator.fetch(later, { headers: api.headers, signal: leaving.signal })
  if (kind === 'stall') {
    await simulator.requests.waitFor(api.list.operation as never)
    leaving.abort()
    await expect(answer).rejects.toThrow()
  } else if (kind === 'duplicate-record') expect(await idsOf(await answer)).toEqual([firstIds[1], laterIds[0]])
  else if (kind === 'missing-record') expect((await idsOf(await answer))[0]).toBe(laterIds[1])
  else if (kind === 'empty') expect(await idsOf(await answer)).toEqual([])
  else if (kind === 'stale' || kind === 'delay') expect(await idsOf(await answer)).toEqual(laterIds)
  else await expect(answer.then(idsOf)).rejects.toThrow()
  simulator.faults.clear()
  expect(await list()).toEqual(usual)
})

test.for(tried)('chaos from a seed repeats ($name)', async (api) => {
  const statuses = async () => {
    const { simulator, list } = start(api, { chaos: { level: 0.9, seed: 7 } })
    void simulator
    const seen = []
    for (let count = 0; count < 12; count += 1)
      seen.push(
        await list().then(
          ({ status }) => status,
          () => 'broken',
        ),
      )
    return seen
  }
  const first = await statuses()
  expect(new Set(first).size).toBeGreaterThan(1)
  expect(await statuses()).toEqual(first)
})

test.for(tried)('answers can be chosen, drawn from a seed, and refused ($name)', async (api) => {
  expect(start(api, { assumptions: api.answer }).simulator.assumptions).toMatchObject(api.answer)
  const { simulator } = start(api, { vary: { seed: 3 } })
  expect(simulator.assumptions).toEqual(start(api, { vary: { seed: 3 } }).simulator.assumptions)
  const strict = start(api, { strict: true })
  expect((await strict.list()).status).toBe(200)
  await expect(
    strict.get(`${api.list.path(strict.simulator.db as never)}&unheard=1`).then(({ status }) => status),
  ).resolves.toBeGreaterThanOrEqual(400)
})

test.for(tried)('requests are explained, and counted as coverage ($name)', async (api) => {
  const { simulator, list, write } = start(api)
  await list()
  await write()
  const [read, written] = simulator.requests.list()
  const explained = [read, written].map((each) => simulator.requests.get(each?.id ?? 0)?.explanation.words.join(' '))
  expect(explained.join(' ')).toContain(api.list.operation)
  expect(explained.join(' ')).toContain(api.write.operation)
  expect(findForeignWords(explained.join(' '))).toEqual([])
  const coverage = (await (await simulator.fetch('/_simulator/coverage')).json()) as object
  expect(JSON.stringify(coverage)).toContain(api.write.operation)
})

test.for(tried)('its OpenAPI document is valid, and describes what it responds ($name)', async (api) => {
  const { simulator } = start(api)
  const document = (await simulator.openapi()) as { paths: object }
  const { valid, errors } = await validator.validate(structuredClone(document))
  expect([valid, errors]).toEqual([true, undefined])
  expect(findForeignWords(JSON.stringify(document))).toEqual([])
})

test.for(tried)('the examples of its OpenAPI document fit their schemas ($name)', async (api) => {
  expectFittingExamples(await start(api).simulator.openapi())
})

interface Try {
  readonly name: string
  readonly method: string
  readonly example: { readonly target: string; readonly body: string | null; readonly type: string | null } | null
}

test.for(tried)('each operation has a request to try that works, also in the document ($name)', async (api) => {
  const { simulator } = start(api)
  const { operations } = (await (await simulator.fetch('/_simulator/schemas')).json()) as { operations: Try[] }
  const document = (await simulator.openapi()) as {
    paths: Record<string, Record<string, { operationId: string; responses: object }>>
  }
  // Nobody has enrolled yet, so no record tells what that takes.
  const missing = api.name === 'courses' ? ['enrol', 'getEnrolment', 'deleteEnrolment'] : []
  expect(operations.flatMap(({ name, example }) => (example === null ? [name] : []))).toEqual(missing)
  for (const { name, method, example } of operations) {
    if (example === null) continue
    const { target, body, type } = example
    const headers = { ...api.headers, ...(type !== null && { 'content-type': type }) }
    const response = await start(api).simulator.fetch(target, { method, headers, body })
    expect([name, method, target, body, response.ok]).toEqual([name, method, target, body, true])
  }
  const described = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const writing = described.find(({ operationId }) => operationId === api.write.operation)
  expect(Object.entries(writing?.responses ?? {})[0]?.[1]).toHaveProperty(['content', 'application/json', 'example'])
})

test.for(tried)('the process asks it by MSW ($name)', async (api) => {
  const simulator = setupSimulator({ service: api.service, baseUrl: 'http://own.test/deep' })
  simulator.listen()
  onTestFinished(() => simulator.close())
  const response = await fetch(`http://own.test/deep${api.list.path(simulator.db as never)}`, {
    headers: api.headers,
  })
  expect(api.list.records((await response.json()) as never)).toHaveLength(2)
  expect(simulator).toHaveReceived(api.list.operation as never)
})

test.for(tried)('a client controls it ($name)', async (api) => {
  const { simulator, list, write } = start(api)
  const remote = connect('http://localhost', { fetch: simulator.fetch, service: api.service } as never)
  const db = remote.db as unknown as Record<string, { count(): Promise<number>; list(): Promise<object[]> }>
  expect(Object.keys(db)).toEqual(Object.keys(simulator.db))
  await remote.faults.add({ operation: api.list.operation, status: 503, times: 1 } as never)
  expect((await list()).status).toBe(503)
  await write()
  await remote.snapshots.take('before')
  await remote.reset()
  await remote.snapshots.restore('before')
  const names = Object.keys(db)
  for (const name of names)
    expect([name, await db[name]?.count()]).toEqual([name, Reflect.get(simulator.db, name).count()])
  expect(await remote.requests.list()).toEqual([])
})

test.for(tried)('an agent can use every tool ($name)', async (api) => {
  const { simulator } = start(api)
  const agent = await connectAgent(simulator)
  const path = api.list.path(simulator.db as never)
  const [where, query = ''] = path.split('?')
  const id = String(
    (simulator.db as never as Record<string, { list(): { id: unknown }[] }>)[api.write.resource]?.list()[0]?.id,
  )
  const steps = [
    ['see_world', {}],
    ['see_records', { resource: api.write.resource, limit: 2 }],
    ['see_records', { resource: api.write.resource, id }],
    ['ask', { path: where, query, headers: api.headers }],
    ['ask', { path: where, method: 'POST', headers: api.headers, body: api.write.body }],
    ['list_requests', {}],
    ['why', {}],
    ['depends_on', {}],
    ['coverage', {}],
    ['make_test', {}],
    ['assume', { values: api.answer }],
    ['add_fault', { fault: { operation: api.list.operation, status: 503 } }],
    ['remove_faults', {}],
    ['clock', { action: 'advance', seconds: 3600 }],
    ['change_record', { action: 'create', resource: api.write.resource }],
    ['change_record', { action: 'delete', resource: api.write.resource, id }],
    ['fork', {}],
    ['see_world', { world: TOLD_LAST }],
    ['ask', { path: where, query, headers: api.headers, world: TOLD_LAST }],
    ['snapshot', { action: 'take', name: 'a' }],
    ['snapshot', { action: 'restore', name: 'a' }],
    ['load_scenario', { name: api.scenario }],
  ] as const
  const told = await callAll(agent.call, steps)
  expect(told.filter(({ isError }) => isError)).toEqual([])
  expect(told.flatMap(({ text }) => findForeignWords(text))).toEqual([])
})

test.for(tried)('a snapshot of another service is refused, also as JSON ($name)', (api) => {
  const { simulator } = start(api)
  const other = tried.find(({ name }) => name !== api.name) as TriedApi
  const snapshot = start(other).simulator.snapshot()
  for (const each of [snapshot, JSON.parse(JSON.stringify(snapshot))])
    expect(() => simulator.restore(each)).toThrow(
      `Failed to read the snapshot: it is of the service "${other.service.title}", and not of "${api.service.title}"`,
    )
  const { service: _service, ...older } = simulator.snapshot() as { service?: string }
  expect(() => simulator.restore(older)).not.toThrow()
})
