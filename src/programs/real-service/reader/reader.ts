import { setTimeout as sleep } from 'node:timers/promises'
import type { Problem } from '../../../engine/input/options/option-error.ts'
import { showText } from '../../../engine/input/text/quote.ts'
import { findAllowed, NOWHERE } from './allowed.ts'
import { assertCertificates, parseServiceUrl } from './base-url.ts'
import { type Credentials, createCredentials } from './credentials.ts'
import { BudgetError, UnreachableError } from './errors.ts'
import type { ReadRequest, ServiceReply } from './messages.ts'
import { findProxy, type HttpProxy } from './proxy.ts'
import { send } from './send.ts'
import { findPause, findTrouble, type Trouble } from './trouble.ts'

export type { ReadRequest, ServiceReply } from './messages.ts'

/** Reads a real service: slowly, and nothing but what only reads. */
export interface Reader {
  /** The base URL, without a slash at the end and without credentials. */
  readonly url: string
  /** How many requests were sent, repeated ones included. */
  readonly sent: number
  /** The credentials that it sends, without their values. */
  readonly credentials?: Credentials
  /** The URL of the proxy that requests go through, without credentials. */
  readonly proxy?: string | undefined
  /**
   * Sends a request. Whatever the service itself answers is a reply: also a refusal, a web page, and a redirect, which
   * is never followed. `assertAccepted` tells them apart.
   *
   * @throws UnreachableError, BudgetError, OptionError (a request that may change something), and the reason of the
   * signal when it is aborted
   */
  read(request: ReadRequest): Promise<ServiceReply>
}

export interface ReaderOptions {
  /** The headers with the credentials. */
  readonly headers?: Readonly<Record<string, string>>
  /** How many requests are sent in a second at most. Default: 5 */
  readonly rate?: number
  /** How many requests are sent in all. Default: 500 */
  readonly requests?: number
  /** For how many milliseconds a response is awaited. Default: 30,000 */
  readonly timeout?: number
  /** Ends everything. */
  readonly signal?: AbortSignal
  /** Runs what waits for a response. */
  readonly whileWaiting?: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Called with each reply of the service itself. */
  readonly onReply?: (request: ReadRequest, reply: ServiceReply, sent: number) => void
  /** Called before it waits to repeat a request, with the milliseconds and the reason. */
  readonly onPause?: (milliseconds: number, reason: string) => void
  /** Returns where the service has a path that may be read. Default: there. */
  readonly locate?: (path: string) => string
  /** Default: the clock of the process. */
  readonly clock?: PacingClock
}

export const READER_DEFAULTS = { rate: 5, requests: 500, timeout: 30_000 } as const

const MOST_SHOWN = 200

/** Creates a reader of the service at a URL. @throws OptionError for an invalid URL or header */
export function createReader(url: string, options: ReaderOptions = {}): Reader {
  const { headers = {}, onReply, onPause, whileWaiting = (work) => work(), locate = (path) => path } = options
  const base = parseServiceUrl(url)
  assertCertificates(base)
  const proxy = findProxy(base)
  const credentials = createCredentials(headers, proxy?.authorization)
  const sender = createSender(base, options, proxy)
  return {
    url: base,
    get sent() {
      return sender.countSent()
    },
    credentials,
    proxy: proxy?.url,
    async read(request) {
      if (request.path !== NOWHERE) findAllowed(request)
      const outcome = await whileWaiting(() =>
        sendPatiently({ ...request, path: locate(request.path) }, sender, (milliseconds, { received }) =>
          onPause?.(milliseconds, credentials.hide(received)),
        ),
      )
      if (!('status' in outcome)) {
        const attempt = showText(`${request.method} ${buildUrl(base, request)}`, MOST_SHOWN)
        const { received, advice, code } = outcome
        throw new UnreachableError({ attempt, received: credentials.hide(received), advice }, code)
      }
      const reply = hideSecrets(outcome, credentials)
      onReply?.(request, reply, sender.countSent())
      return reply
    },
  }
}

