// Answers the requests of a process before other MSW servers do.

import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'
import type { HttpNetworkFrame } from 'msw/experimental'
import { defaultNetworkOptions, setupServer } from 'msw/node'
import { findNetworkError, toFetchError } from '../../engine/adapters/fetch.ts'
import { parsesBytes } from '../../engine/adapters/intercepted-client.ts'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { createFrameAnswer, createUnusedWarning, type Interceptor } from '../interception/answer.ts'
import { type Answering, findOwners, toInterceptors } from '../interception/owners.ts'
import { createRefusals, describeRefused, type Refuse } from './refusals.ts'

// MSW 2 keeps its interceptor on the global object, under one of these names. MSW 3 does not, so
// its copies work side by side, although each reports the other's requests as unhandled.
const NAMES: readonly unknown[] = ['interceptor-source', 'setup-server']

const OTHER_COPY = {
  attempt: 'listen',
  received: 'another copy of MSW already intercepts the requests of this process, and two copies do not work together',
  advice:
    'Install a single copy (`npm ls msw` lists them), or close that server and pass its handlers as "handlers". If there is only one, it was loaded again, as by jest.resetModules(): close the first server before.',
}

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

/** Answers the requests that are made within a test or a boundary. */
export interface RequestWorld extends Answering {
  /** Names what it belongs to, such as `the test "lists"`. */
  nameOwner(): string
}

/** Answers the requests that are made in no world: a world of its own, or what refuses them. */
export type Outside = RequestWorld | (Answering & { readonly nameOwner?: never })

/** A world that is open, and what answers outside of it. */
interface OpenWorld {
  readonly world: RequestWorld
  readonly outside: Outside
  readonly outer: OpenWorld | undefined
}

/** What takes precedence over the handlers of all servers. */
interface Front {
  /** The later one comes first. */
  readonly outsides: Outside[]
  readonly worlds: Set<OpenWorld>
  readonly contexts: AsyncLocalStorage<OpenWorld>
  warnOfCopies(): void
  remove(): void
}

// Stored on the source itself, so that several copies of this package in one process share one front.
const FRONT = Symbol.for('deploymock.front')
// They stay when the front is removed, because what a world has started may outlive it.
const CONTEXTS = Symbol.for('deploymock.contexts')

export type Interception = ReturnType<typeof createInterception>

/**
 * Creates what passes each request of this process to a world before any MSW server gets it: to the one that it was
 * made in, or to the only one that it can belong to. Without a response, the request goes to the server that listens,
 * or to the network. Servers can start and stop listening at any time.
 */
export function createInterception(outside: Outside) {
  let front: Front | undefined
  return {
    /** @throws if another copy of MSW already intercepts requests, or if MSW needs a newer Node */
    listen() {
      if (front !== undefined) return
      front = findFront()
      front.outsides.unshift(outside)
      // MSW replaces functions of `node:http`. This updates the modules that import them by name.
      syncBuiltinESMExports()
    },
    /** Stops intercepting. */
    close() {
      if (front === undefined) return
      const { outsides, worlds, warnOfCopies, remove } = front
      warnOfCopies()
      outsides.splice(outsides.indexOf(outside), 1)
      for (const open of worlds) if (open.outside === outside) worlds.delete(open)
      if (outsides.length === 0) remove()
      front = undefined
      syncBuiltinESMExports()
    },
    isListening: () => front !== undefined,
    /** Warns of what may have kept requests away. */
    check: () => front?.warnOfCopies(),
    /** Runs a function. All of its requests go to the world, even those that it makes after it has returned. */
    async run<Result>(world: RequestWorld, act: () => Result | Promise<Result>): Promise<Result> {
      if (front === undefined) return act()
      const { worlds, contexts, warnOfCopies } = front
      warnOfCopies()
      const open = { world, outside, outer: contexts.getStore() }
      worlds.add(open)
      try {
        return await contexts.run(open, act)
      } finally {
        worlds.delete(open)
      }
    },
  }
}

function findFront(): Front {
  assertNode()
  // MSW declares the emitter as protected.
  const source = defaultNetworkOptions.sources[0] as unknown as SharedSource
  return Reflect.get(source, FRONT) ?? putInFront(source)
}

/** Lists what is asked for a response: the worlds that the request was made in, the inner one first, then all others. */
function listAnswers(
  { outsides, worlds, contexts }: Pick<Front, 'outsides' | 'worlds' | 'contexts'>,
  request: Request,
  refuse: Refuse,
): Interceptor[] {
  const url = new URL(request.url)
  const asked = new Map<Outside, Answering>()
  for (let open = contexts.getStore(); open !== undefined; open = open.outer) {
    if (!asked.has(open.outside)) asked.set(open.outside, open.world)
  }
  const others = outsides.filter((each) => !asked.has(each))
  const around = Array.from(worlds).filter(({ outside }) => !asked.has(outside))
  const idle = others.filter((each) => !around.some(({ outside }) => outside === each))
  const isOwner = findOwners(url, [...asked.values(), ...around.map(({ world }) => world), ...idle])
  const toAnswers = () => toInterceptors([...asked.values()], isOwner)
  const fitting = around.filter(({ world }) => isOwner(world))
  const candidates = fitting.length > 0 ? fitting : around.filter(({ outside }) => outside.nameOwner === undefined)
  const [only, ...more] = candidates
  const isClear = more.length === 0 && !others.some((each) => each.nameOwner !== undefined && isOwner(each))
  if (only !== undefined && isClear) asked.set(only.outside, only.world)
  else if (fitting.length > 0) return [...toAnswers(), async () => refuse(request, describeUnclear(fitting))]
  for (const each of others) if (!asked.has(each)) asked.set(each, each)
  return toAnswers()
}

