import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import type { Page } from '../support/client.ts'

const breathe = () => new Promise((resolve) => setImmediate(resolve))

/** Advances the clock until all requests have a response. */
const settle = async <Answer>({ clock }: Simulator, answers: readonly Promise<Answer>[]): Promise<Answer[]> => {
  let isDone = false
  const all = Promise.all(answers).finally(() => {
    isDone = true
  })
  while (!isDone) {
    await breathe()
    clock.advance(1000)
  }
  return all
}
const send = async (simulator: Simulator, count: number, target: string, init?: RequestInit) => {
  const answers = await settle(
    simulator,
    Array.from({ length: count }, () => simulator.fetch(target, init)),
  )
  return answers.map(({ status }) => status)
}
const shareOf = (statuses: readonly number[], status: number) =>
  statuses.filter((each) => each === status).length / statuses.length

test('troubled has most deployments in a bad state', () => {
  const deployments = createSimulator({ scenario: 'troubled' }).db.deployments.list()
  const count = (status: string) => deployments.filter((each) => each.status === status).length
  expect(count('UNKNOWN')).toBe(90)
  expect(count('AWAITING_DELETE')).toBe(70)
  expect(count('READY')).toBeLessThan(deployments.length / 4)
})

test('troubled is set 65 minutes after the start of the outage, when another provider has been added', () => {
  const { db, clock } = createSimulator({ scenario: 'troubled' })
  expect(clock.now()).toBe('2026-11-27T07:45:00Z')
  expect(db.providers.list().map(({ provider_id }) => provider_id)).toContain('emergency-login')
})

test('troubled is slow', async () => {
  const simulator = createSimulator({ scenario: 'troubled' })
  simulator.faults.clear()
  let answered = 0
  const answers = Array.from({ length: 100 }, async () => {
    await simulator.fetch('/v2/deployments')
    answered += 1
  })
  await breathe()
  simulator.clock.advance(100)
  await breathe()
  expect(answered).toBe(0)
  simulator.clock.advance(800)
  await breathe()
  expect(answered).toBeGreaterThan(30)
  expect(answered).toBeLessThan(70)
  await settle(simulator, answers)
})

test('troubled rejects some lists and more creations, the same ones in every run', async () => {
  const [one, other] = [createSimulator({ scenario: 'troubled' }), createSimulator({ scenario: 'troubled' })]
  const lists = await send(one, 200, '/v2/deployments')
  expect(new Set(lists)).toEqual(new Set([200, 503]))
  expect(shareOf(lists, 503)).toBeCloseTo(0.3, 1)
  expect(await send(other, 200, '/v2/deployments')).toEqual(lists)
  const { integration_id, url, default_branch } = one.db.repositories.list()[0] ?? {}
  const body = {
    integration_id,
    source_config: { repo_url: url },
    source_revision_config: { repo_ref: default_branch },
  }
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const creations = await send(one, 1000, '/v2/deployments', init)
  expect(new Set(creations)).toEqual(new Set([201, 500]))
  expect(shareOf(creations, 500)).toBeCloseTo(0.6, 1)
})

test('troubled rejects two requests for the providers, and then responds', async () => {
  const simulator = createSimulator({ scenario: 'troubled' })
  expect(await send(simulator, 3, '/v2/auth/providers')).toEqual([502, 502, 200])
  expect(simulator.faults.list().map(({ id }) => id)).not.toContain('stale-connections')
})

test('troubled leaves new deployments out of some lists', async () => {
  const simulator = createSimulator({ scenario: 'troubled' })
  simulator.db.deployments.create({ name: 'just-created' })
  const responses = await settle(
    simulator,
    Array.from({ length: 100 }, () => simulator.fetch('/v2/deployments?name_contains=just-created')),
  )
  const pages = await Promise.all(responses.filter(({ ok }) => ok).map((response) => response.json() as Promise<Page>))
  expect(new Set(pages.map(({ resources }) => resources.length))).toEqual(new Set([0, 1]))
})

test('troubled is slowest for lists of UNKNOWN deployments', async () => {
  const simulator = createSimulator({ scenario: 'troubled' })
  simulator.faults.remove('list-unavailable')
  let isAnswered = false
  const answer = simulator.fetch('/v2/deployments?status=UNKNOWN').finally(() => {
    isAnswered = true
  })
  await breathe()
  simulator.clock.advance(1500)
  await breathe()
  expect(isAnswered).toBe(false)
  expect((await settle(simulator, [answer])).map(({ status }) => status)).toEqual([200])
})
