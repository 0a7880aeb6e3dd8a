// A client for a session on a server. Its methods do not check their arguments.

import { quote } from '../../engine/input/text/quote.ts'
import { MAIN_SESSION } from '../../engine/sessions/main-session.ts'
import { ControlError } from '../transport/control-error.ts'
import { createTransport } from '../transport/transport.ts'
import { connectOwnMethods } from './own-methods.ts'
import { connectChaos } from './remote-chaos.ts'
import { connectClock } from './remote-clock.ts'
import { connectCollections } from './remote-collections.ts'
import { connectCoverage } from './remote-coverage.ts'
import { type EventsOptions, listenToEvents } from './remote-events.ts'
import { connectFaults } from './remote-faults.ts'
import { connectRequests } from './remote-requests.ts'
import { connectSessions } from './remote-sessions.ts'
import { connectSettings } from './remote-settings.ts'
import type { RemoteSimulator } from './remote-simulator.ts'
import { connectSnapshots } from './remote-snapshots.ts'

export interface ConnectOptions {
  /** The token that the server was started with or has printed. */
  token?: string
  /** The session to control. Default: the server's own. */
  session?: string
  /** The function that sends the requests. Default: the global `fetch`. */
  fetch?: typeof fetch
}

/**
 * Creates a client. Sends nothing until a method is called.
 *
 * @throws ControlError if the URL is invalid
 */
export function createRemote(url: string, options: ConnectOptions = {}): RemoteSimulator {
  const base = parseBase(url)
  const { token, session, fetch = globalThis.fetch } = options
  const connectAt = (path: string) => createTransport({ url: `${path}/_simulator`, token, fetch })
  const pathOf = (name: string) => `${base}/_s/${encodeURIComponent(name)}`
  const own = session === undefined ? base : pathOf(session)
  const transport = connectAt(own)
  const connectTo = (name: string) => createRemote(base, { ...options, session: name })

  return {
    name: session ?? MAIN_SESSION,
    url: own,
    ...connectOwnMethods(transport),
    clock: connectClock(transport),
    faults: connectFaults(transport),
    chaos: connectChaos(transport),
    requests: connectRequests(transport),
    settings: connectSettings(transport),
    coverage: connectCoverage(transport),
    db: connectCollections(transport),
    snapshots: connectSnapshots(transport),
    sessions: connectSessions(transport, { connectTo, transportTo: (name) => connectAt(pathOf(name)) }),
    session: connectTo,
    // The options decide what the listener gets.
    events: (listener: (event: never) => void, options?: EventsOptions) =>
      listenToEvents(transport, listener as (event: unknown) => void, options),
  }
}

function parseBase(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url.replace(/\/+$/, '')
  throw new ControlError(`Failed to connect to ${quote(url)}: not an HTTP URL. Use one such as http://127.0.0.1:4010.`)
}
