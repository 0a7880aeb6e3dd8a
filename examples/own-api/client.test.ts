import { test as base } from 'deploymock/vitest'
import { expect } from 'vitest'
import { createClient, type Issue } from './client.ts'
import { service } from './issues.ts'

const test = base.extend('simulatorOptions', { service, scenario: 'empty' })

async function collect(issues: AsyncIterable<Issue>): Promise<Issue[]> {
  const collected: Issue[] = []
  for await (const issue of issues) collected.push(issue)
  return collected
}

test.beforeEach(({ simulator }) => {
  simulator.db.repos.create({ owner: 'acme', name: 'shop' })
})

test('a list contains every open issue, over all pages', async ({ simulator }) => {
  for (let index = 0; index < 70; index += 1) simulator.db.issues.create({ state: 'open' })
  simulator.db.issues.create({ state: 'closed' })
  expect(await collect(createClient(simulator.url).list('acme/shop'))).toHaveLength(70)
  expect(simulator).toHaveReceivedInOrder([
    { operation: 'listIssues', parameters: { page: 1 } },
    { operation: 'listIssues', parameters: { page: 2 } },
    { operation: 'listIssues', parameters: { page: 3 } },
  ])
})

test('the newest issue is first, with its author', async ({ simulator }) => {
  const { id: user_id } = simulator.db.users.create({ login: 'ada' })
  simulator.db.issues.create({ state: 'open', title: 'Later', user_id, created_at: '2026-03-02T08:00:00Z' })
  simulator.db.issues.create({ state: 'open', title: 'Sooner', user_id, created_at: '2026-03-01T08:00:00Z' })
  const issues = await collect(createClient(simulator.url).list('acme/shop'))
  expect(issues).toMatchObject([
    { title: 'Later', user: { login: 'ada' } },
    { title: 'Sooner', user: { login: 'ada' } },
  ])
})

test('the client asks again after 503', async ({ simulator }) => {
  simulator.faults.add({ operation: 'listIssues', status: 503, times: 2 })
  expect(await collect(createClient(simulator.url).list('acme/shop'))).toEqual([])
  expect(simulator).toHaveReceivedTimes('listIssues', 3)
})

test('an issue is created with what was sent', async ({ simulator }) => {
  const created = await createClient(simulator.url, 'secret').create('acme/shop', { title: 'It is slow' })
  expect(created).toMatchObject({ number: 1, title: 'It is slow', url: `${simulator.url}/repos/acme/shop/issues/1` })
  expect(simulator.db.issues.list()).toMatchObject([{ title: 'It is slow', state: 'open' }])
})

test('the client says why it could not create an issue', async ({ simulator }) => {
  const { create } = createClient(simulator.url, 'secret')
  await expect(create('acme/shop', { title: '' })).rejects.toMatchObject({ status: 422 })
  await expect(create('acme/nothing', { title: 'It is slow' })).rejects.toMatchObject({ status: 404 })
})

// Nobody has promised what happens to them, so the client has to get along with each answer.
test.for([
  ['created', ['slow']],
  ['dropped', []],
] as const)('labels that the repository does not have may be %s', async ([unknownLabels, labels], { simulator }) => {
  simulator.assume({ unknownLabels })
  const { create } = createClient(simulator.url, 'secret')
  expect(await create('acme/shop', { title: 'It is slow', labels: ['slow'] })).toMatchObject({ labels })
})
