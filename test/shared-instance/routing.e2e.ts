import { expect, vi } from 'vitest'
import type { Page } from '../support/client.ts'
import { TOKEN } from './support/instances.ts'
import { PROXIES } from './support/proxies.ts'
import { type Shared, test } from './support/shared-test.ts'

const SESSIONS = Array.from({ length: 200 }, (_, index) => `user-${index}`)

const readNames = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${url}/v2/deployments`, { headers })
  return ((await response.json()) as Page).resources.map(({ name }) => name)
}

/** Creates sessions that each have one deployment, with the name of the session. */
const createSessions = ({ remote }: Shared, names: readonly string[]) =>
  Promise.all(
    names.map(async (name) => {
      const session = await remote.sessions.create({ name, scenario: 'empty' })
      await session.db.deployments.create({ name: `of-${name}` })
    }),
  )

for (const program of PROXIES) {
  test(`200 sessions are spread over three instances and kept apart, behind ${program.name}`, async ({ share }) => {
    const shared = await share(program)
    await createSessions(shared, SESSIONS)
    const spread = await shared.listSessions()
    expect(spread.flat().sort()).toEqual(SESSIONS.toSorted())
    for (const names of spread) expect(names.length).toBeGreaterThan(20)

    const byPath = await Promise.all(SESSIONS.map((name) => readNames(`${shared.url}/_s/${name}`)))
    const byHeader = await Promise.all(SESSIONS.map((name) => readNames(shared.url, { 'x-simulator-session': name })))
    expect([byPath, byHeader]).toEqual([SESSIONS.map((name) => [`of-${name}`]), SESSIONS.map((name) => [`of-${name}`])])
  })

  test(`the session in the path takes precedence over the one in the header, behind ${program.name}`, async ({
    share,
  }) => {
    const shared = await share(program)
    const names = SESSIONS.slice(0, 20)
    await createSessions(shared, names)
    const seen = await Promise.all(
      names.map((name) => readNames(`${shared.url}/_s/${name}`, { 'x-simulator-session': 'another' })),
    )
    expect(seen).toEqual(names.map((name) => [`of-${name}`]))
  })

  test(`requests without a session reach one instance, as those for the session "default" do, behind ${program.name}`, async ({
    share,
  }) => {
    const { url, remote } = await share(program)
    await remote.load('empty')
    await remote.db.deployments.create({ name: 'of-all' })
    const readAll = () =>
      Promise.all([
        readNames(url),
        readNames(`${url}/_s/default`),
        readNames(url, { 'x-simulator-session': 'default' }),
      ])
    const seen = [...(await readAll()), ...(await readAll()), ...(await readAll())]
    expect(seen).toEqual(seen.map(() => ['of-all']))
  })

  test(`a snapshot reaches sessions on every instance, behind ${program.name}`, async ({ share }) => {
    const shared = await share(program)
    await shared.remote.db.deployments.create({ name: 'signed-in' })
    const { name: snapshot } = await shared.remote.snapshots.take()
    const sessions = await Promise.all(
      SESSIONS.slice(0, 30).map((name) => shared.remote.sessions.create({ name, snapshot })),
    )
    for (const names of await shared.listSessions()) expect(names).not.toEqual([])
    for (const { url } of sessions) expect((await readNames(url))[0]).toBe('signed-in')
  })

  test(`sessions that are created without their path are where their URL leads, with and without a name, behind ${program.name}`, async ({
    share,
  }) => {
    const { url, listSessions } = await share(program)
    const headers = { authorization: `Bearer ${TOKEN}` }
    const create = async (name: string | undefined) => {
      const body = JSON.stringify({ name, scenario: 'empty' })
      const response = await fetch(`${url}/_simulator/sessions`, { method: 'POST', headers, body })
      return (await response.json()) as { name: string; url: string }
    }
    const names = SESSIONS.slice(0, 50)
    const created = await Promise.all([...names, ...names.map(() => undefined)].map(create))
    expect(new Set(created.map(({ name }) => name)).size).toBe(100)
    for (const session of created) expect(await readNames(session.url)).toEqual([])
    for (const found of await listSessions()) expect(found.length).toBeGreaterThan(10)
  })

  test(`events arrive as they happen, behind ${program.name}`, async ({ share }) => {
    const { remote } = await share(program)
    const session = await remote.sessions.create({ name: 'alice' })
    const types: string[] = []
    const stop = await session.events(({ type }) => types.push(type))
    await session.db.deployments.create()
    await vi.waitUntil(() => types.length > 0)
    expect(types).toEqual(['change'])
    await stop()
  })

  test(`300 clients can follow their sessions at once, behind ${program.name}`, async ({ share }) => {
    const { remote } = await share(program)
    const names = Array.from({ length: 300 }, (_, index) => `follower-${index}`)
    const follow = async (name: string) => (await remote.sessions.create({ name, scenario: 'empty' })).events(() => {})
    const stops = await Promise.all(names.map(follow))
    expect(stops).toHaveLength(300)
    await Promise.all(stops.map((stop) => stop()))
  })

  test(`a fault that cuts the connection affects its request only, behind ${program.name}`, async ({ share }) => {
    const { url, remote } = await share(program)
    const session = await remote.sessions.create({ name: 'alice', scenario: 'empty' })
    await session.faults.add({ effect: 'reset', times: 1 })
    const outcome = await fetch(`${session.url}/v2/deployments`).then(
      ({ status }) => status,
      ({ cause }) => cause.message,
    )
    expect(outcome).toBeOneOf([502, 'other side closed'])
    expect(await readNames(`${url}/_s/alice`)).toEqual([])
  })
}
