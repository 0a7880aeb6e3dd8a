import { afterEach, expect, test, vi } from 'vitest'
import { createSimulator, type Session, type SessionOptions } from '../../src/index.ts'
import { forEachAdapter } from '../support/for-each-adapter.ts'

async function readNames(send: typeof fetch, path: string): Promise<string[]> {
  const body = await (await send(path)).json()
  return body.resources.map(({ name }: { name: string }) => name)
}

afterEach(() => void vi.useRealTimers())

test('a session begins with what the simulator began with', async () => {
  const simulator = createSimulator({ seed: 7 })
  simulator.db.deployments.create({ name: 'written-later' })
  const { fetch } = simulator
  const begun = await readNames(createSimulator({ seed: 7 }).fetch, '/v2/deployments')
  expect(await readNames(fetch, '/_s/alice/v2/deployments')).toEqual(begun)
})

test('a session sees its own changes, and no other session does', async () => {
  const { fetch, sessions } = createSimulator()
  sessions.open('alice').db.deployments.create({ name: 'hers' })
  sessions.open('bob').db.deployments.create({ name: 'his' })
  const [hers, his, ours] = await Promise.all(
    ['/_s/alice', '/_s/bob', ''].map((base) => readNames(fetch, `${base}/v2/deployments`)),
  )
  expect(hers).toContain('hers')
  expect(hers).not.toContain('his')
  expect(his).toContain('his')
  expect(his).not.toContain('hers')
  expect(ours).not.toEqual(expect.arrayContaining(['hers']))
})

test('a session can also be selected by a header', async () => {
  const { fetch, sessions } = createSimulator()
  sessions.open('alice').db.deployments.create({ name: 'hers' })
  const response = await fetch('/v2/deployments?limit=1', { headers: { 'X-Simulator-Session': 'alice' } })
  expect(await response.json()).toMatchObject({ resources: [{ name: 'hers' }] })
})

test('a session starts again after it was deleted', async () => {
  const { fetch, sessions } = createSimulator()
  sessions.open('alice').db.deployments.create({ name: 'hers' })
  expect(sessions.delete('alice')).toBe(true)
  expect(sessions.delete('alice')).toBe(false)
  expect(await readNames(fetch, '/_s/alice/v2/deployments')).not.toContain('hers')
})

test('a session can be created with its own scenario and assumptions', async () => {
  const { fetch, sessions } = createSimulator()
  sessions.create('empty', { scenario: 'empty', assumptions: { authentication: 'apiKey' } })
  expect((await fetch('/_s/empty/v2/deployments')).status).toBe(403)
  expect((await fetch('/v2/deployments')).status).toBe(200)
  expect(sessions.get('empty')?.db.deployments.count()).toBe(0)
})

test('a session is reset to its own start', () => {
  const { sessions } = createSimulator()
  const session = sessions.create('small', { scenario: 'empty' })
  session.db.providers.create()
  session.assume({ lastPageOffset: 'limit' })
  session.faults.add({ status: 503 })
  session.reset()
  expect(session.db.providers.count()).toBe(0)
  expect(session.assumptions.lastPageOffset).toBe(createSimulator().assumptions.lastPageOffset)
  expect(session.faults.list()).toEqual([])
})

test.for<[string, SessionOptions, RegExp]>([
  ['al/ice', {}, /its name is "al\/ice"\. Allowed: 1 to 100 letters/],
  ['', {}, /its name is ""/],
  ['..', {}, /its name is "\.\."/],
  ['taken', {}, /the name is taken\. Choose another name/],
  ['new', { scenario: 'nowhere' }, /"nowhere" is unknown\. Known: default/],
  ['new', { assumptions: { lastPageOffset: 'nine' as 'limit' } }, /lastPageOffset=nine/],
  ['new', { snapshot: { format: 'zip' } }, /"format" is "zip"\. It must be/],
])('a session named %j with %j is rejected, and does not exist afterwards', ([name, options, message]) => {
  const { sessions } = createSimulator()
  sessions.open('taken')
  expect(() => sessions.create(name, options)).toThrow(message)
  expect(sessions.list().map((session) => session.name)).toEqual(['taken'])
})

