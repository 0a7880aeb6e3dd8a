import { expect, test } from 'vitest'
import { createBoundedMap } from '../../src/engine/limits/bounded-map.ts'

test('a bounded map returns the value of an entry once', () => {
  const map = createBoundedMap<string, number>(2)
  map.set('a', 1)
  expect([map.take('a'), map.take('a')]).toEqual([1, undefined])
})

test('a bounded map drops the entries that were added longest ago', () => {
  const dropped: number[] = []
  const map = createBoundedMap<string, number>(2, (value) => dropped.push(value))
  for (const [key, value] of Object.entries({ a: 1, b: 2, c: 3, d: 4 })) map.set(key, value)
  expect(dropped).toEqual([1, 2])
  expect(['a', 'b', 'c', 'd'].map(map.has)).toEqual([false, false, true, true])
})

test('a bounded map counts an entry that is added again as new', () => {
  const dropped: number[] = []
  const map = createBoundedMap<string, number>(2, (value) => dropped.push(value))
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  map.set('c', 4)
  expect(dropped).toEqual([2])
  expect(map.take('a')).toBe(3)
})
