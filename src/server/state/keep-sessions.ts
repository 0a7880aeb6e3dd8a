// Keeps the sessions of a simulator in a store: reads them when they are needed, and writes what changes.

// Not the global functions, because tests replace them.
import { clearInterval, setInterval } from 'node:timers'
import type { SessionHost } from '../../engine/adapters/gate.ts'
import { ControlFailure } from '../../engine/control/shared/control-failure.ts'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { countOf } from '../../engine/input/text/count-of.ts'
import type { KeptSnapshots, SessionKeeper } from '../../engine/sessions/session-keeper.ts'
import { isSessionName } from '../../engine/sessions/session-names.ts'
import { parseSnapshot } from '../../engine/sessions/state/snapshot.ts'
import type { Simulator } from '../../engine/simulator/simulator.ts'
import { createKeptSessions } from './kept-sessions.ts'
import { createQueue, limitTime } from './limit-time.ts'
import type { LogStore } from './log-store.ts'
import { createSessionReader, type KeepingParts } from './read-sessions.ts'
import { createSessionEntries, readOutlines } from './session-entries.ts'
import { followHealth } from './store-health.ts'
import { createSessionWriter, type SessionWriter } from './write-sessions.ts'

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
  const health = followHealth(unguarded, tell)
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
    list: async (page) => readOutlines(await store.listOutlines(page)).filter(({ name }) => !kept.isEnding(name)),
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

  await reader.reread(main.name).catch(({ message }: Error) => {
    health.end()
    throw new OptionError({ attempt: `keep the sessions in ${store.place}`, received: message })
  })
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
  const sweep = async (): Promise<void> => {
    kept.forget()
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
