import { expect, test } from 'vitest'
import { createBoundedMap } from '../../src/engine/limits/bounded-map.ts'

test('a bounded map returns the value of an entry once', () => {
  const map = createBoundedMap<string, number>({ most: 2 })
  map.set('a', 1)
  expect([map.take('a'), map.take('a')]).toEqual([1, undefined])
})

test('a bounded map drops the entries that were added longest ago', () => {
  const dropped: number[] = []
  const map = createBoundedMap<string, number>({ most: 2, onDrop: (value) => dropped.push(value) })
  for (const [key, value] of Object.entries({ a: 1, b: 2, c: 3, d: 4 })) map.set(key, value)
  expect(dropped).toEqual([1, 2])
  expect(['a', 'b', 'c', 'd'].map(map.has)).toEqual([false, false, true, true])
})

test('a bounded map counts an entry that is added again as new', () => {
  const dropped: number[] = []
  const map = createBoundedMap<string, number>({ most: 2, onDrop: (value) => dropped.push(value) })
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  map.set('c', 4)
  expect(dropped).toEqual([2])
  expect(map.take('a')).toBe(3)
})

test('a bounded map drops an entry that was used after those that were not', () => {
  const dropped: number[] = []
  const map = createBoundedMap<string, number>({ most: 2, onDrop: (value) => dropped.push(value) })
  map.set('a', 1)
  map.set('b', 2)
  expect(map.use('a')).toBe(1)
  map.set('c', 3)
  expect(dropped).toEqual([2])
})

test('a bounded map drops its oldest entries until the rest is small enough', () => {
  const dropped: string[] = []
  const map = createBoundedMap<string, string>({
    mostBytes: 5,
    sizeOf: (text) => text.length,
    onDrop: (text) => dropped.push(text),
  })
  for (const text of ['aa', 'bb', 'c', 'dddd']) map.set(text, text)
  expect(dropped).toEqual(['aa', 'bb'])
  expect(map.take('c')).toBe('c')
  map.set('e', 'e')
  expect([...map.values()]).toEqual(['dddd', 'e'])
})
