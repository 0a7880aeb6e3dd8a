import { expect, onTestFinished, test, vi } from 'vitest'
import { joinBody } from '../../src/engine/http/body.ts'
import { createSimulator } from '../../src/index.ts'
import { createKeptAnswers } from '../../src/server/state/answer-kept.ts'
import { keepSessions } from '../../src/server/state/keep-sessions.ts'
import type { LogStore } from '../../src/server/state/log-store.ts'
import { createMemoryStore } from './support/memory-store.ts'

type Store = ReturnType<typeof createMemoryStore>

/** A simulator that keeps its sessions in a store in the memory, and answers as a server does. */
async function keep({ store }: Pick<Store, 'store'>) {
  const simulator = createSimulator({ scenario: 'empty' })
  const reported: string[] = []
  const texts: string[] = []
  const keeping = await keepSessions(simulator, store, (line) => reported.push(line))
  const answers = createKeptAnswers(simulator.service, keeping)
  const send = async (method: string, path: string, body?: object) => {
    const header = (name: string) => (name === 'content-type' ? 'application/json' : undefined)
    const bytes = new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body))
    const address = () => ({ origin: 'http://localhost', basePath: '' })
    const request = { method, path, query: '', header, address, body: bytes }
    const response = await answers.answer(request, (each) => simulator.service.handle(each))
    texts.push(String(Buffer.from(joinBody(response.body))))
    return response.status
  }
  const create = (name: string) => send('POST', '/_s/a/_simulator/records/deployments', { name })
  const names = () =>
    simulator.sessions
      .open('a')
      .db.deployments.list()
      .map(({ name }) => name)
  const list = () => send('GET', '/_s/a/v2/deployments')
  return { simulator, keeping, send, create, names, list, reported, texts }
}

async function keepTwice() {
  const given = createMemoryStore({ isShared: true })
  const [one, two] = [await keep(given), await keep(given)]
  expect(await one.send('POST', '/_simulator/sessions', { name: 'a' })).toBe(201)
  return { given, one, two }
}

test('a change that could not be stored has not happened, and the next one happens once', async () => {
  const given = createMemoryStore()
  const { keeping, create, names, list, reported } = await keep(given)
  expect(await create('first')).toBe(201)
  given.setHanging(true)
  expect(await create('lost')).toBe(503)
  expect([await list(), names()]).toEqual([200, ['first']])
  expect(keeping.findProblem()).toContain('does not answer')
  given.setHanging(false)
  await vi.waitFor(() => expect(keeping.findProblem()).toBeUndefined(), 3000)
  expect([await create('kept'), names()]).toEqual([201, ['first', 'kept']])
  expect(reported).toHaveLength(2)
  await keeping.close()
})

test('a refused change says whether it may be there nevertheless', async () => {
  const given = createMemoryStore()
  const { keeping, create, names, texts } = await keep(given)
  await create('first')
  given.setHanging(true)
  // The store is asked for one of them, and not for the other one, because it has not answered.
  expect([await create('perhaps'), await create('never')]).toEqual([503, 503])
  expect(texts.slice(1)).toEqual([
    expect.stringContaining('It may have the change nevertheless: look before you try again.'),
    expect.stringContaining('Nothing has changed. Try again.'),
  ])
  given.setHanging(false)
  await vi.waitFor(() => expect(keeping.findProblem()).toBeUndefined(), 3000)
  expect(names()).not.toContain('never')
  await keeping.close()
})

test('a reset and a new session that could not be stored have not happened either', async () => {
  const given = createMemoryStore()
  const { simulator, keeping, send, create, names } = await keep(given)
  await create('first')
  given.setHanging(true)
  expect(await send('POST', '/_s/a/_simulator/reset')).toBe(503)
  expect(names()).toEqual(['first'])
  expect(await send('POST', '/_simulator/sessions', { name: 'b' })).toBe(503)
  expect(simulator.sessions.get('b')).toBeUndefined()
  given.setHanging(false)
  await vi.waitFor(() => expect(keeping.findProblem()).toBeUndefined(), 3000)
  expect([await create('second'), names()]).toEqual([201, ['first', 'second']])
  await keeping.close()
})

test('a session whose removal could not be stored is still there', async () => {
  const given = createMemoryStore()
  const { keeping, send, create, list, names } = await keep(given)
  await create('first')
  given.setHanging(true)
  expect(await send('DELETE', '/_simulator/sessions/a')).toBe(503)
  given.setHanging(false)
  await vi.waitFor(() => expect(keeping.findProblem()).toBeUndefined(), 3000)
  expect([await list(), names()]).toEqual([200, ['first']])
  await keeping.close()
})

test('a response waits for the changes that it tells, also for those of others', async () => {
  const given = createMemoryStore()
  const { simulator, keeping, create, list } = await keep(given)
  await create('first')
  simulator.sessions.get('a')?.db.deployments.create({ name: 'unwritten' })
  const before = given.logs.get('a')?.length
  await list()
  expect(given.logs.get('a')?.length).toBe((before ?? 0) + 1)
  await keeping.close()
})

test('all changes of a turn of the event loop are one entry', async () => {
  const given = createMemoryStore()
  const { keeping, create, names } = await keep(given)
  await create('first')
  const before = given.logs.get('a')?.length ?? 0
  expect(await Promise.all(['b', 'c', 'd'].map(create))).toEqual([201, 201, 201])
  expect(names()).toEqual(['first', 'b', 'c', 'd'])
  expect(given.logs.get('a')?.length).toBe(before + 1)
  await keeping.close()
})

