import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { createSimulator, defineApi } from '../../src/entries/engine/index.ts'

type Functions = Readonly<Record<string, (...given: never[]) => unknown>>

/** Declares an API whose functions are the given ones, whatever they return. */
function declare(functions: Functions) {
  const given = (...names: string[]): object =>
    Object.fromEntries(names.flatMap((name) => (functions[name] === undefined ? [] : [[name, functions[name]]])))
  const api = defineApi({
    title: 'Items',
    version: '1',
    pages: { offset: 'offset', size: 'limit', usual: 5, most: 9 },
    ...given('envelope', 'error', 'pageHeaders'),
  })
  const items = api.resource('items', {
    schema: z.strictObject({ id: z.int(), n: z.int() }),
    count: 1,
    build: () => ({ n: 0 }),
    ...given('build', 'view', 'next', 'id'),
  })
  const operations = [
    ...api.crud('/items', items),
    api.list('listOfItem', '/items/{n}/items', items, { within: () => ({}), ...given('within') }),
    api.operation('run', 'POST', '/run', { run: () => ({}), ...given('run') }),
  ]
  return api.service({ resources: [items], operations, scenarios: { default: { description: 'An item.' } } })
}

/** Runs a function, and returns what is printed meanwhile, and the rejections that nobody handles. */
async function watch(act: () => Promise<unknown>) {
  const errors = vi.spyOn(console, 'error').mockReturnValue()
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  await act()
  // Node tells of a rejection after the turn in which it happens.
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', unhandled)
  const { calls } = errors.mock
  errors.mockRestore()
  return { printed: String(calls), unhandled: unhandled.mock.calls }
}

const REQUESTS = ['GET /items', 'GET /items/1', 'GET /items/99', 'GET /items/1/items', 'POST /items', 'POST /run']
const FUNCTIONS = ['run', 'view', 'within', 'envelope', 'error', 'pageHeaders', 'build', 'next', 'id']

async function sendAll(functions: Functions): Promise<readonly number[]> {
  const { fetch } = createSimulator({ service: declare(functions) })
  const statuses = []
  for (const request of REQUESTS) {
    const [method, path = ''] = request.split(' ')
    const init = method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}
    statuses.push((await fetch(path, { method, ...init } as RequestInit)).status)
  }
  return statuses
}

test.for(FUNCTIONS)('an async function as %s is refused where it is declared', (name) => {
  expect(() => createSimulator({ service: declare({ [name]: async () => undefined }) })).toThrow(/cannot be async/)
})

test.for(FUNCTIONS)('a promise of %s that fails ends nothing', async (name) => {
  const fail = () => Promise.reject(new Error('broken'))
  let told: unknown
  const { printed, unhandled } = await watch(async () => {
    told = await sendAll({ [name]: fail }).catch((error: Error) => error.message)
  })
  expect(`${told} ${printed}`).toContain('promise')
  expect(unhandled).toEqual([])
})

test.for(['envelope', 'error', 'view'])('%s that returns nothing is told', async (name) => {
  const { fetch } = createSimulator({ service: declare({ [name]: () => undefined }) })
  const { printed } = await watch(() => fetch(name === 'error' ? '/items/99' : '/items'))
  expect(printed).toMatch(/it is missing|it returned nothing/)
})

test('what a function has kept of a request that is over changes nothing', async () => {
  const kept: (() => unknown)[] = []
  const simulator = createSimulator({
    service: declare({
      run({ create, update, delete: remove }: never) {
        kept.push(
          () => (create as (of: object, given: object) => unknown)({ name: 'items' }, {}),
          () => (update as (of: object, record: object, given: object) => unknown)({ name: 'items' }, { id: 1 }, {}),
          () => (remove as (of: object, record: object) => unknown)({ name: 'items' }, { id: 1 }),
        )
        return {}
      },
    }),
  })
  const before = simulator.db.items.list()
  expect((await simulator.fetch('/run', { method: 'POST' })).status).toBe(201)
  for (const write of kept) expect(write).toThrow('the request is over')
  expect(simulator.db.items.list()).toEqual(before)
})
