// Bodies and parameters that would take a declared API much memory or time.

import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { createSimulator, defineApi } from '../../src/entries/engine/index.ts'

function createItems(bodies: 'json' | 'form') {
  const api = defineApi({ title: 'Items', version: '1', bodies, invalidStatus: 422 })
  const items = api.resource('items', {
    schema: z.strictObject({ id: z.string(), tags: z.array(z.string()), sizes: z.array(z.int()) }),
    id: ({ faker }) => faker.string.uuid(),
    build: () => ({ tags: [], sizes: [] }),
  })
  const createItem = api.operation('createItem', 'POST', '/items', {
    body: z.strictObject({ tags: z.array(z.string()).default([]), sizes: z.array(z.int()).default([]) }),
    responds: items,
    run: ({ body, create }) => create(items, body),
  })
  const listItems = api.list('listItems', '/items', items, { filters: { tags: 'any', sizes: 'any' } })
  return createSimulator({ service: api.service({ resources: [items], operations: [listItems, createItem] }) })
}

const MANY = 1_000_000

const bodies: [what: string, kind: 'json' | 'form', body: string, status: number][] = [
  ['a list of wrong values', 'json', `{"tags":[${'1,'.repeat(MANY)}1]}`, 413],
  ['a list of right values', 'json', `{"tags":[${'"",'.repeat(MANY)}""]}`, 413],
  ['a list of objects', 'json', `[${'{},'.repeat(MANY)}{}]`, 413],
  ['unknown names', 'json', `{${Array.from({ length: 30_000 }, (_, index) => `"f${index}":1`).join(',')}}`, 413],
  ['many levels', 'json', `${'['.repeat(MANY)}${']'.repeat(MANY)}`, 400],
  ['pairs', 'form', 'a=b&'.repeat(MANY), 400],
  ['pairs without anything', 'form', '&'.repeat(MANY), 400],
  ['a name with many levels', 'form', `a${'[]'.repeat(MANY)}=1`, 400],
  ['a text with many commas', 'form', `sizes=${'1,'.repeat(MANY)}`, 422],
]

test.for(bodies)(
  '%s in a body of a declared API is refused before it is read as a whole',
  async ([, kind, body, status]) => {
    const type = kind === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
    const parse = vi.spyOn(JSON, 'parse')
    const response = await createItems(kind).fetch('/items', {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    })
    expect(response.status).toBe(status)
    expect((await response.text()).length).toBeLessThan(1000)
    expect(parse.mock.calls.filter(([text]) => text.length > MANY)).toEqual([])
    parse.mockRestore()
  },
)

test.for([
  ['numbers', `sizes=${'1,'.repeat(30_000)}`],
  ['texts', `tags=${'a,'.repeat(30_000)}`],
])('a list of very many %s in a query of a declared API is refused', async ([, query]) => {
  expect((await createItems('json').fetch(`/items?${query}`)).status).toBe(422)
})

test('an error in a body of a declared API says where it is', async () => {
  const headers = { 'content-type': 'application/json' }
  const response = await createItems('json').fetch('/items', { method: 'POST', body: '{\n "tags": [1,}', headers })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('at line 2, column')
})

test('a page whose records take too much memory ends before all of them are there', async () => {
  const api = defineApi({ title: 'Items', version: '1', pages: { page: 'page', size: 'size', usual: 10, most: 100 } })
  let shown = 0
  const view = () => {
    shown += 1
    return { text: 'x'.repeat(2_000_000) }
  }
  const items = api.resource('items', {
    schema: z.strictObject({ id: z.int() }),
    count: 100,
    build: () => ({}),
    view,
  })
  const service = api.service({ resources: [items], operations: api.crud('/items', items), scenarios: {} })
  const { fetch } = createSimulator({ service })
  expect((await fetch('/items')).status).toBe(200)
  shown = 0
  const response = await fetch('/items?size=100')
  expect([response.status, await response.text()]).toEqual([
    507,
    expect.stringContaining('its records take more than 32 MB. Ask for a smaller page'),
  ])
  expect(shown).toBeLessThan(20)
})
