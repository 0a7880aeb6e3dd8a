// Reads sessions from a store into the memory.

// Not the global function, because tests replace it.
import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { SessionHost } from '../../engine/adapters/gate.ts'
import { describeNoRoom } from '../../engine/contract/operation/failure.ts'
import { NoRoomError, OptionError } from '../../engine/input/options/option-error.ts'
import type { ServingSession } from '../../engine/sessions/session.ts'
import type { Unavailable } from '../../engine/sessions/session-keeper.ts'
import { isSessionName } from '../../engine/sessions/session-names.ts'
import { ForeignSessionError, type StoredDifference, type StoredMoment } from '../../engine/sessions/state/log.ts'
import { inTurn, type KeptSessions, lengthOf, roomAfter } from './kept-sessions.ts'
import { createQueue } from './limit-time.ts'
import { type LogStore, type StoredLog, StoreError } from './log-store.ts'
import type { DecodedEntry, SessionEntries } from './session-entries.ts'

export interface KeepingParts {
  readonly host: SessionHost
  readonly store: LogStore
  readonly entries: SessionEntries
  readonly kept: KeptSessions
  /** Writes a line for the person who runs the server. */
  report(line: string): void
}

export type SessionReader = ReturnType<typeof createSessionReader>

export function createSessionReader(parts: KeepingParts) {
  const { host, store, kept } = parts
  const { main, sessions } = host
  const reread = createRereading(parts)
  const readNews = createNews(store)

  const leave = (name: string): void => {
    sessions.leave(name)
    kept.of(name).written = undefined
  }
  const goBack = (name: string): void => {
    const [session, known] = [kept.find(name), kept.of(name)]
    if (session === undefined || session.isTrial) return
    if (known.written !== undefined && !session.hasChanged(known.written)) return
    known.returns += 1
    try {
      if (known.written === undefined) leave(name)
      else known.written = session.follow(known.written, [])
    } catch (error) {
      if (!(error instanceof NoRoomError) || session === main) throw error
      leave(name)
    }
  }
  const follow = async (name: string, asked: number, log: StoredLog): Promise<void> => {
    const known = kept.of(name)
    const isLost = log.last < asked
    // What this instance has written meanwhile is no news.
    if (log.last <= known.last && !isLost) return
    const entries = log.entries.filter(({ number }) => number > known.last)
    const read = await readAll(parts.entries, entries)
    const session = kept.find(name)
    const [first] = read
    const state = first !== undefined && 'stored' in first ? first : undefined
    // The entries between may be gone, because a state has replaced them.
    const isSame = state?.stored.began === session?.began || entries[0]?.number === known.last + 1
    if (session === undefined || known.written === undefined || !isSame || !read.every(isContinued)) {
      return reread(name)
    }
    goBack(name)
    known.written = goOn(session, known.written, read)
    known.scenarios = state?.scenarios ?? known.scenarios
    known.last = log.last
    known.room = state === undefined ? known.room - lengthOf(entries) : roomAfter(entries)
  }
  const findNews = async (name: string) => {
    const { last } = kept.of(name)
    const log = (await readNews(name, last)).get(name)
    return log === undefined ? undefined : () => follow(name, last, log)
  }
  const read = async (name: string): Promise<Unavailable | undefined> => {
    try {
      const act = kept.find(name) === undefined ? () => reread(name) : await findNews(name)
      if (act !== undefined) await inTurn(kept.of(name), act)
      return undefined
    } catch (error) {
      // What is in the memory goes on, unless others may have changed it.
      return store.isShared || kept.find(name) === undefined ? explain(name, error) : undefined
    }
  }

  return {
    reread,
    /** Returns a session to what is stored of it, without what has changed since. */
    goBack,
    /** Reads what has been written since a session was read, and goes on with that. It must be its turn. */
    catchUp: async (name: string) => (await findNews(name))?.(),
    /** Reads a session into the memory, unless it is there as it is stored. Returns undefined if it is. */
    prepare(name: string): Promise<Unavailable | undefined> | undefined {
      if (!isSessionName(name)) return undefined
      const known = kept.of(name)
      const session = kept.find(name)
      if (session?.isTrial === true) return undefined
      if (session !== undefined && known.reading === undefined) return store.isShared ? read(name) : undefined
      known.reading ??= read(name).finally(() => {
        known.reading = undefined
      })
      return known.reading
    },
  }
}

