// Keeps the sessions of a simulator in a store: reads them when they are needed, and writes what changes.

// Not the global functions, because tests replace them.
import { clearInterval, setInterval } from 'node:timers'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { SessionHost } from '../../engine/adapters/gate.ts'
import { ControlFailure } from '../../engine/control/shared/control-failure.ts'
import { isPassing, MOST_SNAPSHOTS } from '../../engine/control/shared/snapshot-store.ts'
import { NoRoomError, OptionError } from '../../engine/input/options/option-error.ts'
import { countOf } from '../../engine/input/text/words.ts'
import type { ServiceDeclarations } from '../../engine/scenario/service.ts'
import type { ServingSession } from '../../engine/sessions/session.ts'
import type { KeptSnapshots, SessionKeeper } from '../../engine/sessions/session-keeper.ts'
import { isSessionName } from '../../engine/sessions/session-names.ts'
import type { StoredMoment } from '../../engine/sessions/state/log.ts'
import { describeOtherService, parseSnapshot } from '../../engine/sessions/state/snapshot.ts'
import type { Simulator } from '../../engine/simulator/simulator.ts'
import { createKeptSessions, inTurn, type KeptSession, roomAfter, type Saved } from './kept-sessions.ts'
import { createQueue, limitTime } from './limit-time.ts'
import { type LogStore, type LogUse, type NewEntry, StoreError, UnsureError } from './log-store.ts'
import { createSessionReader, type KeepingParts, type SessionReader } from './read-sessions.ts'
import { createSessionEntries, readOutlines } from './session-entries.ts'
import { followHealth } from './store-health.ts'

// The time of the last use is known with an error of this share of what an unused session lasts.
const PRECISION = 1 / 60

/** The sessions of a simulator that are kept in a store. */
export type Keeping = Awaited<ReturnType<typeof keepSessions>>

const SWEEP_MILLISECONDS = 60_000
// The start waits for the first one no longer than this.
const LONGEST_SWEEP = 2000

/** Keeps the sessions of a simulator in a store from now on. @throws OptionError if its own one cannot be read */
export async function keepSessions(simulator: Simulator, unguarded: LogStore, report: (line: string) => void) {
  let isStarted = false
  const tell = (line: string): void => {
    // An error at the start ends the program.
    if (isStarted) report(line)
  }
  // What could not be stored, and what has changed meanwhile.
  const health = followHealth(unguarded, tell, () => void saveAll(parts, writer))
  const { store, findProblem, isFailing } = health
  const keeper: SessionKeeper = {
    prepare: (name) => reader.prepare(name),
    canLeave: (session) => kept.canLeave(session),
    onCreate({ name, isTrial }) {
      if (!isTrial) kept.of(name).written = undefined
      noteChange(name)
    },
    onEnd({ name, isTrial }, how) {
      // Another instance may use it. A shared store removes itself what nobody uses.
      if (!isTrial && !(store.isShared && how === 'expired')) writer.remove(name)
    },
    async list(page) {
      const listed = readOutlines(await store.listOutlines(page)).filter(({ name }) => !kept.isEnding(name))
      return listed.map(({ service, ...outline }) => outline)
    },
    snapshots: keepSnapshots(store, report, () => host),
  }
  const host = simulator.service.keepSessions(keeper)
  const { main } = host
  const kept = createKeptSessions(host, store)
  const parts: KeepingParts = { host, store, entries: createSessionEntries(host.declared, store), kept, report }
  const reader = createSessionReader(parts)
  const writer = createSessionWriter(parts, reader)
  const noteChange = (name: string): void => {
    // While the store does not work, only requests find out what is not stored.
    if (!isFailing() && kept.find(name)?.isTrial === false) void writer.save(name)
  }

  try {
    await assertOurs(store, host.declared)
    await reader.reread(main.name)
  } catch (error) {
    health.end()
    throw new OptionError({ attempt: `keep the sessions in ${store.place}`, received: (error as Error).message })
  }
  isStarted = true
  const { written: began } = kept.of(main.name)
  unguarded.onRenewal?.(() => void Promise.all(kept.names().map((name) => writer.storeAgain(name))))
  if (store.outdated !== undefined) report(describeOutdated(store.outdated))
  const stopObserving = simulator.service.observe({
    onRequest: () => undefined,
    onEvent: ({ session }) => noteChange(session),
  })
  const stopSweeping = await removeUnused(parts, writer)
  return {
    ...parts,
    ...reader,
    ...writer,
    /** What does not work at the moment. */
    findProblem,
    /** Frees memory for another session, if it is short. */
    relieve: createRelief(simulator, host, () => saveAll(parts, writer)),
    /** Stores everything, and closes the store. @returns the names of the sessions whose last changes are lost */
    async close(): Promise<readonly string[]> {
      stopObserving()
      stopSweeping()
      await Promise.all(kept.names().map((name) => kept.of(name).removing))
      const failed = await saveAll(parts, writer)
      // A shared store did not have it, and it is still as it began.
      const isLost = (name: string) =>
        name !== main.name || kept.of(name).written !== began || began === undefined || main.hasChanged(began)
      const lost = failed.filter(isLost)
      if (lost.length > 0) report(describeLoss(lost, findProblem()))
      health.end()
      await store.close()
      return lost
    },
  }
}

