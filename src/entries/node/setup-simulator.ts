// A simulator that answers the requests of its process.

import type { HttpHandler } from 'msw'
import { type BaseUrl, parseBaseUrl } from '../../engine/contract/base-url.ts'
import { extend } from '../../engine/input/options/extend.ts'
import {
  assertChoice,
  assertKnownOptions,
  assertValue,
  type OptionNames,
} from '../../engine/input/options/known-options.ts'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { hideSecrets } from '../../engine/input/text/secrets.ts'
import { describeWait } from '../../engine/journal/request-state.ts'
import { chooseService, type ServiceDeclarations } from '../../engine/scenario/service.ts'
import type { Session } from '../../engine/sessions/session.ts'
import type { SessionOptions } from '../../engine/sessions/sessions.ts'
import type { SimulatorTypes } from '../../engine/simulator/simulator.ts'
import { type SimulatorOptions, simulatorOptionsOf } from '../../engine/simulator/simulator-options.ts'
import { createWithHandlers, type Simulator } from '../../with-handlers.ts'
import { createFirstOfOrigin, OTHER_HOSTS, type OtherHosts } from '../interception/other-hosts.ts'
import { createInRun } from '../run/create-in-run.ts'
import { type Boundary, type BoundarySession, createBoundary, type UnhandledRequests } from './boundary.ts'
import { createInterception, type Interception } from './interception.ts'

/** The options for intercepted requests. */
export interface RequestOptions {
  /** The URL where the client expects the service. Default: `http://deploymock.test`. */
  baseUrl?: string
  /**
   * What happens to a request to the service that matches no operation: `fail` fails the test that
   * made it, `answer` gives it the service's own 404 or 405. Default: `fail`.
   */
  unhandledRequests?: UnhandledRequests
  /**
   * What happens to a request to another host than that of `baseUrl`, if neither `handlers` nor `use` has
   * a response, and your own MSW server has no handler for its path: `bypass` lets it go to that server or to
   * the network, `warn` also warns once for each host, `error` fails the test that made it. Default: `bypass`, with a warning if it has the path of an operation.
   */
  otherHosts?: OtherHosts
  /**
   * Your own MSW handlers, which take precedence over the service, e.g. for other services. An MSW
   * server in the same process keeps working without this option.
   */
  handlers?: readonly HttpHandler[]
}

/** The options of `createSimulator`, those for intercepted requests, and which service is simulated. */
export interface SetupOptions extends SimulatorOptions, RequestOptions {
  readonly service?: ServiceDeclarations | undefined
}

/** A simulator that answers the requests of this process. */
export interface NodeSimulator<Of extends SimulatorTypes = SimulatorTypes, Bound = BoundarySession<Of>>
  extends Simulator<Of>,
    BoundarySession<Of> {
  readonly fetch: typeof fetch
  /**
   * Starts to answer requests to the service. Requests to other origins go to the MSW server that
   * listens in this process, if there is one, or to the network.
   *
   * @throws if another copy of MSW already intercepts requests
   */
  listen(): void
  /** Stops answering requests and following fake timers. @throws as `verify` does */
  close(): void
  /**
   * Checks that every request outside of boundaries matched an operation.
   *
   * @throws an error that lists the unhandled requests since the last call, each with the nearest operations
   */
  verify(): void
  /**
   * Runs a function with its own session: data, faults, clock and requests. All requests made in
   * the function go to that session, although every boundary has the same URL. So several
   * boundaries can run at once.
   *
   * @returns what the function returns
   * @throws what the function throws, and an error if one of its requests matched no operation
   * @example
   * await simulator.boundary(async ({ db, faults }) => {
   *   faults.add({ operation: 'listDeployments', status: 503, times: 1 })
   *   expect(await client.listAll()).toHaveLength(db.deployments.count())
   * })
   */
  boundary<Result>(
    callback: (session: Bound) => Result | Promise<Result>,
    options?: Of['SessionOptions'],
  ): Promise<Result>
}

export type OpenBoundary = (nameOwner: Boundary['nameOwner'], options?: SessionOptions) => Boundary

const OPTIONS: OptionNames<RequestOptions & Pick<SetupOptions, 'service'>> = {
  service: true,
  baseUrl: 'text',
  unhandledRequests: true,
  otherHosts: true,
  handlers: 'handlers',
}

const BASE_URL = 'http://deploymock.test'

// A boundary ends its own session. The session must not expire when a test advances fake timers by an hour.
const MINUTES_OF_A_YEAR = 366 * 24 * 60

