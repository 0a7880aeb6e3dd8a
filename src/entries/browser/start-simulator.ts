// A simulator that answers the requests of its page.

import { extend } from '../../engine/input/options/extend.ts'
import { assertChoice, assertKnownOptions, type OptionNames } from '../../engine/input/options/known-options.ts'
import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import { onDemand } from '../../engine/limits/on-demand.ts'
import { chooseService, type ServiceDeclarations } from '../../engine/scenario/service.ts'
import type { AnySimulator, SimulatorTypes } from '../../engine/simulator/simulator.ts'
import { type SimulatorOptions, simulatorOptionsOf } from '../../engine/simulator/simulator-options.ts'
import { createWithHandlers, type Simulator } from '../../with-handlers.ts'
import type { Front, Started } from './front.ts'
import { createPageAnswer, isForService, type PageRequestOptions } from './page-requests.ts'
import { type ServiceWorkerOptions, startWorker } from './service-worker.ts'

/** The options for the page. */
export interface PageOptions extends PageRequestOptions {
  /** The URL and the scope of the service worker. */
  serviceWorker?: ServiceWorkerOptions
  /**
   * Whether the world survives a reload. `reload` keeps it for as long as the tab is open,
   * separately for each tab, if its changes fit into the session storage of the page: about 5 MB.
   * Default: false, every load starts fresh.
   */
  keep?: 'reload' | false
  /** Whether the console does not say that the API is simulated. Default: false. */
  quiet?: boolean
}

interface GivenOptions extends SimulatorOptions, PageOptions {
  readonly service?: ServiceDeclarations | undefined
}

const OPTIONS: OptionNames<PageOptions & Pick<GivenOptions, 'service'>> = {
  service: true,
  serviceWorker: 'fields',
  keep: true,
  quiet: 'flag',
  handlers: 'handlers',
  unhandledRequests: true,
  otherHosts: true,
}

const WORKER_OPTIONS: OptionNames<ServiceWorkerOptions> = { url: 'text', scope: 'text' }

/** A simulator that answers the requests of the page it is in. */
export interface BrowserSimulator<Of extends SimulatorTypes = SimulatorTypes> extends Simulator<Of> {
  /**
   * Stops answering requests, so that they go to the network again. A stored world stays stored. Starting another
   * simulator with the same base URL stops this one, too: from then on its data and its methods throw an error.
   */
  stop(): Promise<void>
}

/** Starts a simulator in a page. @param usual the service, if none is given */
export async function start(usual: ServiceDeclarations, options: GivenOptions): Promise<BrowserSimulator> {
  const declared = chooseService('start the simulator', options, usual)
  assertKnownOptions('start the simulator', options, { ...simulatorOptionsOf(declared), ...OPTIONS })
  const { serviceWorker = {}, keep = false, quiet = false, handlers, unhandledRequests, otherHosts, ...given } = options
  const { service, ...rest } = given
  assertKnownOptions('start the service worker', serviceWorker, WORKER_OPTIONS)
  const isKept = parseKeep(keep)
  // For a page, the root is that of its own origin.
  const root = rest.baseUrl === '/' && typeof location !== 'undefined' ? { baseUrl: location.origin } : {}
  const simulator = createWithHandlers(declared, { clock: 'running', controlApi: true, ...rest, ...root })
  const { controlApi = true } = rest
  const answer = createPageAnswer(simulator, { handlers, unhandledRequests, otherHosts, controlApi })
  const persistence = isKept ? createPersistence(simulator, findKey(simulator, declared)) : undefined
  // Before the worker starts, so that no request reaches a world that is about to be replaced.
  persistence?.restore()
  const worker = startWorker(answer, serviceWorker, (url) => isForService(simulator, url))
  let stopFollowing: (() => void) | undefined
  const stopping = onDemand(() => {
    stopFollowing?.()
    return worker.stop()
  })
  const place = takePlace(worker.front, simulator, stopping)
  try {
    await worker.ready
  } catch (error) {
    place.leave()
    throw error
  }
  if (!place.isTaken()) stopFollowing = persistence?.follow()
  await place.replaceEarlier()
  if (!quiet && !place.isTaken()) console.info(describeSimulation(simulator))
  return extend(simulator, {
    stop() {
      place.leave()
      return stopping()
    },
  })
}

// Each tab has its own session storage. Duplicating a tab copies it. Each API of a page has a world of its own.
function findKey({ base }: Simulator, { title }: ServiceDeclarations): string {
  return `deploymock:world ${title} ${urlOf(base)}`
}

function urlOf({ origin = '', path }: Simulator['base']): string {
  return `${origin}${path}`
}

