// What an agent works with: a session of a simulator, and copies of it to try something in.

import type { RemoteSimulator } from '../client/index.ts'
import { ControlError } from '../client/transport/control-error.ts'
import { readAbout } from './about.ts'

/** A session, as tools use it. */
export interface AgentWorld {
  readonly simulator: RemoteSimulator
  /** Sends requests to the service. */
  readonly fetch: typeof fetch
  /** Who makes sessions for it. It ends no others. */
  readonly maker: string
}

export type Agent = ReturnType<typeof createAgent>

export interface AgentOptions extends AgentWorld {
  /** Whether the session ends when the agent leaves. */
  readonly isOwn: boolean
  /** Called before the session is created. */
  readonly makeRoom?: (() => Promise<void>) | undefined
}

// An agent names only the part behind it, so that it cannot reach the sessions of others.
const SEPARATOR = '~'
const MOST_FORKS = 1000

/** Returns the name of the session that is a copy of another one. */
export function nameFork(session: string, fork: string): string {
  return `${session}${SEPARATOR}${fork}`
}

/** Creates an agent. Its session is created when it is needed and does not exist: it may have ended because nobody used it. */
export function createAgent({ simulator, fetch, isOwn, maker, makeRoom }: AgentOptions) {
  const { sessions, name } = simulator
  const exists = async (): Promise<boolean> => (await sessions.get(name)) !== undefined
  const prepare = async (): Promise<void> => {
    if (await exists()) return
    await makeRoom?.()
    await sessions.create({ name, maker }).catch(async (error: unknown) => {
      // Several calls can come at once, and another one may have been faster.
      if (!(await exists())) throw error
    })
  }

  return {
    /** Returns what tools say about the service. */
    readAbout: () => readAbout(simulator),
    /** Returns the session of the agent, or the copy of it with a name. @throws ControlError if there is none */
    async open(fork?: string): Promise<AgentWorld> {
      await prepare()
      const chosen = fork === undefined ? simulator : simulator.session(nameFork(name, fork))
      if (fork === undefined || (await sessions.get(chosen.name)) !== undefined)
        return { simulator: chosen, fetch, maker }
      throw new ControlError(`Failed to find the copy "${fork}": it does not exist, or has ended. Create it with fork.`)
    },
    /** Ends the copies of its session, and the session itself, as far as they were made for the agent. */
    async leave(): Promise<void> {
      const start = nameFork(name, '')
      const all = await sessions.list({ after: start, limit: MOST_FORKS })
      const forks = all.filter((each) => each.maker === maker && each.name.startsWith(start))
      await Promise.all(forks.map((fork) => sessions.delete(fork.name)))
      if (isOwn && (await sessions.get(name))?.maker === maker) await sessions.delete(name)
    },
  }
}