test('instances that change a session at the same time have all changes, and each of them once', async () => {
  const { one, two } = await keepTwice()
  const created = ['1', '2', '3', '4', '5', '6']
  const statuses = await Promise.all(created.map((name, index) => (index % 2 ? two : one).create(name)))
  expect(statuses).toEqual(created.map(() => 201))
  for (const { list, names } of [one, two]) {
    await list()
    expect(names().toSorted()).toEqual(created)
  }
  await one.keeping.close()
  await two.keeping.close()
})

test('a request sees what another instance has stored, and the request log goes on', async () => {
  const { one, two } = await keepTwice()
  await two.list()
  expect(await one.create('of one')).toBe(201)
  await two.list()
  expect(two.names()).toEqual(['of one'])
  expect(two.simulator.sessions.get('a')?.requests.count()).toBe(2)
  expect(await one.send('POST', '/_s/a/_simulator/reset')).toBe(200)
  await two.list()
  expect(two.names()).toEqual([])
  await one.send('DELETE', '/_simulator/sessions/a')
  expect(await two.send('GET', '/_s/a/_simulator/state')).toBe(404)
  await one.keeping.close()
  await two.keeping.close()
})

test('a snapshot and a session are made once, although the session is changed elsewhere meanwhile', async () => {
  const given = createMemoryStore({ isShared: true })
  let changeElsewhere = async (): Promise<void> => undefined
  const { writeText, removeText, read, readNewer } = given.store
  const store: LogStore = {
    ...given.store,
    writeText: (...rest) => changeElsewhere().then(() => writeText(...rest)),
    removeText: (...rest) => changeElsewhere().then(() => removeText(...rest)),
    read: (name) => (name === 'b' ? changeElsewhere() : Promise.resolve()).then(() => read(name)),
    readNewer: (known) => (known.has('b') ? changeElsewhere() : Promise.resolve()).then(() => readNewer(known)),
  }
  const [one, two] = [await keep({ store }), await keep(given)]
  await one.send('POST', '/_simulator/sessions', { name: 'a' })
  for (const { send } of [one, two]) {
    for (const path of ['/_s/a/_simulator/state', '/_simulator/state']) await send('GET', path)
  }
  for (const [method, path, body, status] of [
    ['POST', '/_s/a/_simulator/snapshots', { name: 's' }, 201],
    ['DELETE', '/_s/a/_simulator/snapshots/s', undefined, 204],
    ['POST', '/_simulator/sessions', { name: 'b' }, 201],
    ['DELETE', '/_simulator/sessions/b', undefined, 204],
  ] as const) {
    let changes = 0
    changeElsewhere = async () => {
      changeElsewhere = async () => undefined
      changes += 1
      await two.create(`${method} ${path}`)
      await two.send('POST', '/_simulator/records/deployments', { name: `${method} ${path}` })
      one.simulator.sessions.get('a')?.db.deployments.create({ name: 'of one' })
      one.simulator.db.deployments.create({ name: 'of one' })
    }
    expect(await one.send(method, path, body), `${method} ${path}`).toBe(status)
    expect(changes).toBe(1)
  }
  await one.keeping.close()
  await two.keeping.close()
})

test('a session is created once, although other instances store the session of the servers at the same time', async () => {
  const given = createMemoryStore({ isShared: true })
  const instances = [await keep(given), await keep(given), await keep(given)]
  const create = ({ send }: Awaited<ReturnType<typeof keep>>, index: number) =>
    Promise.all([
      send('GET', '/v2/deployments'),
      send('POST', `/_s/s${index}/_simulator/sessions`, { name: `s${index}` }),
    ])
  expect(await Promise.all(instances.map(create))).toEqual(instances.map(() => [200, 201]))
  for (const { keeping } of instances) await keeping.close()
})

test('a session that was there before sessions were kept is stored at the end', async () => {
  const given = createMemoryStore()
  const simulator = createSimulator({ scenario: 'empty' })
  simulator.sessions.create('a')
  const keeping = await keepSessions(simulator, given.store, () => undefined)
  await keeping.close()
  expect([...given.logs.keys()]).toEqual(['a'])
})

test('a session that was just read is used, and so are the scenarios that another instance has loaded', async () => {
  const { given, one, two } = await keepTwice()
  const usedScenarios = () => given.seen.uses.findLast(({ session }) => session === 'a')?.scenarios
  const scenarios = () => given.logs.get('a')?.at(-1)?.scenarios
  const before = scenarios()
  await two.list()
  await vi.waitFor(() => expect(usedScenarios()).toEqual(before))
  one.simulator.sessions.get('a')?.load('first-day', { keepRequests: true })
  await one.list()
  const later = Date.now() + 120_000
  vi.spyOn(Date, 'now').mockImplementation(() => later)
  onTestFinished(() => void vi.restoreAllMocks())
  await two.list()
  await vi.waitFor(() => expect(usedScenarios()).toEqual(scenarios()))
  expect(scenarios()).not.toEqual(before)
  await one.keeping.close()
  await two.keeping.close()
})

test('a log that has become long is replaced by a state, and other instances go on', async () => {
  const { given, one, two } = await keepTwice()
  await two.list()
  for (let index = 0; index < 60; index += 1) {
    await one.create(`web-${index}-${'x'.repeat(100)}`)
    if (index % 10 === 0) await two.list()
  }
  const states = given.logs.get('a')?.filter(({ isState }) => isState).length
  expect(states).toBeGreaterThan(1)
  await two.list()
  expect(two.names()).toEqual(one.names())
  expect(two.simulator.sessions.get('a')?.requests.count()).toBe(8)
  await one.keeping.close()
  await two.keeping.close()
})
