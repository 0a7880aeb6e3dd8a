// Faults for common situations, ready to be added.

import type { FaultInput } from '../faults/fault.ts'

/** A situation that clients should survive, as faults that can be added as they are. */
export interface FaultRecipe {
  readonly id: string
  readonly title: string
  readonly description: string
  /** Each has an id of its own, so that a recipe is not added twice. */
  readonly faults: readonly FaultInput[]
}

export const faultRecipes: readonly FaultRecipe[] = [
  {
    id: 'slow',
    title: 'Slow',
    description: 'Each response takes a random time: one to three seconds for most, and much longer for some.',
    faults: [{ id: 'slow', effect: { kind: 'delay', milliseconds: { median: 1500, sigma: 0.6 } } }],
  },
  {
    id: 'flaky',
    title: 'Flaky',
    description: 'One in five requests gets 503, and one in twenty loses its connection.',
    faults: [
      { id: 'flaky-status', status: 503, probability: 0.2 },
      { id: 'flaky-connection', effect: { kind: 'reset', when: 'before' }, probability: 0.05 },
    ],
  },
  {
    id: 'down',
    title: 'Down',
    description: 'Every request gets 503.',
    faults: [{ id: 'down', status: 503 }],
  },
  {
    id: 'rate-limited',
    title: 'Rate-limited',
    description: 'After ten requests in ten seconds, the others get 429 with Retry-After.',
    faults: [{ id: 'rate-limited', effect: { kind: 'rate-limit', limit: 10, window: 10_000 } }],
  },
  {
    id: 'shifting-pages',
    title: 'Shifting pages',
    description: 'Later pages of a list repeat a record or leave one out, as if records came and went in between.',
    faults: [
      { id: 'repeated-records', effect: 'duplicate-record', probability: 0.5 },
      { id: 'missing-records', effect: 'missing-record' },
    ],
  },
]
