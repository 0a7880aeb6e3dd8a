import { expect, test } from 'vitest'
import * as z from 'zod'
import { createByteBudget, MEGABYTE } from '../../src/engine/limits/byte-budget.ts'
import { createDerivedRows } from '../../src/engine/store/rows/derived-rows.ts'
import { createOverlay } from '../../src/engine/store/rows/overlay.ts'
import { createRowGroups } from '../../src/engine/store/rows/row-groups.ts'
import { createStoredRows, type SeededRows } from '../../src/engine/store/rows/seeded-rows.ts'
import { POSITION, type Row } from '../../src/engine/store/tables/model.ts'
import { createRecordCache } from '../../src/engine/store/tables/record-cache.ts'
import { createSeededTable } from '../../src/engine/store/tables/seeded-table.ts'
import { createVersion } from '../../src/engine/store/tables/version.ts'

/** A row that counts how often its fields are read. */
function countReads(row: Row, count: () => void): Row {
  return new Proxy(row, {
    get(target, name) {
      count()
      return Reflect.get(target, name)
    },
  })
}

test('a search reads only the rows with the first value', () => {
  let reads = 0
  const rows = Array.from({ length: 1000 }, (_, index) => {
    return countReads({ id: `${index}`, parent: `${index % 500}`, name: `row ${index}` }, () => {
      reads += 1
    })
  })
  const groups = createRowGroups(() => rows)
  groups.find({ parent: '0' })
  reads = 0
  const found = groups.find({ parent: '7', name: 'row 507' })
  expect(reads).toBe(2)
  expect(found).toEqual([rows[507]])
})

function openOverlay(seededRows: readonly Row[] = []) {
  const lookups: string[] = []
  const rows = {
    get(id: string) {
      lookups.push(id)
      return seededRows.find((row) => row.id === id)
    },
    locate: (id: string) => rows.get(id),
    has: (row: Row) => seededRows.includes(row),
    count: () => seededRows.length,
    find: (where: Record<string, unknown>) => seededRows.filter((row) => row.parent === where.parent),
    sort: (some: readonly Row[]) => [...some],
  } as unknown as SeededRows
  const schema = z.object({ id: z.string(), parent: z.string() })
  const overlay = createOverlay({ kind: { singular: 'row', schema } as never, rows })
  const set = (id: string, values: Row | undefined) => overlay.set(id, overlay.locate(id), values)
  return { overlay, set, lookups }
}

test('a row that was removed is not looked for among the seeded rows again', () => {
  const { overlay, set, lookups } = openOverlay()
  set('a', { id: 'a', parent: 'x' })
  set('a', undefined)
  lookups.length = 0
  expect([overlay.get('a'), lookups]).toEqual([undefined, []])
})

test('a search finds each row as it is now, in the order in which rows were added', () => {
  const { overlay, set } = openOverlay([{ id: 'seeded', parent: 'x' }])
  const find = (parent: string) => overlay.find({ parent }).map(({ id }) => id)
  expect(find('x')).toEqual(['seeded'])
  for (const id of ['a', 'b', 'c']) set(id, { id, parent: 'x' })
  set('a', { id: 'a', parent: 'x' })
  expect(find('x')).toEqual(['seeded', 'a', 'b', 'c'])
  set('seeded', { id: 'seeded', parent: 'y' })
  set('b', { id: 'b', parent: 'y' })
  set('c', undefined)
  expect([find('x'), find('y')]).toEqual([['a'], ['seeded', 'b']])
  set('c', { id: 'c', parent: 'x' })
  expect(find('x')).toEqual(['a', 'c'])
})

test('a world started with its seeded rows, whatever has happened to them since', () => {
  const { overlay, set } = openOverlay([
    { id: 'same', parent: 'x' },
    { id: 'changed', parent: 'x' },
    { id: 'removed', parent: 'x' },
  ])
  set('changed', { id: 'changed', parent: 'y' })
  for (const id of ['removed', 'gone']) {
    set(id, { id, parent: 'y' })
    set(id, undefined)
  }
  set('added', { id: 'added', parent: 'y' })
  const ids = ['same', 'changed', 'removed', 'added', 'gone', 'unknown']
  expect(ids.filter(overlay.startedWith)).toEqual(['same', 'changed', 'removed'])
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
  const schema = z.object({ id: z.string(), parent: z.string(), name: z.string().optional() })
  const overlay = createOverlay({ kind: { singular: 'row', schema } as never, rows })
  const near = { id: 'second', parent: 'p' }
  overlay.set('second', overlay.locate('second', near), { ...near, name: 'new' })
  expect([overlay.startedWith('second'), overlay.locate('other', near), derived]).toEqual([true, undefined, 0])
  expect(overlay.find({ parent: 'p' }).map(({ id, name }) => [id, name])).toEqual([
    ['first', undefined],
    ['second', 'new'],
    ['third', undefined],
  ])
  overlay.set('third', overlay.locate('third', near), undefined)
  expect([overlay.list({ offset: 0, limit: 10 }).map(({ id }) => id), overlay.count()]).toEqual([
    ['first', 'second'],
    2,
  ])
})

test('a seeded record that is known as a whole is not built again when it is read', () => {
  const built: number[] = []
  const schema = z.object({ id: z.string(), name: z.string() })
  const table = createSeededTable<Row>({ singular: 'row', schema } as never, {
    completed: createRecordCache(createByteBudget(256 * MEGABYTE), createVersion()),
    complete(position) {
      built.push(position)
      return { id: `${position}`, name: 'built' }
    },
  })
  table.seed(0, { id: '0' }, { id: '0', name: 'known' })
  table.seed(1, { id: '1' })
  expect(['0', '1'].map((id) => table.unchanged.get(id)?.name)).toEqual(['known', 'built'])
  expect(built).toEqual([1])
})
