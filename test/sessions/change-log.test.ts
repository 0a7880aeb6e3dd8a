import { expect, test } from 'vitest'
import { createByteBudget, MEGABYTE } from '../../src/engine/limits/byte-budget.ts'
import { createChangeLog } from '../../src/engine/store/tables/change-log.ts'

function open(megabytes = 64) {
  const budget = createByteBudget(megabytes * MEGABYTE)
  return { budget, log: createChangeLog<number>(budget) }
}

test('returns what undoes the changes since a position, the last one first', () => {
  const { log } = open()
  log.add(1)
  const position = log.position()
  log.add(2)
  log.add(3)
  expect(log.since(position)).toEqual([3, 2])
  expect(log.since(log.position())).toEqual([])
})

test('counts its memory with the journals, and frees it at the end', () => {
  const { budget, log } = open()
  log.add(1, MEGABYTE)
  log.add(2, MEGABYTE)
  expect(budget.read().kinds.journals).toBeGreaterThan(2 * MEGABYTE)
  log.end()
  expect(budget.read().used).toBe(0)
  log.add(3, MEGABYTE)
  expect(budget.read().used).toBe(0)
  expect(log.since(log.position())).toBeUndefined()
})

test('drops the older half when it has more than 8 MB', () => {
  const { budget, log } = open()
  for (let change = 0; change < 10; change += 1) log.add(change, MEGABYTE)
  expect(log.position()).toBe(10)
  expect(log.since(0)).toBeUndefined()
  expect(log.since(8)).toEqual([9, 8])
  expect(budget.read().kinds.journals).toBeLessThan(8 * MEGABYTE)
})

test('drops a change that is too large, with those before it', () => {
  const { budget, log } = open()
  log.add(1)
  log.add(2, 9 * MEGABYTE)
  expect(log.since(0)).toBeUndefined()
  expect(log.since(log.position())).toEqual([])
  log.add(3)
  expect(log.since(2)).toEqual([3])
  expect(budget.read().used).toBeLessThan(1000)
})

test('is dropped when the memory is needed, and starts again', () => {
  const { budget, log } = open(4)
  log.add(1, MEGABYTE)
  budget.reserve('worlds', 3.5 * MEGABYTE, { attempt: 'fill the memory', what: 'it takes' })
  expect(log.since(0)).toBeUndefined()
  log.add(2)
  expect(log.since(1)).toEqual([2])
  log.add(3, MEGABYTE)
  expect(log.since(1)).toBeUndefined()
  expect(log.since(3)).toEqual([])
})

test('can be dropped at any time', () => {
  const { budget, log } = open()
  log.add(1, MEGABYTE)
  log.drop()
  expect(log.since(0)).toBeUndefined()
  expect(log.since(1)).toEqual([])
  expect(budget.read().used).toBe(0)
})
