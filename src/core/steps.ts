/**
 * Work that can be interrupted: it yields where something else may run in between, or a promise
 * where it has to wait.
 */
export type Steps<Result> = Generator<Promise<unknown> | undefined, Result, void>

/** Does all of the work at once. It must be work that never waits. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Tells work that can be interrupted from its result. */
export function isSteps(value: unknown): value is Steps<unknown> {
  return Object.prototype.toString.call(value) === '[object Generator]'
}
