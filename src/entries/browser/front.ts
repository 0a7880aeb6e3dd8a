// Answers the requests of a page before other MSW workers do.

import { type HttpNetworkFrame, type NetworkFrame, NetworkSource } from 'msw/experimental'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { createFrameAnswer, createUnusedWarning } from '../interception/answer.ts'
import { type Answering, findOwners, toInterceptors } from '../interception/owners.ts'

/** What takes precedence over the handlers of all workers in the page. */
export interface Front {
  /** The simulator that has started last comes first. */
  readonly answers: Answering[]
  /** The simulators that have started, by their base URLs. */
  readonly started: Map<string, Started>
  /** Returns the source that a worker of the page has started or is starting, if one has been seen. */
  findSource(): SharedSource | undefined
  /** Returns when the last request arrived, or the last simulator stopped; 0 before. The time is that of `performance.now()`. */
  lastArrival(): number
  /** Lets requests to this URL pass through. Seeing one reveals which source the page has. */
  expect(url: string): void
  /** Leaves the source of the page to others. The front stays, because requests may still be on their way to it. */
  release(): Promise<void>
  /** Resolves when nothing is being released any more. */
  isReleased(): Promise<void>
}

export interface Started {
  /** Stops it, because another one has taken its place. */
  replace(): Promise<void>
}

// Stored on the class itself, so that several copies of this package in one page share one front.
const FRONT = Symbol.for('deploymock.front')

/** Lets a simulator answer requests before MSW workers do. Those without a response go on to them, or to the network. */
export function answerBeforeWorkers(answer: Answering): { front: Front; stop(): Promise<void> } {
  const front: Front = Reflect.get(NetworkSource, FRONT) ?? putInFront()
  front.answers.unshift(answer)
  return {
    front,
    async stop() {
      front.answers.splice(front.answers.indexOf(answer), 1)
      if (front.answers.length === 0) await front.release()
    },
  }
}

function putInFront(): Front {
  const { prototype } = NetworkSource
  const { queue, on } = prototype
  const answers: Answering[] = []
  const answerFrame = createFrameAnswer(({ url }) => toInterceptors(answers, findOwners(new URL(url), answers)))
  const warnOfUnused = createUnusedWarning()
  let expected: string | undefined
  let shared: SharedSource | undefined
  let releasing = Promise.resolve()
  let arrivedAt = 0
  const share = (source: WorkerSource, isEnabled: boolean): void => {
    if (shared?.source !== source) shared = shareSource(source, isEnabled)
  }

  prototype.queue = async function (frame) {
    const source = toWorkerSource(this)
    if (source === undefined || !isHttp(frame)) return queue.call(this, frame)
    arrivedAt = performance.now()
    if (frame.data.request.url === expected) {
      share(source, true)
      return frame.passthrough()
    }
    const ask = (asking: HttpNetworkFrame) => queue.call(this, asking)
    const state = await answerFrame(frame, hasWorker(source) ? ask : undefined)
    if (state === 'settled by the service' && hasWorker(source)) await warnOfUnused(frame, ask)
    if (state !== 'open') return
    if (hasWorker(source)) await queue.call(this, frame)
    else frame.passthrough()
  }
  prototype.on = function (...args) {
    const source = toWorkerSource(this)
    if (source !== undefined && answers.length > 0) share(source, false)
    Reflect.apply(on, this, args)
  }

  const front: Front = {
    answers,
    started: new Map(),
    findSource: () => shared,
    lastArrival: () => arrivedAt,
    expect(url) {
      expected = url
    },
    release() {
      arrivedAt = performance.now()
      releasing = shared?.release() ?? releasing
      shared = undefined
      return releasing
    },
    isReleased: () => releasing,
  }
  Reflect.set(NetworkSource, FRONT, front)
  return front
}

/** Starts a worker in a page that has none yet. @throws if another one is about to start, which MSW would silently detach */
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

const NOT_FIRST = {
  attempt: 'start the simulator',
  received: 'another MSW worker in this page is about to start, or was stopped',
  advice: 'Await its start(), or pass its handlers as "handlers" and start no other worker.',
}

// MSW does not export the class of this source, and declares the emitter as protected.
function toWorkerSource(source: object): WorkerSource | undefined {
  return 'workerPromise' in source ? (source as WorkerSource) : undefined
}

function isHttp(frame: NetworkFrame<string, unknown, never>): frame is HttpNetworkFrame {
  return frame.protocol === 'http'
}

/**
 * MSW's source of requests in a page. All workers of one copy of MSW share it, but it is designed for
 * a single worker: the next worker that starts replaces the last one, and the first one that stops
 * disables it for all.
 */
interface WorkerSource {
  readonly workerPromise: Promise<readonly [ServiceWorker, ServiceWorkerRegistration]>
  enable(context?: object): Promise<ServiceWorkerRegistration>
  disable(): unknown
  /** Has a `frame` listener while a worker is started. */
  readonly emitter: { listenerCount(type: 'frame'): number; removeAllListeners(): void }
}

/** A source that outlives the workers that use it. */
type SharedSource = ReturnType<typeof shareSource>

/** Whether a worker has been started that handles the requests of a source. */
function hasWorker({ emitter }: WorkerSource): boolean {
  return emitter.listenerCount('frame') > 0
}

/** Keeps a source enabled until it is released, even if workers start and stop. */
function shareSource(source: WorkerSource, isEnabled: boolean) {
  const enable = source.enable.bind(source)
  const disable = source.disable.bind(source)
  let enabling: Promise<unknown> | undefined = isEnabled ? source.workerPromise : undefined
  const own = {
    async enable(context?: object) {
      if (enabling !== undefined) return enabling.then(async () => (await source.workerPromise)[1])
      const attempt = enable(context)
      enabling = attempt
      attempt.catch(() => {
        enabling = undefined
      })
      return attempt
    },
    // Removing the listener of a worker stops it.
    disable: () => source.emitter.removeAllListeners(),
  }
  Object.assign(source, own)

  return {
    source,
    /** Resolves when the source receives requests. */
    isReady: async () => enabling,
    /** Connects the page to the service worker again, if it has forgotten the page. */
    async connect(): Promise<void> {
      const [worker] = await source.workerPromise
      worker.postMessage('MOCK_ACTIVATE')
    },
    /** Leaves the source to the worker that is started, or disables it if there is none. */
    async release(): Promise<void> {
      for (const name of Object.keys(own)) Reflect.deleteProperty(source, name)
      const isEnabled = enabling !== undefined && (await enabling.then(() => true).catch(() => false))
      if (isEnabled && !hasWorker(source)) await disable()
    },
  }
}
