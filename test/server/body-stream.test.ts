import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPace, discardRest, readChunks } from '../../src/server/bodies/body-stream.ts'

const CHUNK = Buffer.alloc(64 * 1024)
const MEGABYTE = 1024 * 1024

// What has arrived before cannot wait, so that is only a byte.
const openSource = (chunks: number) =>
  Readable.from([Buffer.alloc(1), ...Array.from({ length: chunks }, () => CHUNK)], { highWaterMark: 1 })

/** Counts the bytes that sources give in each turn of the event loop until all have ended. */
async function countInTurns(sources: readonly Readable[], read: (source: Readable) => Promise<void>) {
  let [bytes, isOver] = [0, false]
  const counts: number[] = []
  for (const source of sources) source.on('data', ({ length }: Buffer) => (bytes += length)).pause()
  void Promise.all(sources.map(read)).then(() => (isOver = true))
  while (!isOver) {
    const before = bytes
    await setImmediate()
    counts.push(bytes - before)
  }
  return { total: bytes, most: Math.max(...counts) }
}

const pace = createPace()
const openReading = () => ({ pace, signal: new AbortController().signal })

test.each([
  { what: 'few large bodies are received', count: 8, chunks: 40 },
  { what: 'many small bodies are received', count: 400, chunks: 2 },
])('$what a few megabytes in a turn of the event loop', async ({ count, chunks }) => {
  const sources = Array.from({ length: count }, () => openSource(chunks))
  const { total, most } = await countInTurns(sources, (source) => readChunks(source, () => undefined, openReading()))
  expect(total).toBe(count * (1 + chunks * CHUNK.length))
  expect(most).toBeLessThan(6 * MEGABYTE)
})

test('the rest of refused bodies is dropped a few megabytes in a turn of the event loop', async () => {
  const sources = Array.from({ length: 20 }, () => openSource(20))
  const { total, most } = await countInTurns(sources, (source) => discardRest(source as IncomingMessage, openReading()))
  expect(total).toBe(20 * (1 + 20 * CHUNK.length))
  expect(most).toBeLessThan(6 * MEGABYTE)
})
