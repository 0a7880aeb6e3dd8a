/**
 * Work that can be interrupted. It yields where other work may run in between, and it yields a promise
 * where it has to wait.
 */
export type Steps<Result> = Generator<Promise<unknown> | undefined, Result, void>

/** Runs all of the work at once. The work must never wait. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Runs all of the work, and waits where it has to. */
export async function finishLater<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await step.value
  }
}

/** Whether a value is work that can be interrupted. */
export function isSteps(value: unknown): value is Steps<unknown> {
  return Object.prototype.toString.call(value) === '[object Generator]'
}

/** Waits for a promise. */
export function* waitFor<Result>(promise: Promise<Result>): Steps<Result> {
  let ended: { result: Result } | { error: unknown } | undefined
  yield promise.then(
    (result) => {
      ended = { result }
    },
    (error: unknown) => {
      ended = { error }
    },
  )
  if (ended === undefined) throw new Error('Work went on before what it waits for was there.')
  if ('error' in ended) throw ended.error
  return ended.result
}
