import { expect, test } from 'vitest'
import type { Frame, JournalEntry } from '../../src/client/index.ts'
import type { Simulator } from '../../src/console/store/api.ts'
import { createStream } from '../../src/console/store/stream/stream.ts'

const PAGE = { hidden: false, addEventListener: () => undefined, removeEventListener: () => undefined }
const NO_REQUESTS: Frame['requests'] = {
  count: 0,
  byStatus: {},
  byOperation: {},
  milliseconds: null,
  last: null,
  kept: 0,
  entries: [],
}

test('requests that were read before the request log was cleared do not come back', async () => {
  const reads: ((entries: readonly JournalEntry[]) => void)[] = []
  let send = (_: Frame): void => undefined
  const simulator = {
    name: 'default',
    requests: { list: () => new Promise((resolve) => reads.push(resolve)) },
    events: async (listener: typeof send) => {
      send = listener
      return () => undefined
    },
  } as unknown as Simulator
  const stream = createStream(simulator)
  const stop = stream.start(PAGE as unknown as Document)
  await expect.poll(() => reads).toHaveLength(1)
  const frame = { instance: 'one', sequence: 1, session: 'default', changes: {}, requests: NO_REQUESTS }
  send({ ...frame, events: [{ type: 'journal', session: 'default' }] } as unknown as Frame)
  const [first, second] = reads
  second?.([{ session: 'default', id: 9 } as JournalEntry])
  first?.([{ session: 'default', id: 8 } as JournalEntry])
  await expect.poll(() => stream.isRead.value).toBe(true)
  expect(stream.requests.value.map(({ id }) => id)).toEqual([9])
  stop()
})