/** @throws Error if a store has the sessions of another service. All of them are of one. */
async function assertOurs({ listOutlines }: LogStore, declared: ServiceDeclarations): Promise<void> {
  const [first] = readOutlines(await listOutlines({ after: '', limit: 1 }))
  const other = describeOtherService(declared, first?.service)
  if (other !== undefined) throw new Error(`they are ${other}. Use another place`)
}

/** Stores what has changed. @returns the names of the sessions that could not be stored */
async function saveAll({ host, kept }: KeepingParts, { save }: Pick<SessionWriter, 'save'>): Promise<string[]> {
  const unsaved = [host.main, ...host.sessions.list()].map(({ name }) => name).filter(kept.isUnsaved)
  const saved = await Promise.all(unsaved.map(save))
  return unsaved.filter((_, index) => saved[index] === 'failed')
}

function describeOutdated(where: string): string {
  return `Sessions of an earlier version are not read. They are in ${where}. Delete them, or go on with them in the earlier version with another --state.`
}

const MOST_NAMED = 50

function describeLoss(names: readonly string[], problem = 'The sessions could not be stored.'): string {
  return `${problem} The last changes of ${countOf(names.length, 'session')} are lost: ${names.slice(0, MOST_NAMED).join(', ')}`
}

/** Removes the stored sessions that were not used for too long, now and then. @returns a function that stops it */
async function removeUnused({ store, kept, host, report }: KeepingParts, { remove, touch }: SessionWriter) {
  let isStopped = false
  const removePassing = createSnapshotSweep(store)
  const sweep = async (): Promise<void> => {
    kept.forget()
    await removePassing().catch(() => undefined)
    const list = () => store.listUnused(host.sessions.idleMilliseconds * 1.1)
    // This session lasts, also if nobody uses it.
    const unused = await touch(host.main.name)
      .then(list)
      .catch(() => [])
    if (isStopped) return
    for (const name of unused) if (kept.find(name) === undefined && name !== host.main.name) remove(name)
  }
  await limitTime(sweep(), { place: store.place, milliseconds: LONGEST_SWEEP }).catch(() =>
    report(`Unused sessions are still looked for in ${store.place}. Until they are found, they can be used again.`),
  )
  const timer = setInterval(() => void sweep(), SWEEP_MILLISECONDS)
  timer.unref()
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}

/**
 * Creates what removes the snapshots that a program had for a moment and has left behind, such as the console of a page
 * that was closed meanwhile: those that were there the last time, too. At the start, nobody has any in a folder.
 */
