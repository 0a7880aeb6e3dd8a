/** A file while it is written: its statements, and the names in it. */

import { createUnique } from './names.ts'

export interface WrittenFile {
  /** The statements, each after what it needs. */
  readonly statements: string[]
  unique(...names: readonly string[]): string
  /** Declares something once. @returns its name; undefined inside of itself */
  once(id: string, name: string, write: (name: string) => string): string | undefined
}

/** Creates an empty file. @param taken names that nothing in it may have */
export function createFile(taken: readonly string[]): WrittenFile {
  const unique = createUnique()
  for (const each of taken) unique(each)
  const known = new Map<string, string | undefined>()
  const statements: string[] = []
  return {
    statements,
    unique,
    once(id, name, write) {
      if (known.has(id)) return known.get(id)
      known.set(id, undefined)
      const own = unique(name)
      statements.push(write(own))
      known.set(id, own)
      return own
    },
  }
}
