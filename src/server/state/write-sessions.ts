// Writes sessions to a store, and removes them.

// Not the global function, because tests replace it.
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { NoRoomError } from '../../engine/input/options/option-error.ts'
import type { ServingSession } from '../../engine/sessions/session.ts'
import type { StoredMoment } from '../../engine/sessions/state/log.ts'
import { inTurn, type KeptSession, roomAfter, type Saved } from './kept-sessions.ts'
import { type LogUse, type NewEntry, StoreError, UnsureError } from './log-store.ts'
import type { KeepingParts, SessionReader } from './read-sessions.ts'

export type SessionWriter = ReturnType<typeof createSessionWriter>

// The time of the last use is known with an error of this share of what an unused session lasts.
const PRECISION = 1 / 60

export function createSessionWriter(parts: KeepingParts, { catchUp, goBack, reread }: SessionReader) {
  const { host, store, kept } = parts
  const attempt = createAttempts(parts.report)
  const { idleMilliseconds } = host.sessions
  const useOf = (name: string): LogUse => ({
    session: name,
    scenarios: kept.of(name).scenarios,
    milliseconds: Math.ceil(idleMilliseconds * (1 + PRECISION)),
    isLasting: name === host.main.name,
  })
  const write = async (session: ServingSession): Promise<Saved> => {
    const { name } = session
    const known = kept.of(name)
    const moment = session.readMoment()
    const entry = await writeEntry(session, moment, { ...parts, known, use: useOf(name) })
    const { number, scenarios, isState } = entry
    const { room } = known
    // If it fails, nobody knows whether the entry is there.
    known.room = 0
    if ((await store.append(entry)) === 'stored') {
      Object.assign(known, { last: number, written: moment, scenarios })
      known.room = isState ? roomAfter([entry]) : room - entry.line.length
      return 'stored'
    }
    known.room = room
    // What was changed here is lost, and done again by those who were not answered yet.
    goBack(name)
    await catchUp(name)
    return 'refused'
  }
  const removeLog = async (name: string): Promise<Saved> => {
    const known = kept.of(name)
    // Another session may have the name by now. Its state replaces the log.
    if (kept.find(name) !== undefined || (store.isShared && known.last === 0)) return 'stored'
    while ((await store.remove(name, known.last)) === 'refused') await reread(name)
    return 'stored'
  }

  const save = (name: string): Promise<Saved> => {
    const known = kept.of(name)
    known.saving ??= inTurn(known, async () => {
      await endOfTurn()
      known.saving = undefined
      const session = kept.find(name)
      return session === undefined || !kept.isUnsaved(name) ? 'stored' : attempt(known, () => write(session))
    })
    return known.saving
  }

  return {
    /** Stores what has changed in a session. All that changes in one turn of the event loop is one entry. */
    save,
    /** Stores a session as a whole, because its log is gone. */
    async storeAgain(name: string): Promise<void> {
      const known = kept.of(name)
      await inTurn(known, async () => void Object.assign(known, { last: 0, written: undefined, room: 0 }))
      await save(name)
    },
    /** Removes a session that has ended. */
    remove(name: string): void {
      const known = kept.of(name)
      const removing = inTurn(known, () => attempt(known, () => removeLog(name))).finally(() => {
        if (known.removing === removing) known.removing = undefined
      })
      known.removing = removing
    },
    /** Lets the store know that a session is used, if it did not hear that for a time. */
    async touch(name: string): Promise<void> {
      const known = kept.of(name)
      if (Date.now() - known.touchedAt < idleMilliseconds * PRECISION) return
      known.touchedAt = Date.now()
      if (known.last === 0) return
      await store.touch(useOf(name)).catch((error) => {
        known.touchedAt = 0
        throw error
      })
    },
  }
}

/** Does work on a stored session. @returns `failed` if the store does not work */
function createAttempts(report: KeepingParts['report']) {
  return async (known: KeptSession, act: () => Promise<Saved>): Promise<Saved> => {
    known.isUnsure = false
    try {
      return await act()
    } catch (error) {
      known.isUnsure = error instanceof UnsureError
      // Who has asked for too much memory hears that when the session is read.
      if (!(error instanceof StoreError || error instanceof NoRoomError)) report(String((error as Error).stack))
      return 'failed'
    }
  }
}

/** Writes an entry: a change, or a state if that says more or is shorter. */
async function writeEntry(
  session: ServingSession,
  moment: StoredMoment,
  { entries, known, use }: Pick<KeepingParts, 'entries'> & { readonly known: KeptSession; readonly use: LogUse },
): Promise<NewEntry> {
  const { last, written, room } = known
  const entry = { ...use, number: last + 1, outline: JSON.stringify(session.readOutline()) }
  const change = written && room > 0 ? entries.writeChange(session, written, moment) : undefined
  if (change !== undefined && change.length <= room) return { ...entry, isState: false, line: change, former: [] }
  const continues = last > 0 && written?.state.journal === moment.state.journal
  const { line, scenarios } = await entries.writeState(session, moment, continues)
  const former = use.scenarios.filter((digest) => !scenarios.includes(digest))
  return { ...entry, isState: true, line, scenarios, former }
}
