// Answers the requests of a process before other MSW servers do.

import { AsyncLocalStorage } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import type { HttpNetworkFrame } from 'msw/experimental'
import { defaultNetworkOptions, setupServer } from 'msw/node'
import { findNetworkError, toFetchError } from '../engine/adapters/fetch.ts'
import { parsesBytes } from '../engine/adapters/intercepted-client.ts'
import { OptionError } from '../engine/input/options/option-error.ts'
import { createFrameAnswer, type Interceptor } from '../interception/answer.ts'
import { createUnusedWarning } from '../interception/unused-handlers.ts'

/**
 * MSW's source of requests. All servers of one copy of MSW share it, but it is designed for a single
 * server: the next server that listens replaces the last one and gets each request twice, and the
 * first one that closes disables it for all.
 */
interface SharedSource {
  queue(frame: HttpNetworkFrame): Promise<void>
  enable(): void
  disable(): void
  readonly emitter: { listenerCount(type: string): number; removeAllListeners(): void }
}

/** What takes precedence over the handlers of all servers. */
interface Front {
  readonly claimants: Claimant[]
  readonly scopes: AsyncLocalStorage<Scope>
  remove(): void
}

/** Answers the requests that none of its scopes has made. */
export interface Claimant {
  readonly answer: Interceptor
  /** Whether it has to answer before all others. */
  claims(request: Request): boolean
}

/** An asynchronous context with an answer of its own. */
interface Scope {
  readonly answer: Interceptor
  readonly claimant: Claimant
  readonly outer: Scope | undefined
}

/** The precedence of a claimant over all MSW servers. */
export interface Precedence {
  /** Runs a function. Its requests get an answer of their own, which comes before all claimants. */
  run<Result>(answer: Interceptor, act: () => Result): Result
  end(): void
}

// Stored on the source itself, so that several copies of this package in one process share one front.
const FRONT = Symbol.for('deploymock.front')
// These stay when the front is removed: what a scope has started may outlive it.
const SCOPES = Symbol.for('deploymock.scopes')

/**
 * Passes each request of this process to a claimant before any MSW server gets it. If that
 * returns no response, the request goes to the server that listens, or to the network. Servers can
 * start and stop listening at any time.
 *
 * @throws if another copy of MSW already intercepts requests, or if MSW needs a newer Node
 */
export function answerFirst(claimant: Claimant): Precedence {
  assertNode()
  // MSW declares the emitter as protected.
  const source = defaultNetworkOptions.sources[0] as unknown as SharedSource
  const front: Front = Reflect.get(source, FRONT) ?? putInFront(source)
  const { claimants, scopes } = front
  claimants.unshift(claimant)
  return {
    run: (answer, act) => scopes.run({ answer, claimant, outer: scopes.getStore() }, act),
    end() {
      claimants.splice(claimants.indexOf(claimant), 1)
      if (claimants.length === 0) front.remove()
    },
  }
}

/** Lists what answers a request: the scopes that it was made in, the inner one first, and then all others. */
function listAnswers({ claimants, scopes }: Pick<Front, 'claimants' | 'scopes'>, request: Request): Interceptor[] {
  const found = new Map<Claimant, Interceptor>()
  for (let scope = scopes.getStore(); scope !== undefined; scope = scope.outer) {
    if (!found.has(scope.claimant)) found.set(scope.claimant, scope.answer)
  }
  const others = claimants.filter((each) => !found.has(each))
  for (const each of others.filter(({ claims }) => claims(request))) found.set(each, each.answer)
  for (const each of others) found.set(each, each.answer)
  return [...found.values()]
}

// MSW 3 would fail at each request. Only its servers have a `readyState`.
function assertNode(): void {
  if ('withResolvers' in Promise || !('readyState' in setupServer())) return
  throw new OptionError({
    attempt: 'listen',
    received: `MSW 3 needs Node 22, and this is Node ${process.versions.node}`,
    advice: 'Update Node, or install msw@2.',
  })
}

