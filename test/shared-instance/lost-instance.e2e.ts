import { expect } from 'vitest'
import { ControlError } from '../../src/entries/client/index.ts'
import { type Instance, startInstance } from './support/instances.ts'
import { PROXIES } from './support/proxies.ts'
import { type Shared, test } from './support/shared-test.ts'

const SESSIONS = Array.from({ length: 200 }, (_, index) => `user-${index}`)
const [haproxy, nginx] = PROXIES as [(typeof PROXIES)[number], (typeof PROXIES)[number]]

const describeLoss = (name: string) =>
  `Failed to find session "${name}": it was never created, it has ended, or it was lost with its server. ` +
  'Create it with POST /_s/NAME/_simulator/sessions and {"name": "NAME"}.'

/** Creates 200 sessions. @returns those of the second instance, the others, and the second instance */
async function createSessions({ remote, instances, listSessions }: Shared) {
  await Promise.all(SESSIONS.map((name) => remote.sessions.create({ name, scenario: 'empty' })))
  const [first = [], lost = [], third = []] = await listSessions()
  const [, victim] = instances as [Instance, Instance, Instance]
  return { lost, kept: [...first, ...third], victim }
}

/** Creates a deployment in every session and lists them, again and again. @returns a function that stops this */
function keepBusy({ remote, url }: Shared, names: readonly string[]) {
  let isStopped = false
  const begun: Promise<unknown>[] = []
  const work = names.map(async (name) => {
    for (let round = 1; ; round += 1) {
      const creation = remote.session(name).db.deployments.create({ name: `${name}-${round}` })
      if (round === 1) begun.push(creation)
      await creation
      const response = await fetch(`${url}/_s/${name}/v2/deployments?limit=1`)
      const { resources } = await response.json()
      expect(resources).toMatchObject([{ name: `${name}-${round}` }])
      if (isStopped) return round
    }
  })
  return {
    begun: () => Promise.all(begun),
    stop() {
      isStopped = true
      return Promise.all(work)
    },
  }
}

const statusOf = async (url: string) => (await fetch(`${url}/v2/deployments`)).status

test('when one of three instances behind HAProxy is killed the sessions of the others are not affected', async ({
  share,
}) => {
  const shared = await share(haproxy)
  const { kept, lost, victim } = await createSessions(shared)
  const work = keepBusy(shared, kept)
  await work.begun()
  await victim.kill()
  // The proxy notices that the instance is gone.
  await Promise.all(lost.map((name) => statusOf(`${shared.url}/_s/${name}`)))
  const rounds = await work.stop()
  expect(rounds).toHaveLength(kept.length)
})

test('when one of three instances behind HAProxy is killed its sessions get 404 of the service, which says why', async ({
  share,
}) => {
  const shared = await share(haproxy)
  const { lost, victim } = await createSessions(shared)
  await victim.kill()
  const responses = await Promise.all(lost.map((name) => fetch(`${shared.url}/_s/${name}/v2/deployments`)))
  const bodies = await Promise.all(responses.map(async (response) => [response.status, await response.json()]))
  expect(bodies).toEqual(lost.map((name) => [404, { detail: describeLoss(name) }]))
})

test('when one of three instances behind HAProxy is killed a client of its sessions throws an error that says so, and can create them again', async ({
  share,
}) => {
  const shared = await share(haproxy)
  const { lost, victim } = await createSessions(shared)
  await victim.kill()
  for (const name of lost) {
    const error = await shared.remote
      .session(name)
      .db.deployments.get('any')
      .catch((each: unknown) => each)
    expect(error).toBeInstanceOf(ControlError)
    expect(error).toMatchObject({ status: 404, message: describeLoss(name), issues: [{ path: 'session' }] })
  }
  await Promise.all(lost.map((name) => shared.remote.sessions.create({ name })))
  const statuses = await Promise.all(SESSIONS.map((name) => statusOf(`${shared.url}/_s/${name}`)))
  expect(statuses).toEqual(SESSIONS.map(() => 200))
})

test('when one of three instances behind nginx is killed the sessions of the others are not affected', async ({
  share,
}) => {
  const shared = await share(nginx)
  const { kept, lost, victim } = await createSessions(shared)
  const work = keepBusy(shared, kept)
  await work.begun()
  await victim.kill()
  // The proxy notices that the instance is gone.
  await Promise.all(lost.map((name) => statusOf(`${shared.url}/_s/${name}`)))
  const rounds = await work.stop()
  expect(rounds).toHaveLength(kept.length)
})

test('when one of three instances behind nginx is killed its sessions get 502 until it runs again, and then 404', async ({
  share,
}) => {
  const shared = await share(nginx)
  const { lost, victim } = await createSessions(shared)
  await victim.kill()
  const readStatuses = () => Promise.all(lost.map((name) => statusOf(`${shared.url}/_s/${name}`)))
  expect(await readStatuses()).toEqual(lost.map(() => 502))
  await expect(shared.remote.session(lost[0] ?? '').state()).rejects.toThrow('whether the server behind it is running')

  const again = await startInstance(victim.port)
  expect(await readStatuses()).toEqual(lost.map(() => 404))
  await again.kill()
})