function parseKeep(keep: unknown): boolean {
  assertChoice('start the simulator', 'keep', keep, ['reload', false])
  return keep === 'reload'
}

const REPLACED = {
  attempt: 'use the simulator',
  received: 'it was stopped, because another one was started for the same base URL',
  advice: 'Use that one, or stop this one before.',
}

/** Takes the place of the simulator with the same base URL, if there is one: also of one that is still starting. */
function takePlace({ started }: Front, { base, retire }: Simulator, stop: () => Promise<void>) {
  const url = urlOf(base)
  let isTaken = false
  const own: Started = {
    replace() {
      isTaken = true
      const stopping = stop()
      retire(REPLACED)
      return stopping
    },
  }
  const earlier = started.get(url)
  started.set(url, own)
  return {
    /** Whether a later simulator has taken the place. */
    isTaken: () => isTaken,
    /** Stops the simulator whose place it was. */
    replaceEarlier: async () => earlier?.replace(),
    leave(): void {
      if (started.get(url) === own) started.delete(url)
    },
  }
}

/** Says which API is simulated, with which world, and how to change it. */
export function describeSimulation({ base, scenario }: Pick<Simulator, 'base' | 'scenario'>): string {
  const api = urlOf(base)
  const subject = api === '' ? 'the API' : `the API at ${api}`
  return [
    `deploymock simulates ${subject} in this page. World "${scenario.name}" with seed ${scenario.seed}.`,
    'The object that startSimulator returned controls it: simulator.db, simulator.faults, simulator.clock, simulator.requests.',
    'To turn this message off, pass quiet: true.',
  ].join('\n')
}

/** Creates the persistence of a simulator that has not changed since its start. @param place its key in the storage of the tab */
function createPersistence(simulator: AnySimulator, place: string) {
  const beginning = describeBeginning(simulator)
  let isWarned = false

  const write = (): void => {
    const kept = { beginning, isFrozen: simulator.clock.isFrozen(), snapshot: simulator.snapshot() }
    try {
      sessionStorage.setItem(place, JSON.stringify(kept))
    } catch (error) {
      // Restoring an outdated world would be worse than restoring none.
      forget(place)
      if (isWarned) return
      isWarned = true
      console.warn(`Failed to keep the world across a reload: ${toReason(error)} The next load starts fresh.`)
    }
  }
  const restore = (): void => {
    try {
      const text = sessionStorage.getItem(place)
      if (text !== null) restoreWorld(simulator, JSON.parse(text), beginning)
    } catch (error) {
      forget(place)
      console.warn(`Failed to restore the world from before the reload: ${toReason(error)} It starts fresh.`)
    }
  }

  return {
    restore,
    /** Starts storing the world. @returns a function that stops it */
    follow(): () => void {
      const stopWriting = writeAtChanges(simulator, write)
      const stopRestoring = restoreAtReturns(restore)
      return () => {
        stopRestoring()
        stopWriting()
      }
    },
  }
}

// Changes that happen together are written once.
function writeAtChanges(simulator: AnySimulator, write: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopListening = simulator.events.listen(({ type, session }) => {
    if (session !== simulator.name || (type !== 'change' && type !== 'start')) return
    clearTimeout(timer)
    timer = setTimeout(write)
  })
  // Changes without an event, such as those of faults and the clock, are stored when the page is hidden.
  addEventListener('pagehide', write)
  return () => {
    stopListening()
    removeEventListener('pagehide', write)
    clearTimeout(timer)
    write()
  }
}

// When a page returns from the back/forward cache, later pages of its tab may have changed the world.
function restoreAtReturns(restore: () => void): () => void {
  const comeBack = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) restore()
  }
  addEventListener('pageshow', comeBack)
  return () => removeEventListener('pageshow', comeBack)
}

// With other options, the page wants another world. The present is left out, because it may differ
// at every load.
function describeBeginning(simulator: AnySimulator): string {
  const { scenario, preset, assumptions } = simulator.snapshot()
  return JSON.stringify({ scenario: { ...scenario, now: undefined }, preset, assumptions })
}

function restoreWorld(simulator: AnySimulator, kept: unknown, beginning: string): void {
  if (!isRecord(kept)) throw new Error('The stored value is not a world.')
  if (kept.beginning !== beginning) throw new Error('It was started with other options.')
  simulator.restore(kept.snapshot)
  if (kept.isFrozen === true) simulator.clock.freeze()
  else simulator.clock.run()
}

function forget(place: string): void {
  try {
    sessionStorage.removeItem(place)
  } catch {
    // Without access to the storage, there is nothing to remove.
  }
}

function toReason(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return /[.!?]$/.test(reason) ? reason : `${reason}.`
}