function createSnapshotSweep({ isShared, listSnapshots, removeText }: LogStore) {
  let before: ReadonlySet<string> | undefined
  return async (): Promise<void> => {
    const passing = (await listSnapshots({ after: '', limit: MOST_SNAPSHOTS })).filter(isPassing)
    const left = passing.filter((name) => before?.has(name) ?? isShared !== true)
    before = new Set(passing)
    for (const name of left) await removeText('snapshot', name)
  }
}

const FULL = 0.85
const FREED = 0.1
// For a request that may need much more.
const FREED_AT_ONCE = 0.5

/** Returns what lets stored sessions leave the memory when it is nearly full. @param save stores what has changed */
function createRelief(simulator: Simulator, { sessions }: SessionHost, save: () => Promise<unknown>) {
  let relieving: Promise<void> | undefined
  const relieve = async (bytes: number): Promise<void> => {
    // Only what is stored can leave.
    await save()
    sessions.freeMemory(bytes)
  }
  // Whether a request did not find enough.
  return async (isShort = false): Promise<void> => {
    const { kinds, limit } = simulator.memory()
    if (!isShort && kinds.worlds + kinds.sessions < limit * FULL) return
    relieving ??= relieve(limit * (isShort ? FREED_AT_ONCE : FREED)).finally(() => {
      relieving = undefined
    })
    await relieving
  }
}

/** Keeps snapshots. Unless it has to be new, one that is written replaces the one with its name, whoever has stored it. */
function keepSnapshots(store: LogStore, report: KeepingParts['report'], findHost: () => SessionHost): KeptSnapshots {
  // What is written last is stored last, and what is read is what was written before. Whatever the names are, because
  // each snapshot takes much memory as long as it is a text.
  const inTurn = createQueue()
  return {
    async read(name) {
      if (!isSessionName(name)) return undefined
      return inTurn(async () => {
        const found = await store.readText('snapshot', name)
        if (found === undefined) return undefined
        try {
          return parseSnapshot(findHost().declared, JSON.parse(found))
        } catch (error) {
          const message = describeUnreadable(name, error as Error)
          report(message)
          throw new ControlFailure({ status: 409, message })
        }
      })
    },
    write: (name, snapshot, { isNew }) =>
      inTurn(async () => store.writeText('snapshot', name, JSON.stringify(snapshot), { isNew })),
    remove: (name) => inTurn(() => store.removeText('snapshot', name)),
    list: (page) => store.listSnapshots(page),
  }
}

// Another version of the program may be able to read it.
function describeUnreadable(name: string, { message }: Error): string {
  const advice = 'It stays as it is until it is replaced or deleted'
  return new OptionError({ attempt: `read snapshot "${name}"`, received: message, advice }).message
}

type SessionWriter = ReturnType<typeof createSessionWriter>

function createSessionWriter(parts: KeepingParts, { catchUp, goBack, reread }: SessionReader) {
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
      Object.assign(known, { last: number, written: moment, scenarios, isGone: false })
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
      await inTurn(known, async () => void Object.assign(known, { isGone: known.last > 0, room: 0 }))
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
      const isHeard = error instanceof StoreError || error instanceof NoRoomError
      const { message, stack } = error as Error
      if (!isHeard) report(String(error instanceof OptionError ? message : stack))
      return 'failed'
    }
  }
}

interface LoggedSession extends Pick<KeepingParts, 'entries'> {
  readonly known: KeptSession
  readonly use: LogUse
}

/** Writes an entry: a change, or a state if that says more or is shorter. */
async function writeEntry(
  session: ServingSession,
  moment: StoredMoment,
  { entries, known, use }: LoggedSession,
): Promise<NewEntry> {
  const { last, written, room } = known
  const entry = { ...use, number: last + 1, outline: entries.writeOutline(session) }
  const change = written && room > 0 ? entries.writeChange(session, written, moment) : undefined
  if (change !== undefined && change.length <= room) return { ...entry, isState: false, line: change, former: [] }
  const continues = last > 0 && written?.state.journal === moment.state.journal
  const { line, scenarios } = await entries.writeState(session, moment, continues)
  const former = use.scenarios.filter((digest) => !scenarios.includes(digest))
  return { ...entry, isState: true, line, scenarios, former }
}
