// MSW's source of requests in a page, shared with other workers.

/**
 * MSW's source of requests in a page. All workers of one copy of MSW share it, but it is designed for
 * a single worker: the next worker that starts replaces the last one, and the first one that stops
 * disables it for all.
 */
export interface WorkerSource {
  readonly workerPromise: Promise<readonly [ServiceWorker, ServiceWorkerRegistration]>
  enable(context?: object): Promise<ServiceWorkerRegistration>
  disable(): unknown
  /** Has a `frame` listener while a worker is started. */
  readonly emitter: { listenerCount(type: 'frame'): number; removeAllListeners(): void }
}

/** A source that outlives the workers that use it. */
export interface SharedSource {
  readonly source: WorkerSource
  /** Resolves when the source receives requests. */
  isReady(): Promise<unknown>
  /** Connects the page to the service worker again, if it has forgotten the page. */
  connect(): Promise<void>
  /** Leaves the source to the worker that is started, or disables it if there is none. */
  release(): Promise<void>
}

/** Whether a worker has been started that handles the requests of a source. */
export function hasWorker({ emitter }: WorkerSource): boolean {
  return emitter.listenerCount('frame') > 0
}

/** Keeps a source enabled until it is released, even if workers start and stop. */
export function shareSource(source: WorkerSource, isEnabled: boolean): SharedSource {
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
    isReady: async () => enabling,
    async connect() {
      const [worker] = await source.workerPromise
      worker.postMessage('MOCK_ACTIVATE')
    },
    async release() {
      for (const name of Object.keys(own)) Reflect.deleteProperty(source, name)
      const isEnabled = enabling !== undefined && (await enabling.then(() => true).catch(() => false))
      if (isEnabled && !hasWorker(source)) await disable()
    },
  }
}
