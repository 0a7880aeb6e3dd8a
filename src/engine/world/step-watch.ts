// What happens to the records of a world while its clock is moved.

import type { LifecycleStep, RecordRef } from './lifecycles.ts'

/** A step with the name of its record. */
export interface NamedStep extends LifecycleStep {
  /** The name of the record, or of the one that it belongs to; null if neither has one. */
  readonly name: string | null
}

/** What happened. */
export interface Happened {
  readonly count: number
  /** The first hundred steps, in their order. */
  readonly steps: readonly NamedStep[]
}

const MOST_STEPS = 100

/** Creates a watch. @param nameOf finds the name of a record */
export function createStepWatch(nameOf: (ref: RecordRef) => string | null) {
  let current: { count: number; steps: NamedStep[] } | undefined
  return {
    /** Notes a step. It costs nothing while nobody watches. */
    note(step: LifecycleStep) {
      if (current === undefined) return
      current.count += 1
      if (current.steps.length < MOST_STEPS) current.steps.push({ ...step, name: nameOf(step) })
    },
    /** Runs a function, and returns the steps that happen meanwhile. */
    during(act: () => void): Happened {
      const before = current
      const happened = { count: 0, steps: [] }
      current = happened
      try {
        act()
      } finally {
        current = before
      }
      return happened
    },
  }
}