type Sender = ReturnType<typeof createSender>

function createSender(base: string, options: ReaderOptions, proxy: HttpProxy | undefined) {
  const { headers = {}, clock = processClock, signal } = options
  const { rate, requests, timeout } = { ...READER_DEFAULTS, ...options }
  const { waitForTurn, pause } = createPacing({ rate, clock, signal })
  let sent = 0
  return {
    countSent: () => sent,
    pause,
    /** Sends a request as soon as it may be sent. */
    async send(request: ReadRequest): Promise<ServiceReply | Trouble> {
      await waitForTurn()
      if (sent >= requests) throw new BudgetError(describeBudget(requests))
      sent += 1
      const { method } = request
      return send(buildUrl(base, request), { method, headers: buildHeaders(request, headers), timeout, signal, proxy })
    },
  }
}

/** Sends a request again while there is hope. Returns the reply of the service, or why there is none. */
async function sendPatiently(
  request: ReadRequest,
  sender: Sender,
  onPause: (milliseconds: number, trouble: Trouble) => void,
): Promise<ServiceReply | Trouble> {
  for (let repeats = 0; ; repeats += 1) {
    const outcome = await sender.send(request)
    const trouble = 'status' in outcome ? findTrouble(outcome) : outcome
    if (trouble === undefined) return outcome
    const milliseconds = findPause(trouble, repeats)
    if (milliseconds === undefined) {
      return repeats === 0 ? trouble : { ...trouble, received: `${trouble.received}, also when it was asked again` }
    }
    sender.pause(milliseconds)
    onPause(milliseconds, trouble)
  }
}

function buildUrl(base: string, { path, query = '' }: ReadRequest): string {
  return `${base}${path}${query === '' ? '' : `?${query}`}`
}

function buildHeaders(request: ReadRequest, credentials: Readonly<Record<string, string>>): Record<string, string> {
  const { headers = {}, isAnonymous = false } = request
  return {
    'user-agent': 'deploymock',
    accept: 'application/json',
    ...lowerNames(headers),
    ...(!isAnonymous && lowerNames(credentials)),
  }
}

function lowerNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

// The service may repeat what it was sent.
function hideSecrets({ status, headers, body }: ServiceReply, { hideSecrets: hide }: Credentials): ServiceReply {
  return { status, headers: headers.map(([name, value]) => [name, hide(value)] as const), body: hide(body) }
}

function describeBudget(requests: number): Problem {
  return {
    attempt: 'send another request',
    received: `all ${requests} requests that are allowed were sent`,
    advice: 'Allow more with --requests.',
  }
}

/** A clock that only runs forward, and waits. */
export interface PacingClock {
  /** The time in milliseconds. */
  now(): number
  /** Waits, or ends early with the reason of the signal. */
  wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>
}

const processClock: PacingClock = {
  now: () => performance.now(),
  wait: (milliseconds, signal) =>
    sleep(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() => signal?.throwIfAborted()),
}

/** Creates the pacing of requests, however many ask at once. */
export function createPacing(options: {
  /** How many requests there are in a second at most. */
  readonly rate: number
  readonly clock: PacingClock
  readonly signal: AbortSignal | undefined
}) {
  const { rate, clock, signal } = options
  const gap = 1000 / rate
  let next = clock.now()
  return {
    /** Waits until the next request may be sent. @throws the reason of the signal when it is aborted */
    async waitForTurn(): Promise<void> {
      signal?.throwIfAborted()
      // Whoever has waited before may have taken the turn.
      for (let now = clock.now(); now < next; now = clock.now()) {
        await clock.wait(next - now, signal)
        signal?.throwIfAborted()
      }
      next = clock.now() + gap
    },
    /** Lets nothing be sent for some time. */
    pause(milliseconds: number): void {
      next = Math.max(next, clock.now() + milliseconds)
    },
  }
}
