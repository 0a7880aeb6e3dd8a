import { expect, test, vi } from 'vitest'
import { type BatchResult, createBatches } from '../../src/server/otlp/spans.ts'

const LIMITS = { most: 10, size: 4, interval: 1 }

function collect(results: readonly BatchResult[] = []) {
  const left = [...results]
  const batches: (readonly number[])[] = []
  const queue = createBatches<number>({
    ...LIMITS,
    async send(batch) {
      batches.push(batch)
      return left.shift() ?? 'sent'
    },
  })
  return { queue, batches }
}

test('items are sent in their order, in batches', async () => {
  const { queue, batches } = collect()
  for (let item = 0; item < 9; item += 1) queue.add(item)
  await queue.end(1000)
  expect(batches).toEqual([[0, 1, 2, 3], [4, 5, 6, 7], [8]])
  expect(queue.counts()).toEqual({ sent: 9, dropped: 0 })
})

test('items that find no room are dropped and counted', async () => {
  const { queue, batches } = collect()
  for (let item = 0; item < 25; item += 1) queue.add(item)
  await queue.end(1000)
  expect(batches.flat()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(queue.counts()).toEqual({ sent: 10, dropped: 15 })
})

test('a batch that did not arrive is sent again, and one that was refused is not', async () => {
  const { queue, batches } = collect(['later', 'refused', 'sent'])
  queue.add(1)
  await vi.waitFor(() => expect(batches).toHaveLength(2), { interval: 1 })
  queue.add(2)
  await queue.end(1000)
  expect(batches).toEqual([[1], [1], [2]])
  expect(queue.counts()).toEqual({ sent: 1, dropped: 1 })
})

test('the end does not wait for a batch that is never answered', async () => {
  const queue = createBatches<number>({
    ...LIMITS,
    send: (_batch, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve('later'))),
  })
  queue.add(1)
  queue.add(2)
  await queue.end(5)
  expect(queue.counts()).toEqual({ sent: 0, dropped: 2 })
  queue.add(3)
  expect(queue.counts()).toEqual({ sent: 0, dropped: 3 })
})
