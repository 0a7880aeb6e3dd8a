// Keeps the sessions of a simulator in a store: reads them when they are needed, and writes them when they have changed.

import { randomUUID } from 'node:crypto'
// Not the global functions, because tests replace them.
import { clearInterval, setInterval } from 'node:timers'
import { OptionError } from '../../engine/input/options/option-error.ts'
import type { SessionKeeper } from '../../engine/sessions/session-keeper.ts'
import type { SessionHost } from '../../engine/simulator/gate.ts'
import type { Simulator } from '../../engine/simulator/simulator.ts'
import { createBatches } from './batches.ts'
import { keepSnapshots } from './keep-snapshots.ts'
import { createKeptSessions, PRECISION } from './kept-sessions.ts'
import { createOutlines } from './outlines.ts'
import { createSessionReader, type KeepingParts, type SessionReader } from './read-sessions.ts'
import type { SessionStore } from './session-store.ts'
import { followHealth, guardStore } from './store-health.ts'
import { createSessionWriter, type SessionWriter } from './write-sessions.ts'

/** The sessions of a simulator that are kept in a store. */
export interface Keeping extends Pick<KeepingParts, 'host' | 'store' | 'kept' | 'touch' | 'ended'> {
  readonly prepare: SessionReader['prepare']
  readonly save: SessionWriter['save']
  /** The sessions that the next batch writes. */
  readonly touched: ReadonlySet<string>
  /** What does not work at the moment. */
  findProblem(): string | undefined
  /** Frees memory for another session, if it is short. @param isShort whether a request did not find enough */
  relieve(isShort?: boolean): Promise<void>
  /** Stores every change before its response is sent from now on, because other instances take over the sessions. */
  drain(): Promise<void>
  /** Stores everything, and closes the store. */
  close(): Promise<void>
}

const SWEEP_MILLISECONDS = 60_000

/**
 * Keeps the sessions of a simulator in a store from now on, and reads the simulator's own one.
 *
 * @throws OptionError if that one cannot be read
 */
export async function keepSessions(
  simulator: Simulator,
  store: SessionStore,
  report: (line: string) => void,
): Promise<Keeping> {
  const health = followHealth(store, report)
  const keeper: SessionKeeper = {
    prepare: (name) => reader.prepare(name),
    canLeave: (session) => kept.canLeave(session),
    onCreate({ name, isTrial }) {
      if (isTrial) return
      kept.contest(name)
      batches.touch(name)
    },
    onEnd({ name, isTrial }, how) {
      if (!isTrial) void writer.remove(name, how === 'expired')
    },
    list: (page) => list(page),
    snapshots: keepSnapshots({ store: guardStore(store, health), report }, () => host),
  }
  const host = simulator.service.keepSessions(keeper)
  const kept = createKeptSessions(host, store)
  const instance = randomUUID()
  const isOwn = (version: string) => version.startsWith(instance)
  let versions = 0
  const shared = { host, store, health, ended: new Set<string>(), isOwn, report }
  const batches = createBatches(shared, () => writer)
  const parts: KeepingParts = { ...shared, store: guardStore(store, health), kept, touch: batches.touch }
  const list = createOutlines(parts)
  const reader = createSessionReader(parts)
  const writer = createSessionWriter(parts, reader, () => `${instance}.${++versions}`)

  giveAway(parts, writer)
  await reader.reread(host.main.name).catch(({ message }: Error) => {
    throw new OptionError({ attempt: `keep the sessions in ${store.place}`, received: message })
  })
  // It is stored as soon as it changes. In a shared store, its first request stores it, so that all see the same one.
  if (!store.isShared && kept.isNew(host.main.name)) kept.noteStored(host.main, kept.of(host.main.name).version)
  const stopSweeping = removeUnused(parts, writer)
  return {
    host,
    store,
    kept,
    touch: batches.touch,
    ended: shared.ended,
    touched: batches.touched,
    prepare: reader.prepare,
    save: writer.save,
    findProblem: health.findProblem,
    relieve: createRelief(simulator, host, batches.flush),
    async drain() {
      kept.contestAll()
      await batches.flush()
    },
    async close() {
      stopSweeping()
      await batches.end()
      await store.close()
    },
  }
}

/** Lets another instance have a session, after its changes are stored. */
function giveAway({ store, kept, host }: KeepingParts, { save, saveAtOnce }: SessionWriter): void {
  store.onWanted(async (name) => {
    const session = kept.find(name)
    if (session === undefined) return
    kept.contest(name)
    const { asks } = kept.of(name)
    // Two instances that wait for each other would wait for long. What is read anew has nothing to store.
    if (asks === 'text') return
    await (asks === 'version' ? saveAtOnce(name) : save(name))
    if (kept.canLeave(session)) host.sessions.leave(name)
  })
}

/** Removes the stored sessions that were not used for too long, from time to time. @returns a function that stops it */
function removeUnused(
  { store, kept, host, health, touch }: KeepingParts,
  { remove }: Pick<SessionWriter, 'remove'>,
): () => void {
  const longest = host.sessions.idleMilliseconds * (1 + PRECISION)
  const sweep = async (): Promise<void> => {
    kept.forgetUnused()
    for (const name of await store.listUnused(longest)) if (kept.find(name) === undefined) await remove(name)
  }
  const fail = (error: unknown): void => {
    health.fail('read', error)
    // Then the next batch finds out whether the store works again.
    touch(host.main.name)
  }
  const timer = setInterval(() => void sweep().catch(fail), SWEEP_MILLISECONDS)
  timer.unref()
  return () => clearInterval(timer)
}

const FULL = 0.85
const FREED = 0.1
// For a request that may need much more.
const FREED_AT_ONCE = 0.5

/** Returns what lets stored sessions leave the memory when it is nearly full. */
function createRelief(simulator: Simulator, { sessions }: SessionHost, flush: () => Promise<void>) {
  let relieving: Promise<void> | undefined
  const relieve = async (bytes: number): Promise<void> => {
    // Only what is stored can leave.
    await flush()
    sessions.freeMemory(bytes)
  }
  return async (isShort = false): Promise<void> => {
    const { kinds, limit } = simulator.memory()
    if (!isShort && kinds.worlds + kinds.sessions < limit * FULL) return
    relieving ??= relieve(limit * (isShort ? FREED_AT_ONCE : FREED)).finally(() => {
      relieving = undefined
    })
    await relieving
  }
}
