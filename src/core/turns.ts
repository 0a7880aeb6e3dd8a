import type { OnGone } from './data/clock.ts'
import { NoRoomError } from './option-error.ts'
import type { Steps } from './steps.ts'

/** Does work in short turns, so that requests are answered in between. */
export interface Turns {
  /**
   * Does the first turn at once, and what is left when others have had theirs.
   *
   * @param onGone tells when nobody waits for the result any longer; the work then ends
   * @returns the result, or a promise of it if one turn was not enough; it rejects with a GoneError
   * @throws NoRoomError, within the work, if too much other work waits
   */
  run<Result>(steps: Steps<Result>, onGone?: OnGone): Result | Promise<Awaited<Result>>
}

/** Nobody waits for a result any longer. */
export class GoneError extends Error {}

interface Job {
  readonly steps: Steps<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** What came of a turn. */
type Turn<Result> = { readonly result: Result } | { readonly waitsFor: Promise<unknown> | undefined }

// Short beside what the slowest requests take, and long beside what changing over takes.
const MILLISECONDS = 10
// Each may hold a body of ten megabytes.
const MOST_JOBS = 100
const TOO_MUCH = `Failed to answer: ${MOST_JOBS} other requests take long already. Wait for some of them.`
const STAYS: OnGone = () => () => undefined

/** Creates turns for all work of a simulator. */
export function createTurns(): Turns {
  const jobs: Job[] = []
  let isRunning = false

  const takeTurn = (job: Job): void => {
    try {
      const turn = advance(job.steps)
      if ('result' in turn) job.resolve(turn.result)
      else queue(job, turn.waitsFor)
    } catch (error) {
      job.reject(error)
    }
  }
  const runAll = async (): Promise<void> => {
    isRunning = true
    while (jobs.length > 0) {
      await pause()
      const job = jobs.shift()
      if (job !== undefined) takeTurn(job)
    }
    isRunning = false
  }
  const queue = (job: Job, waitsFor: Promise<unknown> | undefined): void => {
    if (waitsFor !== undefined) return void waitsFor.then(() => queue(job, undefined))
    jobs.push(job)
    if (!isRunning) void runAll()
  }
  const drop = (job: Job): void => {
    const place = jobs.indexOf(job)
    if (place >= 0) jobs.splice(place, 1)
    job.steps.return(undefined)
    job.reject(new GoneError('Nobody waits for the result.'))
  }

  const wait = <Result>(steps: Steps<Result>, waitsFor: Promise<unknown> | undefined, onGone: OnGone) =>
    new Promise<Awaited<Result>>((resolve, reject) => {
      let isOver = false
      let stopWatching = (): void => undefined
      const end = (): void => {
        isOver = true
        stopWatching()
      }
      const job: Job = {
        steps,
        resolve(result) {
          end()
          resolve(result as Awaited<Result>)
        },
        reject(error) {
          end()
          reject(error)
        },
      }
      stopWatching = onGone(() => drop(job))
      if (!isOver) queue(job, waitsFor)
    })

  return {
    run(steps, onGone = STAYS) {
      const turn = advance(steps)
      if ('result' in turn) return turn.result
      if (jobs.length < MOST_JOBS) return wait(steps, turn.waitsFor, onGone)
      const { done, value } = steps.throw(new NoRoomError(TOO_MUCH, { retryAfter: 1 }))
      if (done) return value
      throw new Error(TOO_MUCH)
    },
  }
}

function advance<Result>(steps: Steps<Result>): Turn<Result> {
  const end = performance.now() + MILLISECONDS
  for (;;) {
    const step = steps.next()
    if (step.done) return { result: step.value }
    if (step.value !== undefined || performance.now() >= end) return { waitsFor: step.value }
  }
}

// No timer: tests replace those, and then work would wait for a clock that stands still.
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