/** Returns what reads newer entries. All that is asked for in one turn of the event loop is one request to the store. */
function createNews(store: Pick<LogStore, 'readNewer'>) {
  let asked = new Map<string, number>()
  let answer: Promise<ReadonlyMap<string, StoredLog>> | undefined
  const ask = async (): Promise<ReadonlyMap<string, StoredLog>> => {
    await endOfTurn()
    const known = asked
    asked = new Map()
    answer = undefined
    return store.readNewer(known)
  }
  return (name: string, last: number) => {
    asked.set(name, Math.min(last, asked.get(name) ?? last))
    answer ??= ask()
    return answer
  }
}

function explain(name: string, error: unknown): Unavailable {
  const { message } = error as Error
  if (error instanceof NoRoomError) return { ...describeNoRoom(error), detail: message }
  if (error instanceof ForeignSessionError) return { status: 409, detail: message }
  return buildUnavailable(`read session "${name}"`, 'Try again')
}

/** Refuses what a store does not do at the moment. Clients need not know where it is: the server says that. */
export function buildUnavailable(attempt: string, advice: string): Unavailable {
  const received = 'the store of the sessions does not work at the moment'
  return {
    status: 503,
    detail: new OptionError({ attempt, received, advice }).message,
    headers: { 'retry-after': '1' },
  }
}

function isContinued(entry: DecodedEntry): boolean {
  return 'change' in entry || entry.continues
}

async function readAll(entries: SessionEntries, lines: StoredLog['entries']): Promise<readonly DecodedEntry[]> {
  const read: DecodedEntry[] = []
  for (const each of lines) read.push(await entries.read(each))
  return read
}

/** Lets a session go on from a moment with the entries after it. @returns the moment after them */
function goOn(session: ServingSession, from: StoredMoment, read: readonly DecodedEntry[]): StoredMoment {
  const state = read.findLastIndex((entry) => 'stored' in entry)
  const last = read[state]
  const moment = last !== undefined && 'stored' in last ? session.goOn(last.stored, { continues: true }) : from
  return session.follow(moment, read.slice(state + 1).flatMap(toDifference))
}

function toDifference(entry: DecodedEntry): readonly StoredDifference[] {
  return 'change' in entry ? [entry.change] : []
}

/** Returns what replaces a session in the memory by the stored one. */
function createRereading(parts: KeepingParts) {
  const { host, store, kept, report } = parts
  // One log at a time, because it takes several times its size.
  const alone = createQueue()
  const adopt = async (name: string, { entries }: StoredLog): Promise<StoredMoment> => {
    const [first, ...read] = await readAll(parts.entries, entries)
    if (first === undefined || 'change' in first) throw new Error('its log does not begin with a state')
    const { stored, isChecked, scenarios } = first
    kept.of(name).scenarios = scenarios
    if (stored.name !== name) throw new Error(`its name is "${stored.name}"`)
    const moment = await host.adopt(stored, read.flatMap(toDifference))
    const session = kept.find(name)
    // What was written by a person or by another version is checked as a whole.
    if (isChecked && session !== undefined) parts.entries.check(session, moment)
    return moment
  }
  /** Ends a session whose log is gone. A removal by another instance would be in its log. */
  const noteLoss = (name: string): void => {
    if (!store.isShared || kept.isEnding(name)) return
    kept.of(name).losses += 1
    report(`Session "${name}" is lost: it is not in ${store.place} any more.`)
    if (name === host.main.name) host.main.reset()
  }
  const replace = async (name: string): Promise<void> => {
    const known = kept.of(name)
    const log = await store.read(name)
    if (log === undefined && known.last > 0) noteLoss(name)
    if (name !== host.main.name && kept.find(name) !== undefined) {
      known.returns += 1
      host.sessions.leave(name)
    }
    Object.assign(known, { last: log?.last ?? 0, written: undefined, touchedAt: 0, room: 0 })
    // A session that has ended here must not come back, although it is not removed yet.
    if (log === undefined || log.entries.length === 0 || kept.isEnding(name)) {
      // It is stored as soon as it changes.
      if (name === host.main.name) known.written = host.main.readMoment()
      return
    }
    known.written = await adopt(name, log)
    known.room = roomAfter(log.entries)
  }
  return (name: string): Promise<void> =>
    alone(async () => {
      try {
        await replace(name)
      } catch (error) {
        if (name !== host.main.name) host.sessions.leave(name)
        if (error instanceof StoreError || error instanceof NoRoomError || error instanceof ForeignSessionError)
          throw error
        const aside = await store.putAside(name)
        Object.assign(kept.of(name), { last: 0, written: undefined, room: 0 })
        report(`Session "${name}" is lost. ${(error as Error).message.replace(/\.?$/, '.')} It was put aside: ${aside}`)
      }
    })
}
