// What an agent works with: the session of its connection, and worlds that it starts.

import { isMadeUp, makeUpName } from '../../engine/control/shared/random-id.ts'
import { quote } from '../../engine/input/text/quote.ts'
import { MAIN_SESSION } from '../../engine/sessions/session-names.ts'
import type { RemoteSessionOptions, RemoteSimulator } from '../client/index.ts'
import { ControlError } from '../client/transport/control-error.ts'

/** A session, as tools use it. Its name is the handle of the world. */
export interface AgentWorld {
  readonly simulator: RemoteSimulator
  /** Sends requests to the service. */
  readonly fetch: typeof fetch
  /** Whether tools work in it if they are given no handle. */
  readonly isUsual: boolean
  /** Starts another world. */
  start(options: RemoteSessionOptions): Promise<AgentWorld>
}

export type Agent = ReturnType<typeof createAgent>

export interface AgentOptions {
  /** A client for any session of the server. */
  readonly simulator: RemoteSimulator
  readonly fetch: typeof fetch
  /** The session of its connection. Default: none, so tools have to be given a handle. */
  readonly own?: OwnSession | undefined
}

interface OwnSession {
  readonly name: string
  /** Whether it is for the agent only, and ends when the agent leaves. */
  readonly isMade: boolean
}

const STEM = 'agent'
// Other agents and people make sessions, too. A handle leads to none that says another maker.
const MAKER = 'mcp'
const NEEDS_HANDLE =
  'Failed to find the world: no handle was given. Call see_world: it returns one. Tools take it as "world", and resources as ?world=HANDLE.'

/** Makes up the name of a session that is for one agent only. Nobody can guess it. */
export function nameWorld(): string {
  return makeUpName(STEM)
}

export function isWorldName(name: string): boolean {
  return isMadeUp(name, STEM)
}

/** Creates an agent. The session of its connection is created when it is needed and does not exist. */
export function createAgent({ simulator, fetch, own }: AgentOptions) {
  const { sessions } = simulator
  const enter = (name: string): AgentWorld => ({
    // The URL of its own session is shorter.
    simulator: name === simulator.name ? simulator : simulator.session(name),
    fetch,
    isUsual: name === own?.name,
    start,
  })
  const start = async (options: RemoteSessionOptions = {}): Promise<AgentWorld> => {
    const name = nameWorld()
    await sessions.create({ ...options, name, maker: MAKER })
    await endOldest(simulator, name)
    return enter(name)
  }
  const isThere = async (name: string): Promise<boolean> => (await sessions.get(name)) !== undefined
  // A client that goes on after a world has ended makes a session with its name, which is another world.
  const isAgents = async (name: string): Promise<boolean> => (await sessions.get(name))?.maker === MAKER
  const prepare = async (name: string): Promise<void> => {
    if (await isThere(name)) return
    await sessions.create({ name, maker: MAKER }).catch(async (error: unknown) => {
      // Several calls can come at once, and another one may have been faster.
      if (!(await isThere(name))) throw error
    })
    await endOldest(simulator, name)
  }
  const find = async (handle: string): Promise<AgentWorld> => {
    const isFound = handle === own?.name ? isThere(handle) : isWorldName(handle) && isAgents(handle)
    if (await isFound) return enter(handle)
    throw new ControlError(describeAbsence(handle))
  }

  return {
    /** Whether its connection has a session. */
    hasOwn: own !== undefined,
    /** A client of the session that every server has, for what all sessions share. */
    server: simulator.session(MAIN_SESSION),
    start,
    /** Returns the world with a handle, or that of the connection. @throws ControlError if there is none */
    async open(handle?: string): Promise<AgentWorld> {
      if (handle !== undefined) return find(handle)
      if (own === undefined) throw new ControlError(NEEDS_HANDLE)
      await prepare(own.name)
      return enter(own.name)
    },
    /** Ends the session of its connection if it was made for the agent. */
    async leave(): Promise<void> {
      if (own?.isMade && (await isAgents(own.name))) await sessions.delete(own.name)
    },
  }
}

function describeAbsence(handle: string): string {
  const reason = isWorldName(handle)
    ? 'it has ended, or is on another server'
    : 'this is no handle that a tool has returned. The session of a person is joined by its URL, /_s/NAME/_simulator/mcp'
  return `Failed to find the world ${quote(handle)}: ${reason}. Call start_world: it returns the handle of a new one.`
}

const MOST_WORLDS = 50
const MOST_LISTED = 1000

/** Ends the worlds of agents that were not used for longest, if there are too many besides a new one. */
async function endOldest({ sessions }: RemoteSimulator, added: string): Promise<void> {
  const listed = await sessions.list({ after: `${STEM}-`, limit: MOST_LISTED })
  const others = listed.filter(({ name, maker }) => maker === MAKER && isWorldName(name) && name !== added)
  const oldest = others.toSorted((one, other) => (one.lastUsed < other.lastUsed ? -1 : 1))
  for (const { name } of oldest.slice(0, Math.max(0, oldest.length - MOST_WORLDS + 1))) await sessions.delete(name)
}
