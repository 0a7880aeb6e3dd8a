import { expect, test, vi } from 'vitest'
import { createLease } from '../../src/engine/limits/pool.ts'

test('a lease ends when it is released, and only once', () => {
  const onRelease = vi.fn()
  const lease = createLease('shared', onRelease)
  expect(lease.item).toBe('shared')
  expect(onRelease).not.toHaveBeenCalled()
  lease.release()
  lease.release()
  expect(onRelease).toHaveBeenCalledOnce()
})
