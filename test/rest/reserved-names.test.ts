// Names of fields that every object of JavaScript has.

import { expect, test } from 'vitest'
import * as z from 'zod'
import { createSimulator, defineApi } from '../../src/entries/engine/index.ts'

const NAMES = ['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty']
const texts = z.record(z.string(), z.string())

/** The types with fields of any names, and where those stand in a value. */
const types: Readonly<Record<string, readonly [type: z.ZodType, write: (fields: string) => string, form: string]>> = {
  'a record': [texts, (fields) => fields, ''],
  'a nested record': [z.strictObject({ in: texts }), (fields) => `{"in":${fields}}`, '[in]'],
  'a list of records': [z.array(texts), (fields) => `[${fields}]`, '[0]'],
  'a loose object': [z.looseObject({}), (fields) => fields, ''],
  'an object with a catchall': [z.object({}).catchall(z.string()), (fields) => fields, ''],
  'any JSON': [z.json(), (fields) => fields, ''],
  'any value': [z.any(), (fields) => fields, ''],
  'two records in one': [texts.and(z.looseObject({})), (fields) => fields, ''],
}

function createItems(type: z.ZodType, bodies: 'json' | 'form') {
  const api = defineApi({ title: 'Items', version: '1', bodies, invalidStatus: 422 })
  const items = api.resource('items', {
    schema: z.strictObject({ id: z.string(), meta: type }),
    id: ({ faker }) => faker.string.uuid(),
    build: () => ({ meta: [{}, [], { in: {} }].find((each) => type.safeParse(each).success) }),
  })
  const createItem = api.operation('createItem', 'POST', '/items', {
    body: z.strictObject({ meta: type }),
    responds: items,
    run: ({ body, create }) => create(items, body as object),
  })
  const service = api.service({ resources: [items], operations: [api.list('listItems', '/items', items), createItem] })
  return createSimulator({ service })
}

/** Resolves with what was kept of a value; undefined if it was refused, by name. */
async function post(simulator: ReturnType<typeof createItems>, path: string, [body, type]: readonly [string, string]) {
  const response = await simulator.fetch(path, { method: 'POST', body, headers: { 'content-type': type } })
  const text = await response.text()
  if (response.status === 201) return JSON.stringify(JSON.parse(text).meta)
  expect([response.status, text]).toEqual([422, expect.stringContaining('__proto__')])
  return undefined
}

const cases = Object.keys(types).flatMap((what) => NAMES.map((name) => ({ what, name })))

test.for(cases)('a field $name in $what is kept or refused, and never dropped', async ({ what, name }) => {
  const [type, write, form] = types[what] as (typeof types)[string]
  const fields = write(`{"${name}":"x","b":"y"}`)
  const [json, forms] = [createItems(type, 'json'), createItems(type, 'form')]
  const body = [`{"meta":${fields}}`, 'application/json'] as const
  const pairs = [`meta${form}[${name}]=x&meta${form}[b]=y`, 'application/x-www-form-urlencoded'] as const
  const { items } = json.db as unknown as { items: { create(record: object): { id: string; meta: object } } }
  const store = () => JSON.stringify(items.create(JSON.parse(body[0])).meta)
  const expected = name === '__proto__' && what !== 'any value' ? undefined : fields

  expect(await post(json, '/items', body)).toBe(expected)
  expect(await post(forms, '/items', pairs)).toBe(expected)
  expect(await post(json, '/_simulator/records/items', body)).toBe(expected)
  if (expected === undefined) expect(store).toThrow(/__proto__" is .*No field can have this name/)
  else expect(store()).toBe(expected)
})
