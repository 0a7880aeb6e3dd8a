import { expect, test } from 'vitest'
import { createPool } from '../../src/engine/limits/pool.ts'

function createLoggingPool({ mostUnused = 1, mayKeep = true } = {}) {
  const log: string[] = []
  const pool = createPool<string>({
    mostUnused,
    onUse: (item) => log.push(`use ${item}`),
    onUnused(key) {
      log.push(`unused ${key}`)
      return mayKeep
    },
    onDrop: (item) => log.push(`drop ${item}`),
  })
  return { pool, log }
}

test('users of the same key share an item until the last one releases it', () => {
  const { pool, log } = createLoggingPool()
  const first = pool.add('a', 'item A')
  const second = pool.find('a')
  expect(second?.item).toBe('item A')
  first.release()
  first.release()
  expect(log).toEqual([])
  second?.release()
  expect(log).toEqual(['unused a'])
})

test('an unused item is kept for the next user', () => {
  const { pool, log } = createLoggingPool()
  pool.add('a', 'item A').release()
  expect(pool.find('a')?.item).toBe('item A')
  expect(log).toEqual(['unused a', 'use item A'])
})

test('the item that has been unused for longest is dropped if there are too many', () => {
  const { pool, log } = createLoggingPool()
  pool.add('a', 'item A').release()
  pool.add('b', 'item B').release()
  expect(log).toEqual(['unused a', 'unused b', 'drop item A'])
  expect(pool.find('a')).toBeUndefined()
})

test('an item that may not be kept is dropped by its last user', () => {
  const { pool, log } = createLoggingPool({ mayKeep: false })
  pool.add('a', 'item A').release()
  expect(log).toEqual(['unused a', 'drop item A'])
  expect(pool.find('a')).toBeUndefined()
})

test('only an unused item can be dropped', () => {
  const { pool, log } = createLoggingPool()
  const lease = pool.add('a', 'item A')
  pool.drop('a')
  expect(pool.find('a')?.item).toBe('item A')
  expect(log).toEqual([])
  lease.release()
})
