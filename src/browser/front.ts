import { type HttpNetworkFrame, type NetworkFrame, NetworkSource } from 'msw/experimental'
import { OptionError } from '../core/option-error.ts'
import { createFrameAnswer, type Outcome } from '../interception/answer.ts'
import { hasWorker, type SharedSource, shareSource, type WorkerSource } from './worker-source.ts'

/** What is asked before the handlers of any worker in the page. */
export interface Front {
  readonly answers: Outcome[]
  /** The source that a worker of the page has started or starts, as far as that was seen. */
  findSource(): SharedSource | undefined
  /** Lets requests to this URL pass. One that is seen tells which source the page has. */
  expect(url: string): void
  remove(): Promise<void>
}

// On the class itself: several copies of this package in one page have the same front.
const FRONT = Symbol.for('deploymock.front')

/**
 * Asks a function for the answer to each request that the service worker leads to this page,
 * before the handlers of any worker are asked. What it leaves goes to the worker that is
 * started, or to the network. Workers can start and stop before, between and after.
 *
 * @returns what is in front, and what takes the function away again
 */
export function answerFirst(answer: Outcome): { front: Front; stop(): Promise<void> } {
  const front: Front = Reflect.get(NetworkSource, FRONT) ?? putInFront()
  front.answers.unshift(answer)
  return {
    front,
    async stop() {
      front.answers.splice(front.answers.indexOf(answer), 1)
      if (front.answers.length === 0) await front.remove()
    },
  }
}

function putInFront(): Front {
  const { prototype } = NetworkSource
  const { queue, on } = prototype
  const answers: Outcome[] = []
  const answerFrame = createFrameAnswer(answers)
  let expected: string | undefined
  let shared: SharedSource | undefined
  const share = (source: WorkerSource, isEnabled: boolean): void => {
    if (shared?.source !== source) shared = shareSource(source, isEnabled)
  }

  prototype.queue = async function (frame) {
    const source = toWorkerSource(this)
    if (source === undefined || !isHttp(frame)) return queue.call(this, frame)
    if (frame.data.request.url === expected) {
      share(source, true)
      return frame.passthrough()
    }
    if (await answerFrame(frame)) return
    if (hasWorker(source)) await queue.call(this, frame)
    else frame.passthrough()
  }
  prototype.on = function (...given) {
    const source = toWorkerSource(this)
    if (source !== undefined) share(source, false)
    Reflect.apply(on, this, given)
  }

  const front: Front = {
    answers,
    findSource: () => shared,
    expect(url) {
      expected = url
    },
    async remove() {
      Object.assign(prototype, { queue, on })
      Reflect.deleteProperty(NetworkSource, FRONT)
      await shared?.release()
    },
  }
  Reflect.set(NetworkSource, FRONT, front)
  return front
}

/**
 * Starts a worker where none has been started yet. MSW would silently detach another one.
 *
 * @throws when another worker of the page is about to start
 */
export async function startFirstWorker<Result>(start: () => Promise<Result>): Promise<Result> {
  const { prototype } = NetworkSource
  const { disable } = prototype
  // MSW calls this before it attaches a worker.
  prototype.disable = function () {
    const source = toWorkerSource(this)
    if (source !== undefined && hasWorker(source)) throw new OptionError(NOT_FIRST)
    return disable.call(this)
  }
  try {
    return await start()
  } finally {
    prototype.disable = disable
  }
}

const NOT_FIRST =
  'Failed to start the simulator: another worker of MSW in this page is about to start, or was stopped. Wait for its start(), or pass its handlers as "handlers" and start no other worker.'

// MSW exports no class for it, and declares the emitter as protected.
function toWorkerSource(source: object): WorkerSource | undefined {
  return 'workerPromise' in source ? (source as WorkerSource) : undefined
}

function isHttp(frame: NetworkFrame<string, unknown, never>): frame is HttpNetworkFrame {
  return frame.protocol === 'http'
}
