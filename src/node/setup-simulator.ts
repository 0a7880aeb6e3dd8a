import type { HttpHandler } from 'msw'
import { assertKnownOptions, type OptionNames } from '../core/known-options.ts'
import { OptionError } from '../core/option-error.ts'
import type { Session } from '../core/sessions/session.ts'
import type { SessionOptions } from '../core/sessions/sessions.ts'
import { SIMULATOR_OPTIONS } from '../core/simulator.ts'
import { createSimulator, type Simulator, type SimulatorOptions } from '../index.ts'
import { type Boundary, type BoundarySession, createBoundary, type UnhandledRequests } from './boundary.ts'
import { createInterception, type Interception } from './interception.ts'

/** What `createSimulator` takes, and what becomes of requests that go nowhere. */
export interface SetupOptions extends SimulatorOptions {
  /** Where the client believes the service is. Default: `http://deploymock.test`. */
  baseUrl?: string
  /**
   * What becomes of a request to the service that no operation is for, by its path or method:
   * it fails the test that made it, or the service answers it, with a 404 or 405. Default: `fail`.
   */
  unhandledRequests?: UnhandledRequests
  /**
   * MSW handlers of your own, which are asked before the service: for other services, say. A
   * server of MSW that listens in the same process goes on working without that.
   */
  handlers?: readonly HttpHandler[]
}

/** A simulator that answers the requests of this process. */
export interface NodeSimulator extends Simulator, BoundarySession {
  readonly fetch: typeof fetch
  /**
   * Answers requests to the service from now on. Those to other origins go to the MSW server that
   * listens in this process, if there is one, or to the network.
   *
   * @throws when another copy of MSW intercepts requests already
   */
  listen(): void
  /** Ends that. @throws as `verify` does */
  close(): void
  /**
   * Makes sure that every request found an operation, those inside of boundaries apart.
   *
   * @throws naming the requests since the last time that did not, each with the operations nearest to it
   */
  verify(): void
  /**
   * Runs a function with a session of its own: data, faults, clock and requests. All requests
   * made in it go there, though their URL is the same for all, and so several can run at once.
   *
   * @returns what the function returns
   * @throws what the function throws, and where one of its requests found no operation
   * @example
   * await simulator.boundary(async ({ db, faults }) => {
   *   faults.add({ operation: 'listDeployments', status: 503, times: 1 })
   *   expect(await client.listAll()).toHaveLength(db.deployments.count())
   * })
   */
  boundary<Result>(
    callback: (session: BoundarySession) => Result | Promise<Result>,
    options?: SessionOptions,
  ): Promise<Result>
}

/** Opens a boundary around a new session. */
export type OpenBoundary = (options?: SessionOptions) => Boundary

const OPTIONS: OptionNames<SetupOptions> = { ...SIMULATOR_OPTIONS, unhandledRequests: true, handlers: true }

const BASE_URL = 'http://deploymock.test'

// A boundary ends by itself, and not because a test has moved fake timers on by an hour.
const MINUTES_OF_A_YEAR = 366 * 24 * 60

/**
 * Sets up a simulator that answers the requests of this process, whatever sends them.
 *
 * @throws when an option cannot be used, naming it and what is allowed
 * @example
 * const simulator = setupSimulator({ baseUrl: 'https://deployments.test' })
 * beforeAll(() => simulator.listen())
 * afterEach(() => {
 *   simulator.verify()
 *   simulator.reset()
 * })
 * afterAll(() => simulator.close())
 */
export function setupSimulator(options: SetupOptions = {}): NodeSimulator {
  const { simulator, main, openBoundary } = createBoundaries(options)
  const interception = createInterception(main)
  const { url, fetch } = main.session
  return Object.assign(simulator, {
    url,
    fetch,
    listen: () => interception.listen(),
    close() {
      interception.close()
      main.verify()
    },
    verify: () => main.verify(),
    boundary: <Result>(callback: (session: BoundarySession) => Result | Promise<Result>, start?: SessionOptions) => {
      assertListening(interception)
      return runInBoundary(openBoundary(start), interception, callback)
    },
  })
}

/** Creates a simulator with a boundary around its own session, and what opens others. */
export function createBoundaries(options: SetupOptions): {
  simulator: Simulator
  main: Boundary
  openBoundary: OpenBoundary
} {
  assertKnownOptions('set up the simulator', options, OPTIONS)
  const { unhandledRequests = 'fail', handlers = [], baseUrl = BASE_URL, ...rest } = options
  assertUnhandledRequests(unhandledRequests)
  const simulator = createSimulator({ sessionMinutes: MINUTES_OF_A_YEAR, ...rest, baseUrl })
  const create = (session: Session) => createBoundary(simulator, session, { unhandledRequests, handlers })
  let opened = 0
  return {
    simulator,
    main: create(simulator),
    openBoundary(start) {
      opened += 1
      return create(simulator.sessions.create(`boundary-${opened}`, start))
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

// A request that found no operation mostly is the reason of what was thrown.
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
  throw new OptionError('Failed to run the boundary: the simulator does not listen. ServiceRequest listen() before.')
}

function assertUnhandledRequests(given: UnhandledRequests): void {
  if (given === 'fail' || given === 'answer') return
  throw new OptionError(
    `Failed to create the simulator: "unhandledRequests" is ${JSON.stringify(given)}. Allowed: "fail", "answer".`,
  )
}