test('a session shares the records that it begins with, and deletes them only for itself', async () => {
  const { fetch, sessions } = createSimulator({ deployments: 1000 })
  const [alice, bob] = [sessions.open('alice'), sessions.open('bob')]
  const [{ id }] = (await (await fetch('/v2/deployments?limit=1')).json()).resources
  expect(bob.db.deployments.get(id)).toBe(alice.db.deployments.get(id))
  alice.db.deployments.delete(id)
  expect([alice, bob].map(({ db }) => db.deployments.count())).toEqual([999, 1000])
})

test('unused sessions end after their minutes, while those in use stay', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { fetch, sessions, events } = createSimulator({ sessionMinutes: 10 })
  const expired: string[] = []
  events.listen((event) => {
    if (event.type === 'session' && event.what === 'expired') expired.push(event.session)
  })
  sessions.open('left')
  sessions.open('used')
  vi.advanceTimersByTime(6 * 60_000)
  await fetch('/_s/used/v2/deployments')
  vi.advanceTimersByTime(6 * 60_000)
  expect(sessions.list().map(({ name }) => name)).toEqual(['used'])
  expect(expired).toEqual(['left'])
})

forEachAdapter((test, { name, takesEveryPath }) => {
  test.skipIf(!takesEveryPath)(
    `a request with a session in its path goes to that session, and the next one without it does not, through ${name}`,
    async ({ open }) => {
      const { simulator, send } = await open()
      simulator.sessions.open('alice').db.deployments.create({ name: 'hers' })
      expect((await send('/_s/alice/v2/deployments?limit=1')).body).toContain('"name":"hers"')
      expect((await send('/v2/deployments?limit=1')).body).not.toContain('"name":"hers"')
    },
  )

  test.skipIf(!takesEveryPath)(
    `a request with a session in its path gets 400 with an explanation if the name is invalid, through ${name}`,
    async ({ open }) => {
      const { send } = await open()
      const answer = await send('/_s/al%20ice/v2/deployments')
      expect([answer.status, answer.body]).toEqual([400, expect.stringContaining('its name is')])
    },
  )
})

test('the path of a session with the name of the simulator leads to the simulator itself', async () => {
  const simulator = createSimulator()
  expect((await simulator.fetch('/_s/default/v2/auth/providers')).status).toBe(200)
  expect(simulator.requests.list()).toMatchObject([{ session: 'default', path: '/v2/auth/providers' }])
  expect(simulator.sessions.list()).toEqual([])
})

test.for<[target: string, init: RequestInit, location: string]>([
  ['/_s/alice/v2/deployments/', {}, '/_s/alice/v2/deployments'],
  ['/v2/deployments/', { headers: { 'x-simulator-session': 'alice' } }, '/v2/deployments'],
])('the path of a session stays in a redirect of %s', async ([target, init, location]) => {
  const { fetch } = createSimulator()
  const { headers } = await fetch(target, { redirect: 'manual', ...init })
  expect(new URL(headers.get('location') ?? '', 'http://any.test').pathname).toBe(location)
})

test('the path of a session does not lead to the health check of a session that does not exist', async () => {
  const { fetch } = createSimulator()
  expect((await fetch('/_simulator/health')).status).toBe(200)
  expect((await fetch('/_s/nobody/_simulator/health')).status).toBe(404)
})

test.each([
  ['created', ({ sessions }) => sessions.create('bob')],
  ['opened', ({ sessions }) => sessions.open('bob')],
  ['found', ({ sessions }) => sessions.get('bob')],
  ['listed', ({ sessions }) => sessions.list().at(-1)],
] as [string, (simulator: ReturnType<typeof createSimulator>) => Session | undefined][])(
  'a spy can watch a method of a session that was %s',
  async (how, find) => {
    const simulator = createSimulator()
    await simulator.fetch('/_s/alice/v2/deployments')
    if (how === 'found' || how === 'listed') await simulator.fetch('/_s/bob/v2/deployments')
    const session = find(simulator) as Session
    const reset = vi.spyOn(session, 'reset')
    session.reset()
    expect(reset).toHaveBeenCalledOnce()
  },
)

test('a session begins with the scenario of its simulator, whatever that has loaded since', () => {
  const simulator = createSimulator({ scenario: 'busy' })
  simulator.load('troubled')
  const session = simulator.sessions.create('ben')
  expect([session.scenario.name, session.faults.list()]).toEqual(['busy', []])
})
