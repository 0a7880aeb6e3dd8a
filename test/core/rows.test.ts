import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { createByteBudget, MEGABYTE } from '../../src/engine/limits/byte-budget.ts'
import {
  type ChangedRows,
  createDerivedRows,
  createStoredRows,
  NO_ROWS,
  type SeededRows,
} from '../../src/engine/store/rows/changed-rows.ts'
import { POSITION, type Row } from '../../src/engine/store/rows/model.ts'
import { createRowGroups } from '../../src/engine/store/rows/row-groups.ts'
import { createSharedMap } from '../../src/engine/store/shared-map.ts'
import {
  createRecordCache,
  createSeededTable,
  createVersion,
  type SeededTable,
} from '../../src/engine/store/tables/seeded-table.ts'
import { createTable, readSeeded } from '../../src/engine/store/tables/table.ts'

/** A row that counts how often its fields are read. */
function countReads(row: Row, count: () => void): Row {
  return new Proxy(row, {
    get(target, name) {
      count()
      return Reflect.get(target, name)
    },
  })
}

test('a search by fields that were searched by before reads no row', () => {
  let reads = 0
  const rows = Array.from({ length: 1000 }, (_, index) => {
    return countReads({ id: `${index}`, parent: `${index % 500}`, name: `row ${index}` }, () => {
      reads += 1
    })
  })
  const current = createSharedMap(rows.map((row) => [row.id, { row, seeded: undefined, place: 0, bytes: 0 }]))
  const changed = { ...NO_ROWS, current }
  const groups = createRowGroups(() => changed)
  groups.find({ parent: '0', name: 'row 0' })
  reads = 0
  const found = groups.find({ parent: '7', name: 'row 507' })
  expect(reads).toBe(0)
  expect(found).toEqual([rows[507]])
})

test('a search by more than what rows are looked up by looks at few of them', () => {
  const kind = { singular: 'row', schema, lookups: [['parent']] }
  const completed = { find: () => undefined, keep: () => undefined }
  const table = createSeededTable<Row>(kind, { complete: () => undefined, completed })
  for (let index = 0; index < 2000; index += 1)
    table.insert({ id: `${index}`, parent: 'one', name: `row ${index}` }, () => [])
  const find = (name: string) => table.rows.find({ parent: 'one', name })
  find('row 1')
  const reads = vi.spyOn(Reflect, 'get')
  expect(find('row 7').map(({ id }) => id)).toEqual(['7'])
  expect(find('none')).toEqual([])
  expect(reads.mock.calls.length).toBeLessThan(50)
  reads.mockRestore()
})

const schema = z.object({ id: z.string(), parent: z.string(), name: z.string().optional() })

/** Opens a table on top of seeded rows, whose changes can be replaced. */
function openTable(rows: SeededRows) {
  const held = { rows: NO_ROWS }
  const seeded = { kind: { singular: 'row', schema }, rows, makeRow: (row: Row) => row, toRecord: (row: Row) => row }
  const holder = {
    read: () => held.rows,
    write(next: ChangedRows) {
      held.rows = next
    },
  }
  const table = createTable(seeded as unknown as SeededTable<Row>, holder, {
    findIssues: () => [],
    refit: (stored) => stored,
    findStoredIssues: () => [],
  })
  return { table, held }
}

function openStored(seededRows: readonly Row[] = []) {
  const lookups: string[] = []
  const rows = {
    get(id: string) {
      lookups.push(id)
      return seededRows.find((row) => row.id === id)
    },
    locate: (id: string) => rows.get(id),
    list: () => seededRows,
    count: () => seededRows.length,
    find: (where: Record<string, unknown>) => seededRows.filter((row) => row.parent === where.parent),
    sort: (some: readonly Row[]) => [...some],
  } as unknown as SeededRows
  return { ...openTable(rows), lookups }
}

test('a row that was removed is not looked for among the seeded rows again', () => {
  const { table, lookups } = openStored()
  table.insert({ id: 'a', parent: 'x' }, true)
  table.remove('a')
  lookups.length = 0
  expect([table.get('a'), table.remove('a'), lookups]).toEqual([undefined, false, []])
})

test('a search finds each row as it is now, in the order in which rows were added', () => {
  const { table } = openStored([{ id: 'seeded', parent: 'x' }])
  const find = (parent: string) => table.find({ parent }).map(({ id }) => id)
  expect(find('x')).toEqual(['seeded'])
  for (const id of ['a', 'b', 'c']) table.insert({ id, parent: 'x' }, true)
  table.replace('a', { id: 'a', parent: 'x' })
  expect(find('x')).toEqual(['seeded', 'a', 'b', 'c'])
  table.replace('seeded', { id: 'seeded', parent: 'y' })
  table.replace('b', { id: 'b', parent: 'y' })
  table.remove('c')
  expect([find('x'), find('y')]).toEqual([['a'], ['seeded', 'b']])
  table.insert({ id: 'c', parent: 'x' }, true)
  expect(find('x')).toEqual(['a', 'c'])
})

