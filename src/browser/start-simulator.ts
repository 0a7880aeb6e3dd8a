import { assertKnownOptions, type OptionNames } from '../core/known-options.ts'
import { OptionError } from '../core/option-error.ts'
import { SIMULATOR_OPTIONS, type SimulatorOptions } from '../core/simulator.ts'
import { createSimulator, type Simulator } from '../index.ts'
import { createPageAnswer, type PageRequestOptions } from './page-requests.ts'
import { createPersistence } from './persistence.ts'
import { type ServiceWorkerOptions, startWorker } from './service-worker.ts'

/** What `createSimulator` takes, and what is about the page. */
export interface StartOptions extends SimulatorOptions, PageRequestOptions {
  /** Where the script of the service worker is, and for which pages it works. */
  serviceWorker?: ServiceWorkerOptions
  /**
   * Whether the world outlives a reload: `reload` keeps it for as long as the tab is open, each
   * tab its own. Default: false, every load begins anew.
   */
  keep?: 'reload' | false
}

const OPTIONS: OptionNames<StartOptions> = {
  ...SIMULATOR_OPTIONS,
  serviceWorker: true,
  keep: true,
  handlers: true,
  unhandledRequests: true,
}

/** A simulator that answers the requests of the page it is in. */
export interface BrowserSimulator extends Simulator {
  /** Ends that; requests go to the network again. A world that was kept stays kept. */
  stop(): Promise<void>
}

/**
 * Starts a simulator in a page: a service worker leads the page's requests to it. Its clock runs,
 * unless the options say otherwise.
 *
 * @returns when it answers
 * @throws when an option cannot be used or the service worker cannot start, saying why
 * @example
 * const simulator = await startSimulator({ baseUrl: 'https://api.example.com', keep: 'reload' })
 * simulator.faults.add({ operation: 'listDeployments', status: 503, times: 1 })
 */
export async function startSimulator(options: StartOptions = {}): Promise<BrowserSimulator> {
  assertKnownOptions('start the simulator', options, OPTIONS)
  const { serviceWorker = {}, keep = false, handlers, unhandledRequests, ...rest } = options
  const isKept = parseKeep(keep)
  const simulator = createSimulator({ clock: 'running', controlApi: true, ...rest })
  const answer = createPageAnswer(simulator, { handlers, unhandledRequests })
  const keeper = isKept ? createPersistence(simulator) : undefined
  // Before the worker starts, so that no request meets a world that is about to go.
  keeper?.restore()
  const stopWorker = await startWorker(answer, serviceWorker)
  const letGo = keeper?.follow()
  return Object.assign(simulator, {
    async stop() {
      letGo?.()
      await stopWorker()
    },
  })
}

function parseKeep(keep: unknown): boolean {
  if (keep === false || keep === 'reload') return keep === 'reload'
  throw new OptionError(`Failed to start the simulator: "keep" is ${JSON.stringify(keep)}. Allowed: "reload", false.`)
}