/** Sets up a simulator, and returns it with the boundary around its own session. @param usual the service, if none is given */
export function setUp(
  usual: ServiceDeclarations,
  options: SetupOptions,
): { simulator: NodeSimulator<SimulatorTypes, BoundarySession>; main: Boundary } {
  const { simulator, main, openBoundary } = createBoundaries(usual, options)
  const interception = createInterception(main)
  const { url, fetch } = main.session
  const { clock, stopFollowing } = trackFollowing(simulator.clock)
  const reportAtEnd = () => reportWaiting([simulator, ...simulator.sessions.list()])
  const listening = extend(simulator, {
    url,
    fetch,
    clock,
    listen() {
      interception.listen()
      process.off('beforeExit', reportAtEnd).on('beforeExit', reportAtEnd)
    },
    close() {
      process.off('beforeExit', reportAtEnd)
      interception.close()
      stopFollowing()
      main.verify()
    },
    verify() {
      interception.check()
      main.verify()
    },
    boundary: <Result>(callback: (session: BoundarySession) => Result | Promise<Result>, start?: SessionOptions) => {
      assertValue('run the boundary', 'callback', callback, 'function')
      assertListening(interception)
      return runInBoundary(openBoundary(nameCaller(listening.boundary), start), interception, callback)
    },
  })
  return { simulator: listening, main }
}

// A boundary does not know its test, so this names the line that called. Most are never named, which takes time.
function nameCaller(callee: (...values: never[]) => unknown): () => string {
  const called: { stack?: string } = {}
  Error.captureStackTrace(called, callee)
  return () => `the boundary at ${called.stack?.split('\n')[1]?.match(/[^\s()]+:\d+:\d+/)?.[0] ?? 'an unknown line'}`
}

/** Returns the base URL that options mean. @throws if it is invalid */
export function findBase({ baseUrl = BASE_URL }: SetupOptions): BaseUrl {
  return parseBaseUrl(baseUrl)
}

/** Creates a simulator with a boundary around its own session, and a function that opens further boundaries. */
export function createBoundaries(
  usual: ServiceDeclarations,
  options: SetupOptions,
): {
  simulator: Simulator
  main: Boundary
  openBoundary: OpenBoundary
} {
  const declared = chooseService('set up the simulator', options, usual)
  assertKnownOptions('set up the simulator', options, { ...simulatorOptionsOf(declared), ...OPTIONS })
  const { service, unhandledRequests = 'fail', otherHosts, handlers = [], baseUrl = BASE_URL, ...rest } = options
  assertChoice('set up the simulator', 'unhandledRequests', unhandledRequests, ['fail', 'answer'])
  if (otherHosts !== undefined) assertChoice('set up the simulator', 'otherHosts', otherHosts, OTHER_HOSTS)
  const simulatorOptions = { sessionMinutes: MINUTES_OF_A_YEAR, ...rest, baseUrl }
  // Only worlds of tests have a title.
  const titles = new Map<string, string>()
  const nameTest = (session: string) => titles.get(session)
  const simulator = createInRun((hooks) => createWithHandlers(declared, simulatorOptions, hooks), nameTest)
  const boundaryOptions = { unhandledRequests, otherHosts, handlers, isFirst: createFirstOfOrigin() }
  const create = (session: Session, nameOwner: Boundary['nameOwner']) =>
    createBoundary(simulator, session, { ...boundaryOptions, nameOwner })
  let opened = 0
  return {
    simulator,
    main: create(simulator, () => 'the simulator'),
    openBoundary(nameOwner, start) {
      opened += 1
      const name = `boundary-${opened}`
      if (start?.varyScope !== undefined) titles.set(name, start.varyScope)
      return create(simulator.sessions.create(name, start), nameOwner)
    },
  }
}

async function runInBoundary<Result>(
  boundary: Boundary,
  interception: Interception,
  callback: (session: BoundarySession) => Result | Promise<Result>,
): Promise<Result> {
  try {
    const result = await interception.run(boundary, () => callback(boundary.session))
    boundary.end()
    return result
  } catch (error) {
    throw endAfter(error, boundary)
  }
}

// The test runner only says that the test never ended.
function reportWaiting(sessions: readonly Session[]): void {
  const requests = sessions.flatMap((session) => session.requests.list({ state: 'pending' }))
  const lines = requests.flatMap(({ method, path, waitsFor }) =>
    waitsFor === null ? [] : [`${method} ${hideSecrets(path)} ${describeWait(waitsFor)}`],
  )
  if (lines.length === 0) return
  console.error(
    `Failed to answer every request: the process ends while some wait.\n  ${lines.join('\n  ')}\nAdvance the clock, let it run with clock: 'running', or give the client a timeout.`,
  )
}

// An unhandled request is usually the reason for the thrown error, so it is reported first.
function endAfter(error: unknown, boundary: Boundary): unknown {
  try {
    boundary.end()
    return error
  } catch (reason) {
    return new Error((reason as Error).message, { cause: error })
  }
}

function assertListening(interception: Interception): void {
  if (interception.isListening()) return
  throw new OptionError({
    attempt: 'run the boundary',
    received: 'the simulator does not listen',
    advice: 'Call listen() first.',
  })
}

type Clock = Session['clock']

/** Creates the same clock, with a function that ends all following of fake timers. */
function trackFollowing(clock: Clock): { clock: Clock; stopFollowing(): void } {
  const stops: (() => void)[] = []
  const follow: Clock['follow'] = (timers) => {
    const stop = clock.follow(timers)
    stops.push(stop)
    return stop
  }
  return {
    clock: extend(clock, { follow }),
    stopFollowing() {
      for (const stop of stops.splice(0).reverse()) stop()
    },
  }
}
