import { expect, test } from 'vitest'
import { createSimulator } from '../../src/entries/engine/index.ts'
import { service } from './apis/issues.ts'

test('pages of issues', async () => {
  const simulator = createSimulator({ service })
  const [repo] = simulator.db.repos.list()
  const response = await simulator.fetch(`/repos/${repo?.owner}/${repo?.name}/issues?per_page=2`)
  console.log(response.status, response.headers, await response.text())
  const one = await simulator.fetch(`/repos/${repo?.owner}/${repo?.name}/issues/1`)
  console.log(one.status, one.headers, await one.text())
  const users = await simulator.fetch(`/users?per_page=2`)
  console.log(users.status, await users.text())
  const made = await simulator.fetch(`/repos/${repo?.owner}/${repo?.name}/issues`, { method: 'POST', body: JSON.stringify({ title: 'x', labels: ['a'] }), headers: { authorization: 'Bearer x' } })
  console.log(made.status, await made.text(), simulator.db.labels.list())
  expect(response.status).toBe(200)
})
