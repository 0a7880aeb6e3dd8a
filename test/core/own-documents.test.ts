import { expect, test } from 'vitest'
import { cacheDocuments } from '../../src/engine/contract/documents.ts'
import { trackAssumptions } from '../../src/engine/define/assumptions/assumptions.ts'
import { createByteBudget } from '../../src/engine/limits/byte-budget.ts'

test('the last document that was written is kept, also when memory is short', () => {
  const budget = createByteBudget(1_000_000)
  budget.net.watch(() => ({ share: 0.75, collections: 1 }))
  budget.net.look()
  let count = 0
  const write = (of: Readonly<Record<string, string>>) => `${of.place} ${++count}`
  const documents = { latest: new Map(), describe: write, writePage: write }
  const open = (place: string) => {
    const tracked = trackAssumptions({ place })
    const cache = cacheDocuments(documents, budget, tracked)
    return () => tracked.track(() => cache.describe(tracked.assumptions))
  }
  const [here, there] = [open('here'), open('there')]
  const first = here()
  expect(first).toEqual({ result: 'here 1', read: new Set(['place']) })
  expect(here()).toEqual(first)
  expect(there().result).toBe('there 2')
  expect(here().result).toBe('here 3')
})
