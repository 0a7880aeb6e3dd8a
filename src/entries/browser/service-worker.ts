// Starts and stops the service worker, with reasons if it cannot.

import { type SetupWorker, setupWorker } from 'msw/browser'
import { OptionError } from '../../engine/input/options/option-error.ts'
import type { Answering } from '../interception/owners.ts'
import { answerBeforeWorkers, type Front, startFirstWorker } from './front.ts'

const DEFAULT_URL = '/mockServiceWorker.js'

export interface ServiceWorkerOptions {
  /** The URL of the worker script that `npx msw init` wrote. Default: `/mockServiceWorker.js`. */
  url?: string
  /** The URL prefix of the pages that the worker controls. Default: the folder of the script. */
  scope?: string
}

/** A service worker that is starting, or has started. */
export interface StartedWorker {
  readonly front: Front
  /** Resolves when it sends requests here. Rejects with an error that says why not. */
  readonly ready: Promise<void>
  stop(): Promise<void>
}

/** Lets a service worker send requests here before other MSW workers get them. */
export function startWorker(
  answer: Answering,
  options: ServiceWorkerOptions,
  isForService: (url: URL) => boolean,
): StartedWorker {
  assertServiceWorkers()
  const { front, stop } = answerBeforeWorkers(answer)
  const ended = new AbortController()
  const end = () => {
    ended.abort()
    return stop()
  }
  const { lastArrival } = front
  const { signal } = ended
  const connect = () => front.findSource()?.connect()
  const expectAll = watchMissed(isForService, { lastArrival, connect, signal })
  const worker = setupWorker()
  // MSW exports no version, and only MSW 3 has this property. Its service worker remembers its pages.
  const major = 'readyState' in worker ? 3 : 2
  const begin = async () => {
    try {
      await front.isReleased()
      await routeRequestsHere(worker, front, { ...options, major })
    } catch (error) {
      await end()
      throw error
    }
    expectAll()
    if (major === 2) keepConnected(connect, signal)
  }
  const ready = begin()
  return { front, ready, stop: () => ready.then(end, () => undefined) }
}

/**
 * Connects the page again whenever the service worker of MSW 2 may have forgotten it: the browser has ended the worker,
 * or MSW has disconnected the page because it was about to be left, but it has stayed or comes back.
 */
function keepConnected(connect: () => unknown, signal: AbortSignal): void {
  for (const type of ['pageshow', 'focus', 'visibilitychange']) addEventListener(type, connect, { signal })
  // After MSW's own listener. No event tells that a page stays.
  addEventListener('beforeunload', () => void setTimeout(connect), { signal })
  // A browser ends a service worker that has been idle for half a minute.
  const timer = setInterval(connect, 5000)
  signal.addEventListener('abort', () => clearInterval(timer))
}

interface RoutedWorker extends ServiceWorkerOptions {
  readonly major: number
}

async function routeRequestsHere(
  worker: SetupWorker,
  front: Front,
  { url = DEFAULT_URL, scope, major }: RoutedWorker,
): Promise<void> {
  const script = new URL(url, location.href)
  // If a worker has already been started, this request arrives here, and its script needs no check.
  front.expect(script.href)
  await assertScript(script, major).catch((error: unknown) => {
    if (front.findSource() === undefined) throw error
  })
  const refuse = async (error: unknown): Promise<never> => {
    if (error instanceof OptionError) throw error
    // A half-started worker would prevent the next attempt.
    await worker.stop()
    if (await isBlocked(script, scope)) throw fail(BLOCKED, error)
    throw fail(`the browser refused ${script.pathname}: ${toReason(error)}`, error)
  }
  const source = front.findSource()
  if (source !== undefined) {
    await source.isReady().catch((cause: unknown) => {
      throw fail(`the other worker of this page did not start: ${toReason(cause)}`, cause)
    })
    return
  }
  assertInScope(new URL(scope ?? './', scope === undefined ? script : location.href).href)
  // Spelled as other workers spell it. MSW mistakes another spelling for another worker, and stops the first one.
  const spelled = url.startsWith('/') ? url : script.href
  const registration = await startFirstWorker(() => start(worker, spelled, scope)).catch(refuse)
  // The source stays enabled. A worker that is not stopped would prevent others from starting, as in MSW 3.
  await worker.stop()
  // MSW reuses a registered worker, whatever its scope.
  if (registration !== undefined) assertInScope(registration.scope)
}

