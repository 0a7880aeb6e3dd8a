import { showValue } from '../data/describe-issues.ts'
import { OptionError, TakenError } from '../option-error.ts'
import type { Snapshot } from '../sessions/snapshot.ts'
import { createNames } from './made-up-names.ts'

/** Snapshots kept by name; all sessions of a simulator share them. */
export interface SnapshotShelf {
  /** Oldest first. */
  list(): readonly (readonly [name: string, snapshot: Snapshot])[]
  get(name: string): Snapshot | undefined
  /** Keeps a snapshot under a name that is free, a made-up one where none is given. @returns the name @throws OptionError */
  add(name: string | undefined, snapshot: Snapshot): string
  /** Keeps a snapshot, in the place of another of that name. @throws OptionError */
  put(name: string, snapshot: Snapshot): void
  delete(name: string): boolean
}

const NAME = /^(?!\.{1,2}$)[\w.~-]{1,100}$/
const MOST = 1000

/** Creates an empty shelf. */
export function createSnapshotShelf(): SnapshotShelf {
  const kept = new Map<string, Snapshot>()
  const makeUpName = createNames('snapshot')
  const put = (name: string, snapshot: Snapshot): void => {
    if (!kept.has(name) && kept.size >= MOST) {
      throw new OptionError(`Failed to keep snapshot "${name}": there are ${MOST} already. Delete some.`)
    }
    kept.set(assertName(name), snapshot)
  }
  return {
    list: () => [...kept],
    get: (name) => kept.get(name),
    put,
    add(given, snapshot) {
      const name = given ?? makeUpName((each) => kept.has(each))
      if (kept.has(name)) {
        throw new TakenError(`Failed to keep snapshot "${name}": there is one. Choose another name, or PUT it.`)
      }
      put(name, snapshot)
      return name
    },
    delete: (name) => kept.delete(name),
  }
}

function assertName(name: string): string {
  if (NAME.test(name)) return name
  throw new OptionError(
    `Failed to keep a snapshot: its name is ${showValue(name)}. Allowed: 1 to 100 letters, digits, "_", "-", "." and "~".`,
  )
}