test('earlier changes are those of their time, in any order', () => {
  const { table, held } = openStored([
    { id: 'seeded', parent: 'x' },
    { id: 'other', parent: 'x' },
  ])
  const read = () => [table.find({ parent: 'x' }), table.all(), table.count(), table.get('a'), table.get('seeded')]
  const steps = [
    () => table.insert({ id: 'a', parent: 'x' }, true),
    () => table.replace('seeded', { id: 'seeded', parent: 'y' }),
    () => table.remove('a'),
    () => table.remove('seeded'),
    () => table.insert({ id: 'seeded', parent: 'x' }, false),
    () => table.insert({ id: 'a', parent: 'x' }, false),
    () => table.remove('seeded'),
  ]
  const moments = steps.map((act) => {
    act()
    return { rows: held.rows, read: read() }
  })
  for (const moment of moments.toReversed()) {
    held.rows = moment.rows
    expect(read()).toEqual(moment.read)
  }
})

test('a derived row is replaced without being derived, and keeps its place', () => {
  const parents = new Map([['p', { id: 'p', [POSITION]: 2 }]])
  const ids = ['first', 'second', 'third']
  let derived = 0
  const rows = createDerivedRows(
    createStoredRows(parents, () => []),
    {
      field: 'parent',
      count: () => ids.length,
      ids: () => ids,
      derive: () => {
        derived += 1
        return ids.map((id) => ({ id, parent: 'p' }))
      },
    },
  )
  const { table } = openTable(rows)
  const near = { id: 'second', parent: 'p' }
  table.replace('second', { ...near, name: 'new' })
  expect(derived).toBe(0)
  expect(() => table.replace('other', { ...near, id: 'other' })).toThrow('no record has the id "other"')
  expect(table.find({ parent: 'p' }).map(({ id, name }) => [id, name])).toEqual([
    ['first', undefined],
    ['second', 'new'],
    ['third', undefined],
  ])
  table.remove('third')
  expect([table.all({ offset: 0, limit: 10 }).map(({ id }) => id), table.count()]).toEqual([['first', 'second'], 2])
})

test('a seeded record that is known as a whole is not built again when it is read', () => {
  const built: number[] = []
  const named = z.object({ id: z.string(), name: z.string() })
  const table = createSeededTable<Row>({ singular: 'row', schema: named } as never, {
    completed: createRecordCache(createByteBudget(256 * MEGABYTE), createVersion()),
    complete(position) {
      built.push(position)
      return { id: `${position}`, name: 'built' }
    },
  })
  table.seed(0, { id: '0' }, { id: '0', name: 'known' })
  table.seed(1, { id: '1' })
  expect(['0', '1'].map((id) => readSeeded(table).get(id)?.name)).toEqual(['known', 'built'])
  expect(built).toEqual([1])
})

test('what was found of seeded records is found anew after another one was seeded', () => {
  const named = z.object({ id: z.string(), name: z.string() })
  const table = createSeededTable<Row>({ singular: 'row', schema: named } as never, {
    completed: createRecordCache(createByteBudget(256 * MEGABYTE), createVersion()),
    complete: () => undefined,
  })
  const find = () => table.rows.find({ name: 'a' }).map(({ id }) => id)
  table.insert({ id: '0', name: 'a' }, () => [])
  expect([find(), find()]).toEqual([['0'], ['0']])
  table.insert({ id: '1', name: 'a' }, () => [])
  expect(find()).toEqual(['0', '1'])
})

const counted = z.object({ id: z.int(), group: z.int().nullable(), name: z.string() })

/** Fills a table with records, whole or by their summaries, which lack the name. */
function seedCounted(count: number, isWhole: boolean) {
  const build = (id: number) => ({ id, group: id % 7 === 0 ? null : id % 7, name: `name ${id % 50}` })
  let completed = 0
  const table = createSeededTable<{ id: number }>({ singular: 'row', schema: counted } as never, {
    completed: createRecordCache(createByteBudget(256 * MEGABYTE), createVersion()),
    complete(position) {
      completed += 1
      return build(position)
    },
  })
  for (let id = 0; id < count; id += 1) {
    if (isWhole) table.insert(build(id), () => [])
    else table.seed(id, { id, group: build(id).group } as never)
  }
  const all = Array.from({ length: count }, (_, id) => build(id))
  return { table, all, readCompleted: () => completed }
}

test.each([
  ['few', 20, true],
  ['few summaries of', 20, false],
  ['many', 400, true],
  ['many summaries of', 400, false],
] as const)('a search among %s records finds those with the values, in their order', (_, count, isWhole) => {
  const { table, all } = seedCounted(count, isWhole)
  const find = (where: object) => readSeeded(table).find(where as never)
  for (const value of [null, 0, 3, 6, 9, '3'])
    expect(find({ group: value })).toEqual(all.filter(({ group }) => group === value))
  expect(find({ name: 'name 3' })).toEqual(all.filter(({ name }) => name === 'name 3'))
  expect(find({ name: 'name 3', group: 3 })).toEqual(all.filter(({ id }) => id % 50 === 3 && id % 7 === 3))
  expect([find({ id: 3 }), find({ id: 3, group: 4 }), find({ other: 1 })]).toEqual([[all[3]], [], []])
  expect(find({})).toEqual(all)
})

test('a search by other values of the same fields reads only the rows that have them', () => {
  const { table, readCompleted } = seedCounted(400, false)
  const find = (where: object) => table.rows.find(where as never).map(({ id }) => id)
  expect(find({ group: 2 })).toHaveLength(57)
  expect(readCompleted()).toBe(0)
  expect(find({ name: 'name 3' })).toHaveLength(8)
  expect(readCompleted()).toBe(400)
  table.forget()
  expect(find({ name: 'name 4' })).toHaveLength(8)
  expect(readCompleted()).toBe(400)
})