function start(worker: SetupWorker, url: string, scope: string | undefined) {
  // MSW 3 renamed the option. Each version ignores the other's name.
  const leaveOthersAlone = { onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as const
  return worker.start({
    ...leaveOthersAlone,
    quiet: true,
    serviceWorker: { url, ...(scope !== undefined && { options: { scope } }) },
  })
}

const BLOCKED = "service workers are blocked in this page. In Playwright, set serviceWorkers: 'allow'."

// Playwright then returns no registration, instead of an error.
function isBlocked(script: URL, scope: string | undefined): Promise<boolean> {
  const options = scope === undefined ? {} : { scope }
  return navigator.serviceWorker.register(script, options).then(
    (registration: ServiceWorkerRegistration | undefined) => registration === undefined,
    () => false,
  )
}

function assertServiceWorkers(): void {
  if (typeof location === 'undefined') {
    throw fail('this is not a page. Outside a browser, use "deploymock/server".')
  }
  if (!isSecureContext) {
    throw fail(
      `${location.origin} is not secure, so it has no service workers. Open the page on localhost or over HTTPS.`,
    )
  }
  if (navigator.serviceWorker !== undefined) return
  throw fail('this browser does not allow service workers on this page. Allow them, or leave private browsing.')
}

function assertInScope(scope: string): void {
  if (location.href.startsWith(scope)) return
  throw fail(
    `the service worker is for pages under ${scope}, and this page is ${location.href}. Move its script to a folder above the page, or set "serviceWorker.scope".`,
  )
}

// MSW puts its own heading above the browser's message.
function toReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(/^\[MSW\][^\n]*\n+/, '')
}

const JAVASCRIPT = /^(text|application)\/(x-)?(java|ecma)script\b/i
// Before MSW 2.3, only a comment named the version.
const VERSION = /(?:PACKAGE_VERSION\s*=\s*['"]|Mock Service Worker \()((\d+)[^'")]*)/

/** Checks that a script is MSW's service worker of a major version. For another one, MSW would wait forever. */
async function assertScript(script: URL, major: number): Promise<void> {
  const { pathname } = script
  if (script.origin !== location.origin) throw failure(`${script.href} is not on this page's origin`)
  const response = await fetch(script).catch((error: unknown) => {
    throw failure(`${pathname} cannot be loaded (${String(error)})`)
  })
  if (!response.ok) throw failure(`${pathname} cannot be loaded (${response.status})`)
  const type = response.headers.get('content-type') ?? 'none'
  if (!JAVASCRIPT.test(type)) throw failure(`${pathname} is not JavaScript (content type: ${type})`)
  const text = await response.text()
  const [, version, scriptMajor] = VERSION.exec(text) ?? []
  if (version === undefined) {
    // A custom worker script may import MSW's.
    if (text.includes('importScripts')) return
    throw failure(`${pathname} is not an MSW service worker`)
  }
  if (Number(scriptMajor) !== major) throw failure(`${pathname} is from MSW ${version}, but the page uses MSW ${major}`)
}

function failure(reason: string): Error {
  return fail(
    `${reason}. Run npx msw init PUBLIC_DIR --save, with the folder of your static files. If those are below a path, set "serviceWorker.url".`,
  )
}

function fail(why: string, cause?: unknown): Error {
  return new Error(`Failed to start the simulator: ${why}`, cause === undefined ? {} : { cause })
}

const SENT_BY_SCRIPTS = ['fetch', 'xmlhttprequest', 'beacon']

interface MissedOptions extends Pick<Front, 'lastArrival'> {
  /** Called if a request has left, although the simulator was ready. */
  connect: () => unknown
  signal: AbortSignal
}

/** Warns of requests that the browser records and that do not arrive. @returns a function to call when all should */
function watchMissed(isForService: (url: URL) => boolean, { lastArrival, connect, signal }: MissedOptions): () => void {
  // Between two simulators of a page, requests are meant for the network.
  const since = lastArrival() === 0 ? 0 : performance.now()
  let readyAt = Number.POSITIVE_INFINITY
  let isWarned = false
  let early: string[] = []
  const take = ({ name, initiatorType, startTime, responseStatus }: PerformanceResourceTiming) => {
    if (startTime < since || !SENT_BY_SCRIPTS.includes(initiatorType) || !isForService(new URL(name))) return
    if (startTime < readyAt) return early.push(name)
    // One without a status has failed, so it was noticed, or the page has aborted it before it could arrive.
    if (startTime <= lastArrival() || responseStatus === 0 || signal.aborted) return
    connect()
    if (!isWarned) console.warn(LEFT.replace('URL', name))
    isWarned = true
  }
  const observe = (entries: PerformanceEntryList) => {
    for (const entry of entries) take(entry as PerformanceResourceTiming)
    if (readyAt === Number.POSITIVE_INFINITY || early.length === 0) return
    console.warn(EARLY.replace('COUNT', String(early.length)).replace('URL', String(early[0])))
    early = []
  }
  const observer = new PerformanceObserver((list) => observe(list.getEntries()))
  observer.observe({ type: 'resource', buffered: true })
  signal.addEventListener('abort', () => {
    // Early ones that have just ended.
    observe(observer.takeRecords())
    observer.disconnect()
  })
  return () => {
    readyAt = performance.now()
    observe(observer.takeRecords())
  }
}

const EARLY =
  'Requests that were sent before the simulator was ready, and went to the network: COUNT, such as URL. Await startSimulator() before the page sends requests.'
const LEFT =
  'The simulator did not get a request to URL, so it went to the network: the service worker had forgotten this page, and is told again. Further ones are not reported.'
