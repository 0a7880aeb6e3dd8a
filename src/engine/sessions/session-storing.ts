// How a session is stored outside of the memory, and goes on from there.

import { derivedFrom } from '../limits/on-demand.ts'
import { realTime } from '../store/time/world-time.ts'
import { countChangedRecords } from '../world/apply-changes.ts'
import { type ChangedRecords, countChanges } from '../world/database.ts'
import { createWorld } from '../world/world.ts'
import { countDifferences } from '../world/written-changes.ts'
import {
  applyMomentDifference,
  becomeMoment,
  buildStoredState,
  findDifference,
  isDifferent,
  type Opening,
  readStoredMoment,
  type StoredDifference,
  type StoredMoment,
  type StoredSession,
  storeMoment,
  type UseTimes,
} from './state/log.ts'
import { startOf } from './state/snapshot.ts'
import type { CurrentState, State } from './state/state.ts'

/** Creates the times of a session that begins now. */
export function createSessionUse(madeBy?: string) {
  let maker = madeBy
  let began = Date.now()
  let usedAt = began
  return {
    note() {
      usedAt = Date.now()
    },
    /** Takes over the times of the session that it continues. */
    continueFrom(before: UseTimes) {
      began = Date.parse(before.began)
      usedAt = Date.parse(before.lastUsed)
      maker = before.maker
    },
    times: () => ({
      get maker(): string | undefined {
        return maker
      },
      get began() {
        return new Date(began).toISOString()
      },
      get lastUsed() {
        return new Date(usedAt).toISOString()
      },
    }),
  }
}

interface AdoptOptions {
  readonly continues?: boolean
}

interface StoringParts {
  readonly use: ReturnType<typeof createSessionUse>
  readonly opened: Opening | undefined
}

/** Creates the methods that store a session and continue a stored one. */
export function createStoring(name: string, current: CurrentState, { use, opened: first }: StoringParts) {
  let opened = first
  const countChanges = createChangeCount(current.read)
  const now = () => readStoredMoment(current.read(), opened)
  const store = (moment: StoredMoment): StoredSession =>
    storeMoment(moment, { name, ...use.times(), beginning: current.beginning() })
  const become = (moment: StoredMoment): StoredMoment => {
    becomeMoment(moment)
    opened = moment.opened
    return moment
  }
  const momentOf = ({ clock, stored }: StoredSession): StoredMoment => ({
    ...now(),
    isFrozen: clock === 'frozen',
    at: Date.parse(stored),
  })
  const goOn = (stored: StoredSession, { continues = false }: AdoptOptions = {}): StoredMoment => {
    const { journal, moments, overrides } = current.read()
    const kept = continues ? { journal, moments, overrides } : {}
    current.replace(buildStoredState(stored, startOf(stored.current), current.build, kept), 'restore')
    opened = stored.opened
    use.continueFrom(stored)
    return become(momentOf(stored))
  }
  return {
    /** What a list shows of the session. */
    readOutline() {
      const { scenario, preset } = current.read().start
      const { began, lastUsed, maker } = use.times()
      return { name, scenario: scenario.name, preset, began, lastUsed, maker, changes: countChanges() }
    },
    /** Returns the link that has created the session, if one has. */
    readOpening: () => opened,
    noteOpening(by: Opening) {
      opened = by
    },
    /** Returns what the session is like now. Its parts are immutable, so it takes little more memory. */
    readMoment: now,
    /** Whether there is something to store since a moment. */
    hasChanged: (since: StoredMoment) => isDifferent(since, now()),
    /** Returns what is to be stored of the session as it was at a moment. */
    store,
    /** Finds what has changed between two moments. Returns undefined if only `store` can say that. */
    findChange: (before: StoredMoment, after: StoredMoment) =>
      before.state === after.state ? findDifference(before, after, use.times().lastUsed) : undefined,
    /** What the session is like right after it was created from a stored one. */
    momentOf,
    /** Goes on from a moment with changes that were stored since. @returns the moment after them @throws NoRoomError */
    follow(moment: StoredMoment, changes: readonly StoredDifference[]): StoredMoment {
      const next = changes.reduce(applyMomentDifference, moment)
      const { lastUsed } = changes.at(-1) ?? use.times()
      use.continueFrom({ ...use.times(), lastUsed })
      return moment.state === current.read() ? become(next) : goOn(store(next), { continues: true })
    },
    /** Goes on where a stored session has stopped. What it was made with stays. @returns the moment that was stored */
    goOn,
  }
}

/** The methods that store a session and continue a stored one. */
export type SessionStoring = ReturnType<typeof createStoring>

/** Creates a function that counts the changed records of the current state. The count is kept as long as the data. */
export function createChangeCount(read: () => State): () => number {
  const countsOf = derivedFrom((state: State) => {
    const start = findStart(state)
    return derivedFrom((records: ChangedRecords) =>
      start === undefined ? countChanges(records) : countDifferences(state.world.baseline.database, start, records),
    )
  })
  return () => {
    const state = read()
    return countsOf(state)(state.world.changes().records)
  }
}

function findStart({ world, start: { scenario } }: State): ChangedRecords | undefined {
  const { changes = {} } = scenario
  const { baseline, speed } = world
  if (countChangedRecords(baseline.database.resources, changes) === 0) return undefined
  const start = createWorld(baseline, { changes, realTime, speed, onChange: () => undefined })
  const { records } = start.changes()
  start.end()
  return records
}
