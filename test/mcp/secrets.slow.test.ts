import { expect } from 'vitest'
import { BODIES, findLeaks, HEADERS, PATHS, plain, QUERIES } from '../support/planted-secrets.ts'
import { mcpTest as test } from './support/mcp-test.ts'

const ASKED: readonly (readonly [title: string, asked: Record<string, unknown>])[] = [
  ...QUERIES.map((query) => [`?${query}`, { path: '/v2/deployments', query }] as const),
  ...PATHS.map((path) => [path, { path }] as const),
  ...HEADERS.filter(([name]) => !/^(?:cookie|proxy-)/.test(name)).map(
    ([name, value]) => [name, { path: '/v2/deployments', headers: { [name]: value } }] as const,
  ),
  ...Object.entries(BODIES).map(([title, body]) => [title, { method: 'POST', path: '/v2/deployments', body }] as const),
]

test('no tool tells the secrets of a request', async ({ agent }) => {
  const leaks: unknown[] = []
  for (const [title, asked] of ASKED) {
    const told = await agent.call('ask', asked)
    const others = [['why'], ['why', { body_from: 5 }], ['list_requests']] as const
    const texts = [told.text]
    for (const [name, args] of others) texts.push((await agent.call(name, args)).text)
    leaks.push(...texts.flatMap((text) => findLeaks(text).map((leak) => [title, leak])))
  }
  expect(leaks).toEqual([])
})

test('make_test writes no key of the client into the test', async ({ agent }) => {
  await agent.call('ask', {
    path: '/v2/deployments',
    headers: { 'X-Api-Key': plain, authorization: `Bearer ${plain}` },
  })
  const { text } = await agent.call('make_test')
  expect(findLeaks(text)).toEqual([])
  expect(text).toContain("'x-api-key': 'any'")
})

test('no tool tells the secrets of a record, or of what was wrong with it', async ({ agent }) => {
  const secrets = [{ name: 'DB_PASSWORD', value: plain }]
  const { id } = await agent.session.db.deployments.create({ name: 'own', secrets })
  const { text } = await agent.call('see_records', { resource: 'deployments', id })
  const refused = await agent.call('change_record', { resource: 'deployments', id, changes: { secrets: { a: plain } } })
  expect(findLeaks(text + refused.text)).toEqual([])
  expect(text).toContain('"name":"DB_PASSWORD","value":"[hidden]"')
})