function putInFront(source: SharedSource): Front {
  const { emitter } = source
  const hasServer = () => emitter.listenerCount('frame') > 0
  const queue = source.queue.bind(source)
  const claimants: Claimant[] = []
  const scopes: Front['scopes'] = Reflect.get(source, SCOPES) ?? new AsyncLocalStorage()
  const answerFrame = createFrameAnswer((request) => listAnswers({ claimants, scopes }, request), toNodeError)
  const warnOfUnused = createUnusedWarning()
  const own = {
    async queue(frame: HttpNetworkFrame) {
      const state = frame.protocol === 'http' ? await answerFrame(frame, hasServer() ? queue : undefined) : 'open'
      if (state === 'settled by the service' && hasServer()) await warnOfUnused(frame, queue)
      if (state !== 'open') return
      // Without a server, a WebSocket would wait forever.
      if (hasServer()) await queue(frame)
      else frame.passthrough()
    },
    // The source is already enabled. Enabling it twice would report each request twice.
    enable: () => undefined,
    // Removing the listeners of a server closes it.
    disable: () => emitter.removeAllListeners(),
  }
  if (!hasServer()) {
    assertOnlyCopy()
    source.enable()
  }
  const allowOtherCopies = refuseOtherCopies()
  const front: Front = {
    claimants,
    scopes,
    remove() {
      allowOtherCopies()
      // Each one in use takes time at every `await` on Node 20.
      scopes.disable()
      for (const name of [...Object.keys(own), FRONT]) Reflect.deleteProperty(source, name)
      if (hasServer()) syncWhenDisabled(source)
      else source.disable()
    },
  }
  Object.assign(source, own, { [FRONT]: front, [SCOPES]: scopes })
  return front
}

// MSW's own network errors have neither a reason nor a code, by which clients decide whether to try again. It passes
// on errors with these two names. A client that parses bytes makes its own error of it.
function toNodeError(response: Response, request: Request): Error | undefined {
  const error = findNetworkError(response)
  if (error === undefined || ('code' in error && parsesBytes(request))) return error
  return Object.assign(toFetchError(error), { code: undefined, errno: undefined })
}

// The last server that closes restores the functions of `node:http`. Modules that import them by name
// would keep the replaced ones.
function syncWhenDisabled(source: SharedSource) {
  const disable = () => {
    Reflect.deleteProperty(source, 'disable')
    source.disable()
    syncBuiltinESMExports()
  }
  Object.assign(source, { disable })
}

// MSW 2 keeps its interceptor on the global object, under one of these names. MSW 3 does not, so
// its copies work side by side, although each reports the other's requests as unhandled.
const NAMES: readonly unknown[] = ['interceptor-source', 'setup-server']

/** Call this before this package's copy of MSW starts. @throws if another copy of MSW intercepts requests */
function assertOnlyCopy(): void {
  if (findRunning() === undefined) return
  throw new OptionError({
    attempt: 'listen',
    received:
      'another copy of MSW already intercepts the requests of this process, and two copies do not work together',
    advice:
      'Install a single copy (`npm ls msw` lists them), or close that server and pass its handlers as "handlers".',
  })
}

/** Makes other copies of MSW throw when they listen: they would take our interceptor for theirs. @returns its end */
function refuseOtherCopies(): () => void {
  const emitter = findRunning()?.emitter
  const refuse = (): never => {
    throw new OptionError({
      attempt: 'listen',
      received:
        'deploymock already intercepts the requests of this process with another copy of MSW, and two copies do not work together',
      advice: 'Install a single copy (`npm ls msw` lists them), or pass the handlers to deploymock as "handlers".',
    })
  }
  emitter?.on('newListener', refuse)
  return () => emitter?.removeListener('newListener', refuse)
}

interface RunningInterceptor {
  /** Only other copies add listeners to it directly. */
  readonly emitter: Record<'on' | 'removeListener', (type: 'newListener', listener: () => never) => void>
}

function findRunning(): RunningInterceptor | undefined {
  const symbol = Object.getOwnPropertySymbols(globalThis).find(({ description }) => NAMES.includes(description))
  return symbol === undefined ? undefined : Reflect.get(globalThis, symbol)
}
