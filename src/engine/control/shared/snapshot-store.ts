import { OptionError, type Problem, TakenError } from '../../input/options/option-error.ts'
import { quote } from '../../input/text/quote.ts'
import { createBoundedMap } from '../../limits/bounded-map.ts'
import { type ByteBudget, buildShortageError, type Kept } from '../../limits/byte-budget.ts'
import { estimateBytes } from '../../limits/byte-size.ts'
import { assertPathName } from '../../sessions/sessions.ts'
import type { Snapshot } from '../../sessions/state/snapshot.ts'
import { describeUnknownName, listSome } from './control-failure.ts'

/** Stores snapshots by name, as long as there is memory for them. All sessions of a simulator share it. */
export type SnapshotStore = ReturnType<typeof createSnapshotStore>

const FIND = 'find snapshot'
export const MOST_SNAPSHOTS = 1000

/** Whether a snapshot only serves a program for a moment, such as the console. No list shows it. */
export const isPassing = (name: string): boolean => name.startsWith('.')

interface StoredSnapshot {
  readonly name: string
  readonly snapshot: Snapshot
}

export function createSnapshotStore(budget: ByteBudget) {
  const kept = new Map<string, Kept<StoredSnapshot>>()
  // The names of those that were dropped to free memory.
  const dropped = createBoundedMap<string, true>({ most: MOST_SNAPSHOTS })
  const claimed = new Set<string>()
  let numbered = 0
  const keep = budget.openCache<StoredSnapshot>('snapshots', ({ name }) => {
    kept.delete(name)
    dropped.set(name, true)
  })
  /** Removes a snapshot, or forgets that it was dropped. @returns whether it was stored */
  const remove = (name: string): boolean => {
    dropped.take(name)
    const entry = kept.get(name)
    if (entry !== undefined) budget.release(entry)
    return kept.delete(name)
  }
  const findFreeName = (): string => {
    do numbered += 1
    while (kept.has(`snapshot-${numbered}`))
    return `snapshot-${numbered}`
  }
  const remember = (name: string, snapshot: Snapshot): void => {
    assertPathName('store a snapshot', name)
    const bytes = measureSnapshot(name, snapshot, budget)
    remove(name)
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size >= MOST_SNAPSHOTS) remove(oldest)
    const entry = keep({ name, snapshot }, bytes)
    if (entry !== undefined) kept.set(name, entry)
  }
  const put = (name: string, snapshot: Snapshot): void => {
    if (!kept.has(name) && kept.size >= MOST_SNAPSHOTS) throw buildFullError(name)
    remember(name, snapshot)
  }
  return {
    /** Oldest first. */
    list: () => Array.from(kept.values(), ({ item: { name, snapshot } }) => [name, snapshot] as const),
    get(name: string): Snapshot | undefined {
      const entry = kept.get(name)
      if (entry !== undefined) entry.isUsed = true
      return entry?.item.snapshot
    },
    /** Stores a snapshot. It replaces one with the same name. @throws OptionError */
    put,
    /** Stores a snapshot that is also kept outside of the memory. If there are too many, the oldest one leaves the memory. */
    remember,
    /** Claims a new name, until the returned function is called. @throws TakenError if somebody else claims it */
    claim(name: string): () => void {
      if (claimed.has(name)) throw buildTakenNameError(name)
      claimed.add(name)
      return () => void claimed.delete(name)
    },
    /** Stores a snapshot under a new name, by default a generated one. @returns the name @throws OptionError */
    add(chosenName: string | undefined, snapshot: Snapshot): string {
      const name = chosenName ?? findFreeName()
      if (kept.has(name)) throw buildTakenNameError(name)
      put(name, snapshot)
      return name
    },
    delete: remove,
    /** Returns the message for a snapshot that does not exist: why, and which ones exist. */
    describeAbsence(name: string): Problem {
      const known = [...kept.keys()]
      return dropped.has(name) ? describeDropped(name, known) : describeUnknownName(FIND, name, known)
    },
  }
}

export function buildFullError(name: string): OptionError {
  return new OptionError({
    attempt: `store snapshot ${quote(name)}`,
    received: `there are already ${MOST_SNAPSHOTS} snapshots`,
    advice: 'Delete some.',
  })
}

export function buildTakenNameError(name: string): TakenError {
  const advice = 'Choose another name, or use PUT to replace it.'
  return new TakenError({ attempt: `store snapshot ${quote(name)}`, received: 'the name is taken', advice })
}

function describeDropped(name: string, known: readonly string[]): Problem {
  const received = 'it was dropped because the memory was full'
  const advice = `Take it again, or raise the limit (--memory). Known: ${listSome(known)}.`
  return { attempt: `${FIND} ${quote(name)}`, received, advice }
}

/** Estimates the bytes of a snapshot. @throws NoRoomError if there can never be room for it */
function measureSnapshot(name: string, snapshot: Snapshot, budget: ByteBudget): number {
  const bytes = estimateBytes(snapshot)
  if (bytes <= budget.most()) return bytes
  const purpose = { attempt: `store snapshot ${quote(name)}`, what: 'it takes' }
  throw buildShortageError(purpose, bytes, budget.most(), budget.read().limit)
}
