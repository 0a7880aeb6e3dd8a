import { NoRoomError } from '../input/options/option-error.ts'
import { NEVER_GONE, type OnGone } from '../store/time/clock.ts'
import { GoneError, type Steps } from '../work/steps.ts'

/** Runs work in short turns, so that other requests are answered in between. */
export interface WorkTurns {
  /**
   * Runs the first turn at once, and the rest in turn with other work.
   *
   * @param onGone calls back when the result is no longer needed; then the work ends
   * @returns the result, or a promise of it if one turn was not enough; the promise rejects with a
   * GoneError if the work was ended
   * @throws NoRoomError, inside the work, if too much other work is waiting
   */
  run<Result>(steps: Steps<Result>, onGone?: OnGone): Result | Promise<Awaited<Result>>
  /** Returns what to wait for before something goes on whose own wait has ended, if many end together. */
  next(): Promise<void> | undefined
  countWaiting(): number
}

type TurnEnd<Result> = { readonly result: Result } | { readonly waitsFor: Promise<unknown> | undefined }

// Short compared to the slowest requests, and long compared to the cost of a switch.
const MILLISECONDS = 10
// Each job may hold a body of ten megabytes.
const MOST_JOBS = 100
const TOO_MUCH = {
  attempt: 'answer the request',
  received: `${MOST_JOBS} long-running requests are waiting already`,
  advice: 'Try again later.',
}

export function createWorkTurns(): WorkTurns {
  let waiting = 0
  let lastTurn = Promise.resolve()
  // When the first one went on in this turn of the event loop.
  let wentOn: number | undefined
  const finishInTurns = async <Result>(
    steps: Steps<Result>,
    first: Promise<unknown> | undefined,
    onGone: OnGone,
  ): Promise<Awaited<Result>> => {
    waiting += 1
    let stopWatching = (): void => undefined
    const gone = new Promise<never>((_, reject) => {
      stopWatching = onGone(() => reject(new GoneError('The result is no longer needed.')))
    })
    try {
      for (let waitsFor = first; ; ) {
        await Promise.race([gone, waitsFor])
        lastTurn = lastTurn.then(pause)
        await Promise.race([gone, lastTurn])
        const end = advance(steps)
        if ('result' in end) return await end.result
        waitsFor = end.waitsFor
      }
    } finally {
      waiting -= 1
      stopWatching()
      steps.return(undefined as never)
    }
  }
  return {
    countWaiting: () => waiting,
    next() {
      if (wentOn === undefined) {
        wentOn = performance.now()
        void pause().then(() => (wentOn = undefined))
      }
      if (performance.now() - wentOn < MILLISECONDS) return undefined
      lastTurn = lastTurn.then(pause)
      return lastTurn
    },
    run(steps, onGone = NEVER_GONE) {
      const end = advance(steps)
      if ('result' in end) return end.result
      return waiting < MOST_JOBS ? finishInTurns(steps, end.waitsFor, onGone) : throwNoRoom(steps)
    },
  }
}

// The work learns that there is no room, and usually turns that into a response.
function throwNoRoom<Result>(steps: Steps<Result>): Result {
  const error = new NoRoomError(TOO_MUCH, { retryAfter: 1 })
  const { done, value } = steps.throw(error)
  if (done) return value
  throw new Error(error.message)
}

function advance<Result>(steps: Steps<Result>): TurnEnd<Result> {
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
