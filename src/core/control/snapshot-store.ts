import { type ByteBudget, createShortage, type Kept } from '../byte-budget.ts'
import { showValue } from '../data/describe-issues.ts'
import { OptionError, TakenError } from '../option-error.ts'
import { estimateBytes } from '../records/byte-size.ts'
import type { Snapshot } from '../sessions/snapshot.ts'
import { listSome } from './control-failure.ts'
import { createNames } from './made-up-names.ts'

/** Snapshots kept by name as long as there is memory for them; all sessions of a simulator share them. */
export interface SnapshotStore {
  /** Oldest first. */
  list(): readonly (readonly [name: string, snapshot: Snapshot])[]
  get(name: string): Snapshot | undefined
  /** Keeps a snapshot under a name that is free, a made-up one where none is given. @returns the name @throws OptionError */
  add(name: string | undefined, snapshot: Snapshot): string
  /** Keeps a snapshot, in the place of another of that name. @throws OptionError */
  put(name: string, snapshot: Snapshot): void
  delete(name: string): boolean
  /** Says why there is no snapshot of a name, and which there are. */
  describeAbsence(name: string): string
}

const NAME = /^(?!\.{1,2}$)[\w.~-]{1,100}$/
const MOST = 1000

interface Entry {
  readonly name: string
  readonly snapshot: Snapshot
}

/** Creates an empty shelf. */
export function createSnapshotStore(budget: ByteBudget): SnapshotStore {
  const kept = new Map<string, Kept<Entry>>()
  // The names of those that had to make room, until there are too many of them.
  const dropped = new Set<string>()
  const makeUpName = createNames('snapshot')
  const keep = budget.openCache<Entry>('snapshots', ({ name }) => {
    kept.delete(name)
    dropped.add(name)
    if (dropped.size > MOST) dropped.delete(dropped.values().next().value ?? name)
  })
  const remove = (name: string): boolean => {
    const entry = kept.get(name)
    if (entry !== undefined) budget.release(entry)
    return kept.delete(name)
  }
  const put = (name: string, snapshot: Snapshot): void => {
    if (!kept.has(name) && kept.size >= MOST) {
      throw new OptionError(`Failed to keep snapshot "${name}": there are ${MOST} already. Delete some.`)
    }
    assertName(name)
    const bytes = estimateBytes(snapshot)
    if (bytes > budget.most()) {
      throw createShortage(
        { failed: `Failed to keep snapshot "${name}"`, what: 'it takes' },
        bytes,
        budget.most(),
        budget.read().limit,
      )
    }
    remove(name)
    dropped.delete(name)
    const entry = keep({ name, snapshot }, bytes)
    if (entry !== undefined) kept.set(name, entry)
  }
  return {
    list: () => Array.from(kept.values(), ({ item: { name, snapshot } }) => [name, snapshot] as const),
    get(name) {
      const entry = kept.get(name)
      if (entry !== undefined) budget.touch(entry)
      return entry?.item.snapshot
    },
    put,
    add(given, snapshot) {
      const name = given ?? makeUpName((each) => kept.has(each))
      if (kept.has(name)) {
        throw new TakenError(`Failed to keep snapshot "${name}": there is one. Choose another name, or PUT it.`)
      }
      put(name, snapshot)
      return name
    },
    delete(name) {
      dropped.delete(name)
      return remove(name)
    },
    describeAbsence(name) {
      const known = `Known: ${listSome([...kept.keys()])}.`
      const failed = `Failed to find snapshot "${name}"`
      if (!dropped.has(name)) return `${failed}: there is none. ${known}`
      return `${failed}: it was dropped to make room, since memory was short. Take it again, or allow more memory (--memory). ${known}`
    },
  }
}

function assertName(name: string): string {
  if (NAME.test(name)) return name
  throw new OptionError(
    `Failed to keep a snapshot: its name is ${showValue(name)}. Allowed: 1 to 100 letters, digits, "_", "-", "." and "~".`,
  )
}
