// Reads sessions from a store into the memory.

import { describeNoRoom } from '../../engine/define/operation/failure.ts'
import { NoRoomError, OptionError } from '../../engine/input/options/option-error.ts'
import type { Unavailable } from '../../engine/sessions/session-keeper.ts'
import { isSessionName } from '../../engine/sessions/sessions.ts'
import { NewerFormatError, type StoredSession } from '../../engine/sessions/state/stored-session.ts'
import type { SessionHost } from '../../engine/simulator/gate.ts'
import { inTurn, type KeptSession, type KeptSessions } from './kept-sessions.ts'
import { createQueue } from './limit-time.ts'
import { NO_VERSION, type SessionStore, type StoredText } from './session-store.ts'
import type { StoreHealth } from './store-health.ts'
import { readStored } from './stored-text.ts'

/** What reading and writing sessions needs. */
export interface KeepingParts {
  readonly host: SessionHost
  readonly store: SessionStore
  readonly kept: KeptSessions
  readonly health: StoreHealth
  /** Sessions that have ended and are still stored. */
  readonly ended: Set<string>
  /** Lets the next batch write a session, if it has changed. */
  touch(name: string): void
  /** Whether this instance has written a version. */
  isOwn(version: string): boolean
  /** Writes a line for the person who runs the server. */
  report(line: string): void
}

/** Reads sessions. */
export interface SessionReader {
  /** Reads a session into the memory, unless it is there as it is stored. Returns undefined if it is. */
  prepare(name: string): Promise<Unavailable | undefined> | undefined
  /** Reads a session again if it was stored elsewhere since. It must not be called while it is being read. */
  refresh(name: string): Promise<Unavailable | undefined>
  /** Replaces what is in the memory by what is stored. */
  reread(name: string): Promise<void>
}

/** Creates what reads sessions. */
export function createSessionReader(parts: KeepingParts): SessionReader {
  const { host, store, kept, ended, health, touch } = parts
  const { main, sessions } = host
  const adopt = createAdoption(parts)

  const ask = async <Answer>(
    name: string,
    what: KeptSession['asks'],
    askStore: (name: string) => Promise<Answer>,
  ): Promise<Answer> => {
    kept.of(name).asks = what
    try {
      const answer = await askStore(name)
      health.work('read')
      return answer
    } finally {
      kept.of(name).asks = undefined
    }
  }

  const alone = createQueue()
  const reread = async (name: string): Promise<void> => {
    // One text at a time, because it takes several times its size. Others need not wait for the instance that had it.
    if (store.isShared) await ask(name, 'text', store.claim)
    await alone(() => readAlone(name))
  }
  const readAlone = async (name: string): Promise<void> => {
    const found = await ask(name, 'text', store.take)
    // A session that has ended here must not come back, although its text could not be removed yet.
    const text = ended.has(name) ? undefined : found
    const rereads = kept.of(name).rereads + Number(kept.find(name) !== undefined)
    if (name !== main.name) sessions.leave(name)
    const version = (text ? undefined : found?.version) ?? NO_VERSION
    Object.assign(kept.of(name), { version, mark: undefined, checkedAt: performance.now(), rereads })
    kept.contest(name)
    if (text === undefined || !(await adopt(name, text))) return
    const session = kept.find(name)
    if (session !== undefined) kept.noteStored(session, text.version)
  }

  const isCurrent = async (name: string): Promise<boolean> => {
    const known = kept.of(name)
    const current = await ask(name, 'version', store.claim)
    if (current !== known.version && !parts.isOwn(current)) return false
    Object.assign(known, { version: current, checkedAt: performance.now() })
    return true
  }

  const refresh = async (name: string): Promise<Unavailable | undefined> => {
    try {
      if (kept.find(name) === undefined || !(await isCurrent(name))) await reread(name)
      return undefined
    } catch (error) {
      if (error instanceof NoRoomError) return { ...describeNoRoom(error), detail: error.message }
      if (error instanceof NewerFormatError) return { status: 409, detail: error.message }
      health.fail('read', error)
      // Then the next batch finds out whether the store works again.
      touch(name)
      if (kept.find(name) === undefined) return refuseUnread(name, error)
      // What is in the memory goes on, and does not ask again at once: a store may keep everyone waiting.
      kept.of(name).checkedAt = performance.now()
      return undefined
    }
  }

  return {
    refresh,
    reread,
    prepare(name) {
      if (!isSessionName(name)) return undefined
      const known = kept.of(name)
      if (known.reading !== undefined) return known.reading
      const session = kept.find(name)
      if (session !== undefined && (session.isTrial || kept.isFresh(name))) return undefined
      known.reading = inTurn(known, () => refresh(name)).finally(() => {
        known.reading = undefined
      })
      return known.reading
    },
  }
}

function refuseUnread(name: string, error: unknown): Unavailable {
  const received = (error as Error).message
  const { message } = new OptionError({ attempt: `read session "${name}"`, received, advice: 'Try again' })
  return { status: 503, detail: message, headers: { 'retry-after': '1' } }
}

/**
 * Returns what reads a text into the memory, removes one that was not used for too long, and puts aside one that nobody
 * can read. It returns whether the session is then in the memory.
 */
function createAdoption({ host, store, report }: KeepingParts) {
  const { idleMilliseconds } = host.sessions
  // Who only prepares a session through the control API uses it too, which stores it.
  const isUnused = ({ name, lastUsed, stored }: StoredSession) =>
    name !== host.main.name && Date.now() - Math.max(Date.parse(lastUsed), Date.parse(stored)) > idleMilliseconds
  return async (name: string, { text, version }: StoredText): Promise<boolean> => {
    try {
      const stored = readStored(host.declared, text)
      if (stored.name !== name) {
        throw new OptionError({ attempt: 'read the stored session', received: `its name is "${stored.name}"` })
      }
      if (!isUnused(stored)) {
        await host.adopt(stored)
        return true
      }
    } catch (error) {
      if (error instanceof NoRoomError || error instanceof NewerFormatError) throw error
      report(`Session "${name}" is lost. ${(error as Error).message} It was put aside: ${await store.putAside(name)}`)
      return false
    }
    await store.remove('session', name, version)
    return false
  }
}
