// Where sessions and snapshots are stored, as texts with versions.

import type { NamePage } from '../../engine/sessions/session-keeper.ts'

/** What a text is of. */
export type StoredKind = 'session' | 'snapshot'

/** A text at one moment. Every text that was ever stored under a name in a shared store has another version. */
export interface StoredText {
  readonly text: string
  readonly version: string
}

/** The version of a text that does not exist. */
export const NO_VERSION = ''

/** How a text is written. */
export interface Writing extends StoredText {
  /** The version that it replaces. Default: any. */
  readonly basedOn?: string
  /** After how many milliseconds without another write the text may go. Default: never. */
  readonly milliseconds?: number | undefined
}

/** Stores texts by name. What it is told while it cannot store anything fails, with a message for people. */
export interface SessionStore {
  /** Where it is, for messages. It contains no password. */
  readonly place: string
  /** Whether others may write to it at the same time. Only then, versions matter. */
  readonly isShared: boolean
  read(kind: StoredKind, name: string): Promise<StoredText | undefined>
  /** Reads a session to use it. The instance that used it before first stores what it has changed, and stops using it. */
  take(name: string): Promise<StoredText | undefined>
  /** Like `take` for a session that is in the memory. @returns the current version */
  claim(name: string): Promise<string>
  /**
   * Writes a text as a whole, if the current version is the one that it is based on.
   *
   * @returns the version after that: the new one if the text was written
   */
  write(kind: StoredKind, name: string, writing: Writing): Promise<string>
  /** Removes a text. @param basedOn its version; by default, every version is removed */
  remove(kind: StoredKind, name: string, basedOn?: string): Promise<void>
  /** Lists names in their order. */
  list(kind: StoredKind, page: NamePage): Promise<readonly string[]>
  /** Lists sessions that were not written for some milliseconds, unless the store removes those itself. */
  listUnused(milliseconds: number): Promise<readonly string[]>
  /** Puts a session aside that nobody can read. @returns where it is now */
  putAside(name: string): Promise<string>
  /** Calls a function when another instance is about to use a session that was read here. */
  onWanted(release: (name: string) => Promise<void>): void
  close(): Promise<void>
}