function describeUnclear(fitting: readonly OpenWorld[]) {
  const names = fitting.map(({ world }) => world.nameOwner())
  return {
    received: `it was made outside of all tests and boundaries, and may belong to ${names.join(' or ')}`,
    advice: 'Start what sends it, such as a server, a queue or a poller, in the test, and run one test at a time.',
  }
}

// Only its servers have a `readyState`.
const isMsw3 = (): boolean => 'readyState' in setupServer()

// MSW 3 would fail at each request.
function assertNode(): void {
  if ('withResolvers' in Promise || !isMsw3()) return
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
  const contexts: Front['contexts'] = Reflect.get(source, CONTEXTS) ?? new AsyncLocalStorage()
  const open = { outsides: [] as Outside[], worlds: new Set<OpenWorld>(), contexts }
  const refuse = createRefusals()
  const answerFrame = createFrameAnswer((request) => listAnswers(open, request, refuse), toNodeError)
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
    try {
      source.enable()
    } catch (error) {
      throw describeCopyError(error)
    }
  }
  const allowOtherCopies = refuseOtherCopies()
  const isFor = (url: URL): boolean =>
    [...Array.from(open.worlds, ({ world }) => world), ...open.outsides].some((each) => each.fit(url) > 0)
  const allowKept = isMsw3() ? refuseKeptConnections(isFor) : () => undefined
  const warnOfCopies = createCopyWarning()
  const front: Front = {
    ...open,
    warnOfCopies,
    remove() {
      allowOtherCopies()
      allowKept()
      // Each one in use takes time at every `await` on Node 20.
      contexts.disable()
      for (const name of [...Object.keys(own), FRONT]) Reflect.deleteProperty(source, name)
      if (hasServer()) syncWhenDisabled(source)
      else source.disable()
    },
  }
  Object.assign(source, own, { [FRONT]: front, [CONTEXTS]: contexts })
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

/** What undici tells of a connection, and of a request that is about to be sent over it. */
interface Told {
  readonly socket: { destroy(reason: Error): void }
  readonly request: { readonly method: string; readonly origin: string; readonly path: string }
}

/** @param isFor whether a URL is that of a simulated service @returns its end */
function refuseKeptConnections(isFor: (url: URL) => boolean): () => void {
  const known = new WeakSet<object>()
  const listeners = {
    'undici:client:connected': ({ socket }: Told) => known.add(socket),
    'undici:client:sendHeaders'({ socket, request: { method, origin, path } }: Told) {
      const url = new URL(path, origin)
      if (known.has(socket) || !isFor(url)) return
      const received = 'its connection is older than the simulator, so MSW does not see it'
      const advice = 'Let the simulator listen before the first request to the service.'
      socket.destroy(new TypeError(describeRefused({ method, url: url.href }, { received, advice })))
    },
  }
  for (const [name, listener] of Object.entries(listeners)) subscribe(name, listener as never)
  return () => {
    for (const [name, listener] of Object.entries(listeners)) unsubscribe(name, listener as never)
  }
}

/** Call this before this package's copy of MSW starts. @throws if another copy of MSW intercepts requests */
function assertOnlyCopy(): void {
  if (listRunning().length > 0 || isOfMsw3(Socket.prototype.connect)) throw new OptionError(OTHER_COPY)
}

/** Whether a copy of MSW 3 has put a function in the place of another. Nothing else tells: it notes that nowhere. */
const isOfMsw3 = (replaced: object): boolean => String(replaced).includes('__MSW_')

/** Returns what to throw for an error of MSW when it starts. Two copies of MSW 3 may share what only one can use. */
function describeCopyError(error: unknown): unknown {
  return /^Failed to replace a global value/.test(String(Reflect.get(Object(error), 'message')))
    ? new OptionError(OTHER_COPY)
    : error
}

/** Makes other copies of MSW throw when they listen: they would take our interceptor for theirs. @returns its end */
function refuseOtherCopies(): () => void {
  const emitter = listRunning()[0]?.emitter
  const refuse = (): never => {
    throw new OptionError({
      attempt: 'listen',
      received:
        'deploymock already intercepts the requests of this process with another copy of MSW, and two copies do not work together',
      advice:
        'Install a single copy (`npm ls msw` lists them), or pass the handlers to deploymock as "handlers". If there is only one, it was loaded again, as by jest.resetModules(): close the simulator before.',
    })
  }
  emitter?.on('newListener', refuse)
  return () => emitter?.removeListener('newListener', refuse)
}

/** Creates what warns of each copy of MSW that has started since. Those before 2.13 and MSW 3 cannot be refused. */
function createCopyWarning(): () => void {
  // MSW 3 replaces the function that connects sockets.
  const list = (): object[] => [...listRunning(), Socket.prototype.connect]
  const known = new Set(list())
  return () => {
    for (const later of list().filter((each) => !known.has(each))) {
      known.add(later)
      console.error(
        'Another copy of MSW has begun to intercept the requests of this process. It comes before deploymock, so its handlers may answer the requests to the service. Install a single copy (`npm ls msw` lists them), or pass its handlers to deploymock as "handlers".',
      )
    }
  }
}

interface RunningInterceptor {
  /** Only other copies add listeners to it directly. */
  readonly emitter: Record<'on' | 'removeListener', (type: 'newListener', listener: () => never) => void>
}

function listRunning(): RunningInterceptor[] {
  const symbols = Object.getOwnPropertySymbols(globalThis).filter(({ description }) => NAMES.includes(description))
  return symbols.map((symbol) => Reflect.get(globalThis, symbol)).filter((running) => running !== undefined)
}
