import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTimeLimit, limitTime } from '../../src/server/state/limit-time.ts'
import { followHealth } from '../../src/server/state/store-health.ts'
import { createMemoryStore } from './support/memory-store.ts'

/** Work that ends when it is told to. */
function createWork() {
  let end = (): void => undefined
  let fail = (_: Error): void => undefined
  const work = new Promise<string>((resolve, reject) => {
    end = () => resolve('done')
    fail = reject
  })
  return { act: () => work, end: () => end(), fail: () => fail(new Error('too late')) }
}

test('work that ends in time has its result, or its error', async () => {
  const within = createTimeLimit('the disk', 1000)
  expect(await within(async () => 'done')).toBe('done')
  await expect(within(async () => Promise.reject(new Error('full')))).rejects.toThrow('full')
})

for (const how of ['end', 'fail'] as const) {
  test(`while work takes too long, no other is begun, until it does ${how}`, async () => {
    const within = createTimeLimit('the disk', 20)
    const work = createWork()
    await expect(within(work.act)).rejects.toThrow('the disk does not answer')
    let isBegun = false
    const begin = async () => {
      isBegun = true
      return 'begun'
    }
    await expect(within(begin)).rejects.toThrow('the disk does not answer')
    expect(isBegun).toBe(false)
    work[how]()
    await expect.poll(() => within(begin).catch(() => undefined)).toBe('begun')
  })
}

test('an answer counts that arrived in time during a long turn of the event loop', async () => {
  // Its timers come before what has arrived meanwhile.
  await setImmediate()
  const answer = limitTime(setImmediate('arrived'), { place: 'the disk', milliseconds: 5 })
  const end = performance.now() + 50
  while (performance.now() < end);
  expect(await answer).toBe('arrived')
})

test('a store may take longer for a session that is long than for a short one', async () => {
  const use = { session: 'one', scenarios: [], milliseconds: 1000, isLasting: false }
  const entry = { ...use, number: 1, outline: '{}', isState: true, former: [] }
  const long = createWork()
  const short = createWork()
  const append = ({ line }: { readonly line: string }) =>
    (line.length > 1 ? long : short).act().then(() => 'stored' as const)
  const { store, end } = followHealth({ ...createMemoryStore().store, append }, () => undefined)
  const stored = store.append({ ...entry, line: 'x'.repeat(60_000_000) })
  await expect(store.append({ ...entry, line: 'x' })).rejects.toThrow('does not answer')
  long.end()
  expect(await stored).toBe('stored')
  end()
})
