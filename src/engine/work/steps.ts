/** Work that can be interrupted. It yields where other work may run in between, and a promise where it has to wait. */
export type Steps<Result> = Generator<Promise<unknown> | undefined, Result, void>

/** Runs all of the work at once. The work must never wait. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Whether work has only one step, which runs to find out. */
export function endsAtOnce(steps: Steps<unknown>): boolean {
  return steps.next().done === true
}

/** Runs all of the work, and waits where it has to. */
export async function finishLater<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await step.value
  }
}

/** The work on each key: settles when it has ended. */
export type Working = Map<string, Promise<void>>

/** Runs work, and lets others wait meanwhile until it has ended. */
export function* announce<Result>(working: Working, key: string, work: Steps<Result>): Steps<Result> {
  let end = (): void => undefined
  working.set(key, new Promise((resolve) => (end = resolve)))
  try {
    return yield* work
  } finally {
    working.delete(key)
    end()
  }
}

/** The result of some work is no longer needed. */
export class GoneError extends Error {}
