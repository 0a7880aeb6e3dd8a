import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { listDeployments } from '../../src/service/listing/lists.ts'
import { fetchAllPages, fetchJson, type Page } from '../support/client.ts'
import { expectList } from '../support/expected-list.ts'

const simulator = createSimulator({ deployments: 150, assumptions: { newerParameters: 'supported' } })
const newest = createSimulator({ deployments: 150, preset: 'langsmith-next', assumptions: { authentication: 'none' } })
const deployments = simulator.db.deployments.list()

const ids = deployments.map(({ id }) => id)
const texts: Readonly<Record<string, fc.Arbitrary<string>>> = {
  name_contains: fc.constantFrom('a', '-', 'billing', 'prod', 'nothing has this name'),
  status: fc.constantFrom('AWAITING_DATABASE', 'READY', 'UNUSED', 'AWAITING_DELETE', 'UNKNOWN', 'ready'),
  remote_reconciled: fc.constantFrom('true', 'false'),
  tag_value_ids: fc.subarray([...simulator.tagValueIds], { minLength: 1 }).map(String),
  image_version: fc.constantFrom('0.7.28', '0.6.4', '0.6'),
  deployment_type: fc.constantFrom('dev_free', 'dev', 'prod', 'dev_zero'),
  deployment_ids: fc
    .subarray([...ids, '11111111-2222-3333-4444-555555555555'], { minLength: 1, maxLength: 60 })
    .map(String),
  name: fc.constantFrom(...deployments.slice(0, 3).map(({ name }) => String(name)), 'nothing has this name'),
  agent_id: fc.constant('agent'),
  agent_environment: fc.constant('production'),
}
// More filters at once hardly ever match anything.
const queryArbitrary = fc
  .subarray(Object.keys(texts), { maxLength: 4 })
  .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, texts[name] as fc.Arbitrary<string>]))))

test('the pages of a list are tested with every filter that the list has', () => {
  const filters = Object.entries(listDeployments.parameters).filter(([, { filter }]) => filter !== undefined)
  expect(Object.keys(texts)).toEqual(filters.map(([name]) => name))
})

for (const [preset, world] of Object.entries({ spec: simulator, 'langsmith-next': newest })) {
  test(`the pages of a list together contain the filtered deployments, in order and each one once, with any filters and any limit, under ${preset}`, async () => {
    await fc.assert(
      fc.asyncProperty(queryArbitrary, fc.integer({ min: 1, max: 100 }), async (query, limit) => {
        const records = await fetchAllPages(world, new URLSearchParams({ ...query, limit: String(limit) }))
        expect(records.map(({ id }) => id)).toEqual(expectList(world, query).map(({ id }) => id))
      }),
      { numRuns: 200 },
    )
  })
}

test('the pages of a list are as long as the limit, except the last one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 100 }), fc.nat(160), async (limit, offset) => {
      const page = await fetchJson<Page>(simulator, `/v2/deployments?limit=${limit}&offset=${offset}`)
      const left = Math.max(0, deployments.length - offset)
      expect(page.resources).toHaveLength(Math.min(limit, left))
      expect(page.offset).toBe(offset + page.resources.length)
    }),
  )
})

test.for(['returned', 'zeroAtEnd', 'limit'] as const)(
  'pages that may be short together contain the whole list, with lastPageOffset=%s',
  async (lastPageOffset, { expect }) => {
    const world = createSimulator({ deployments: 150, assumptions: { shortPages: 'sometimes', lastPageOffset } })
    const all = expectList(world, {}).map(({ id }) => id)
    for (const limit of [1, 2, 3, 20, 99, 100]) {
      const pages: string[][] = []
      let offset = 0
      do {
        const page = await fetchJson<Page>(world, `/v2/deployments?limit=${limit}&offset=${offset}`)
        pages.push(page.resources.map(({ id }) => id))
        offset = page.offset
      } while (offset > 0 && offset < all.length)
      expect(pages.flat()).toEqual(all)
      const lengths = new Set(pages.slice(0, -1).map(({ length }) => length))
      const areShort = limit > 1 && lastPageOffset !== 'limit'
      for (const length of lengths)
        expect(areShort ? length < limit && length >= limit / 2 : length === limit).toBe(true)
      // Clients that take the first length for that of all pages stop too early, too.
      if (areShort && limit === 20) expect(lengths.size).toBeGreaterThan(2)
    }
  },
)

test('a page that is short is explained with the limit of its request', async () => {
  const world = createSimulator({ deployments: 60, assumptions: { shortPages: 'sometimes' } })
  const { resources } = await fetchJson<Page>(world, '/v2/deployments?limit=20')
  const [{ id } = { id: 0 }] = world.requests.list()
  const { page, assumptions } = world.requests.get(id)?.explanation ?? {}
  expect([page, assumptions]).toMatchObject([
    { limit: 20, returned: resources.length, matching: 60 },
    { shortPages: 'sometimes' },
  ])
})

test('the pages of a list contain 20 deployments and start at the beginning by default', async () => {
  const page = await fetchJson<Page>(simulator, '/v2/deployments')
  expect(page.resources.map(({ id }) => id)).toEqual(
    expectList(simulator, {})
      .slice(0, 20)
      .map(({ id }) => id),
  )
})

test('the pages of a list show a new deployment first, and a later one before it', async () => {
  const world = createSimulator()
  world.db.deployments.create({ name: 'earlier' })
  world.db.deployments.create({ name: 'later' })
  const page = await fetchJson<Page>(world, '/v2/deployments?limit=2')
  expect(page.resources.map(({ name }) => name)).toEqual(['later', 'earlier'])
})

test('the pages of a list reflect every change of the data', async () => {
  const world = createSimulator()
  const names = async () =>
    (await fetchJson<Page>(world, '/v2/deployments?limit=100')).resources.map(({ name }) => name)
  const before = await names()
  const { id } = world.db.deployments.create({ name: 'checkout' })
  expect(await names()).toEqual(['checkout', ...before])
  world.db.deployments.update(id, { name: 'checkout-2' })
  expect(await names()).toEqual(['checkout-2', ...before])
  world.db.deployments.delete(id)
  expect(await names()).toEqual(before)
})

test("the pages of a list contain an offset beyond JavaScript's integers digit for digit", async () => {
  const response = await simulator.fetch('/v2/deployments?offset=99999999999999999999')
  expect(await response.text()).toBe('{"resources":[],"offset":99999999999999999999}')
})
