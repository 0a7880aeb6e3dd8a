import { NoRoomError } from '../input/options/option-error.ts'
import { GoneError, type Steps } from '../limits/steps.ts'
import { NEVER_GONE, type OnGone } from '../store/time/clock.ts'

/** Runs work in short turns, so that other requests are answered in between. */
export interface Turns {
  /**
   * Runs the first turn at once, and the rest in turn with other work.
   *
   * @param onGone calls back when the result is no longer needed; then the work ends
   * @returns the result, or a promise of it if one turn was not enough; the promise rejects with a
   * GoneError if the work was ended
   * @throws NoRoomError, inside the work, if too much other work is waiting
   */
  run<Result>(steps: Steps<Result>, onGone?: OnGone): Result | Promise<Awaited<Result>>
  /** How much work waits for its next turn. */
  countWaiting(): number
}

interface Job {
  readonly steps: Steps<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** The end of a turn: the result, or what the work waits for. */
type Turn<Result> = { readonly result: Result } | { readonly waitsFor: Promise<unknown> | undefined }

// Short compared to the slowest requests, and long compared to the cost of a switch.
const MILLISECONDS = 10
// Each job may hold a body of ten megabytes.
const MOST_JOBS = 100
const TOO_MUCH = {
  attempt: 'answer the request',
  received: `${MOST_JOBS} long-running requests are waiting already`,
  advice: 'Try again later.',
}

/** Creates turns for all work of a simulator. */
export function createTurns(): Turns {
  const queue = createQueue()
  return {
    countWaiting: queue.length,
    run(steps, onGone = NEVER_GONE) {
      const turn = advance(steps)
      if ('result' in turn) return turn.result
      return queue.length() < MOST_JOBS ? finishInTurns(queue, steps, turn.waitsFor, onGone) : refuse(steps)
    },
  }
}

/** The jobs that wait for their next turn. */
interface Queue {
  length(): number
  /** Adds a job, when what it waits for is settled. */
  add(job: Job, waitsFor: Promise<unknown> | undefined): void
  /** Ends a job before its result. */
  drop(job: Job): void
}

function createQueue(): Queue {
  const jobs: Job[] = []
  let isRunning = false

  const takeTurn = (job: Job): void => {
    try {
      const turn = advance(job.steps)
      if ('result' in turn) job.resolve(turn.result)
      else add(job, turn.waitsFor)
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
  const add = (job: Job, waitsFor: Promise<unknown> | undefined): void => {
    if (waitsFor !== undefined) return void waitsFor.then(() => add(job, undefined))
    jobs.push(job)
    if (!isRunning) void runAll()
  }

  return {
    length: () => jobs.length,
    add,
    drop(job) {
      const place = jobs.indexOf(job)
      if (place >= 0) jobs.splice(place, 1)
      job.steps.return(undefined)
      job.reject(new GoneError('The result is no longer needed.'))
    },
  }
}

function finishInTurns<Result>(
  queue: Queue,
  steps: Steps<Result>,
  waitsFor: Promise<unknown> | undefined,
  onGone: OnGone,
): Promise<Awaited<Result>> {
  return new Promise((resolve, reject) => {
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
    stopWatching = onGone(() => queue.drop(job))
    if (!isOver) queue.add(job, waitsFor)
  })
}

// The work learns that there is no room, and usually turns that into a response.
function refuse<Result>(steps: Steps<Result>): Result {
  const error = new NoRoomError(TOO_MUCH, { retryAfter: 1 })
  const { done, value } = steps.throw(error)
  if (done) return value
  throw new Error(error.message)
}

function advance<Result>(steps: Steps<Result>): Turn<Result> {
  const end = performance.now() + MILLISECONDS
  for (;;) {
    const step = steps.next()
    if (step.done) return { result: step.value }
    if (step.value !== undefined || performance.now() >= end) return { waitsFor: step.value }
  }
}

// Not a timer, because tests replace timers, and then work would wait for a frozen clock.
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
