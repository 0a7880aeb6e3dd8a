import { type PoolRunnerInitializer, type PoolWorker, ThreadsPoolWorker } from 'vitest/node'

/**
 * A pool of one thread that outlives the runs. Stryker switches mutants on and off in modules that
 * are already loaded, and loading them again for each mutant takes longer than its tests. Vitest
 * itself loads the files with the tests again. Stryker starts a new process after some mutants, and
 * after each one that hangs, so that what mutants leave behind does not add up.
 */
export function lastingThread(): PoolRunnerInitializer {
  let worker: PoolWorker | undefined
  return {
    name: 'lasting-thread',
    createPoolWorker: (options) => {
      worker ??= outlivesRuns(new ThreadsPoolWorker(options))
      return worker
    },
  }
}

function outlivesRuns(thread: ThreadsPoolWorker): PoolWorker {
  const listeners: { event: string; listener: (value: unknown) => void }[] = []
  return {
    name: 'lasting-thread',
    start: () => thread.start(),
    deserialize: (data) => thread.deserialize(data),
    on: (event, listener) => {
      listeners.push({ event, listener })
      thread.on(event, listener)
    },
    off: (event, listener) => thread.off(event, listener),
    send: (message) => {
      if (message.type !== 'stop') return thread.send(message)
      const stopped = { type: 'stopped', __vitest_worker_response__: true }
      for (const { event, listener } of listeners) if (event === 'message') listener(stopped)
    },
    stop: async () => {
      for (const { event, listener } of listeners.splice(0)) thread.off(event, listener)
    },
  }
}
