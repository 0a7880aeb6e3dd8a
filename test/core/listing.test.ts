import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createListingIndex } from '../../src/engine/store/listing/listing-index.ts'
import { createOrder } from '../../src/engine/store/listing/ordering.ts'
import { finish } from '../../src/engine/work/steps.ts'
import { type AssumptionOverrides, createSimulator, type Simulator } from '../../src/index.ts'
import { fetchAllPages } from '../support/client.ts'
import { expectList } from '../support/expected-list.ts'
import { runs } from '../support/scope.ts'

type Write = {
  kind: 'create' | 'update' | 'delete'
  at: number
  name: string
  status: string
  tags: number
  age: number
}

const STATUSES = ['READY', 'UNUSED', 'UNKNOWN']
const TAGS = [1, 2, 3].map((digit) => `aaaaaaaa-0000-4000-8000-00000000000${digit}`)
const VERSIONS = ['0.6.1', '0.6.10', '0.7.0']

const nameArbitrary = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '-', '\u0000', 'é', 'İ', '🚀'), maxLength: 6 })
const writeArbitrary: fc.Arbitrary<Write> = fc.record({
  kind: fc.constantFrom('create', 'create', 'create', 'update', 'delete'),
  at: fc.nat(1000),
  name: nameArbitrary,
  status: fc.constantFrom(...STATUSES),
  tags: fc.nat(7),
  age: fc.nat(4),
})
const filterArbitrary = fc.record(
  {
    name_contains: nameArbitrary,
    status: fc.constantFrom(...STATUSES),
    deployment_type: fc.constantFrom('dev', 'prod'),
    remote_reconciled: fc.constantFrom('true', 'false'),
    image_version: fc.constantFrom(...VERSIONS, '0.6'),
    tag_value_ids: fc.subarray(TAGS, { minLength: 1 }).map(String),
  },
  { requiredKeys: [] },
)
const assumptionsArbitrary: fc.Arbitrary<AssumptionOverrides> = fc.record({
  deploymentOrdering: fc.constantFrom('createdDescending', 'createdAscending', 'name', 'updatedDescending'),
  nameMatching: fc.constantFrom('substring', 'prefix', 'substringIgnoringCase'),
  imageVersionMatching: fc.constantFrom('exact', 'prefix'),
  tagMatching: fc.constantFrom('any', 'all'),
})

function apply({ db }: Simulator, { kind, at, name, status, tags, age }: Write): void {
  const ids = db.deployments.list().map(({ id }) => id)
  const id = ids[at % (ids.length || 1)]
  const given = {
    name,
    status,
    tag_value_ids: TAGS.filter((_, index) => tags & (1 << index)),
    image_version: VERSIONS[at % 4] ?? null,
    created_at: `2025-01-0${age + 1}T00:00:00${age === 4 ? '.5' : ''}Z`,
    updated_at: `2025-02-0${((age + tags) % 5) + 1}T00:00:00Z`,
  }
  if (kind === 'create' || id === undefined) db.deployments.create(given)
  else if (kind === 'update') db.deployments.update(id, given)
  else db.deployments.delete(id)
}

test('a list that is first read after hundreds of changes equals the data after a simple filter and a simple sort', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(writeArbitrary, { minLength: 150, maxLength: 400 }),
      filterArbitrary,
      assumptionsArbitrary,
      async (writes, filter, assumptions) => {
        const simulator = createSimulator({ deployments: 900, assumptions })
        for (const each of writes) apply(simulator, each)
        const pages = await fetchAllPages(simulator, new URLSearchParams({ ...filter, limit: '100' }))
        const wanted = expectList(simulator, filter, assumptions)
        expect(pages.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
      },
    ),
    { numRuns: runs(5) },
  )
})

test('a list that is first read after nearly all records were deleted contains the rest', async () => {
  const simulator = createSimulator({ deployments: 1500 })
  const [kept, ...others] = simulator.db.deployments.list()
  for (const { id } of others) simulator.db.deployments.delete(id)
  const listed = await fetchAllPages(simulator, new URLSearchParams())
  expect(listed.map(({ id }) => id)).toEqual([kept?.id])
})

test('a list equals the data after a simple filter and a simple sort, after any changes and a reset', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(writeArbitrary, { maxLength: 40 }),
      fc.array(filterArbitrary, { minLength: 1, maxLength: 4 }),
      assumptionsArbitrary,
      fc.integer({ min: 1, max: 30 }),
      async (writes, filters, assumptions, limit) => {
        const simulator = createSimulator({ deployments: 12, assumptions })
        const expectPlain = async () => {
          for (const filter of filters) {
            const pages = await fetchAllPages(simulator, new URLSearchParams({ ...filter, limit: String(limit) }))
            const wanted = expectList(simulator, filter, assumptions)
            expect(pages.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
          }
        }
        await expectPlain()
        for (const write of writes) apply(simulator, write)
        await expectPlain()
        simulator.reset()
        await expectPlain()
        expect(simulator.db.deployments.list()).toEqual(createSimulator({ deployments: 12 }).db.deployments.list())
      },
    ),
    { numRuns: runs(60) },
  )
})

test('a name is found by any part of it, even if the part contains the internal separator of names', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  for (const name of ['a\u0000b', '\u0000', 'b', 'ab\u0000']) simulator.db.deployments.create({ name })
  const find = async (text: string) => {
    const found = await fetchAllPages(simulator, new URLSearchParams({ name_contains: text }))
    return found.map(({ name }) => name).toSorted()
  }
  expect(await find('\u0000')).toEqual(['\u0000', 'a\u0000b', 'ab\u0000'])
  expect(await find('b\u0000')).toEqual(['ab\u0000'])
  expect(await find('\u0000b')).toEqual(['a\u0000b'])
  expect(await find('b')).toEqual(['a\u0000b', 'ab\u0000', 'b'])
})

test('a list of thousands stays in order while records are added and deleted', async () => {
  const simulator = createSimulator({ deployments: 1100, assumptions: { deploymentOrdering: 'name' } })
  for (let count = 0; count < 700; count += 1) simulator.db.deployments.create({ name: `between-${count % 7}` })
  for (const { id, name } of simulator.db.deployments.list())
    if (name?.endsWith('-3') === true) simulator.db.deployments.delete(id)
  const expected = expectList(simulator, {}, { deploymentOrdering: 'name' })
  const listed = await fetchAllPages(simulator, new URLSearchParams({ limit: '100' }))
  expect(listed.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
  const found = await fetchAllPages(simulator, new URLSearchParams({ limit: '100', name_contains: 'tween-6' }))
  expect(found.map(({ name }) => name)).toEqual(Array(100).fill('between-6'))
})

test('the matches of a filter are found once, however long it is, until others need the memory', () => {
  const records = [{ id: 'a' }, { id: 'b' }]
  const index = finish(createListingIndex(records, { order: createOrder('shuffled', 1), fields: {} }))
  const find = (length: number) => index.find([{ field: 'id', match: 'any', value: Array(length).fill('x') }])
  const long = find(50_000)
  expect(find(50_000)).toBe(long)
  find(1)
  expect(find(50_000)).not.toBe(long)
  expect(find(1)).toBe(find(1))
})
