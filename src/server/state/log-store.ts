// Where sessions are kept as logs, and snapshots and scenarios as texts.

import type { NamePage } from '../../engine/sessions/session-keeper.ts'

export interface StoredEntry {
  /** Counts from 1. Nobody else has written an entry with this number to this log. */
  readonly number: number
  /** One line of JSON. */
  readonly line: string
  /** Whether a person may have changed it, so that it has to be checked. Default: false. */
  readonly isUnchecked?: boolean
}

export interface LogUse {
  readonly session: string
  /** The digests of the scenarios that its log refers to. They stay as long as it. */
  readonly scenarios: readonly string[]
  /** After how many milliseconds without a use the logs of sessions may go. */
  readonly milliseconds: number
  /** Whether this one stays nevertheless. */
  readonly isLasting: boolean
}

export interface NewEntry extends StoredEntry, LogUse {
  /** Whether it is a state: then the log begins with it. */
  readonly isState: boolean
  /** What lists of sessions show of the session after it, as one line of JSON. */
  readonly outline: string
  /** The digests that its log referred to before, and does not any more. */
  readonly former: readonly string[]
}

/** A log: its entries from its last state on, and the number of its last entry. A session that was removed has no entries. */
export interface StoredLog {
  readonly entries: readonly StoredEntry[]
  readonly last: number
}

/** Nobody can read a log, and it will stay like that. */
export class BrokenLogError extends Error {}

/** A store does not do what it was asked at the moment. */
export class StoreError extends Error {}

/** A store has not said that it has done what it was asked. It may have. */
export class UnsureError extends StoreError {}

/** What became of an entry: it is stored, or somebody else has written to the log first. */
export type Appending = 'stored' | 'refused'

/** Texts by name, such as snapshots, and scenarios by their digest. */
export type StoredTextKind = 'snapshot' | 'scenario'

/** Stores logs and texts. What it is asked while it cannot work rejects, with a message for people, or never ends. */
export interface LogStore {
  /** Where it is, for messages. It contains no password. */
  readonly place: string
  /** Whether others may write to it at the same time. */
  readonly isShared: boolean
  /** How many milliseconds it may take for a snapshot. */
  readonly longestText: number
  /** Where something is that a version before has stored, and that nobody reads any more. */
  readonly outdated: string | undefined
  /** Reads a log; undefined if there is none, or it is forgotten. @throws BrokenLogError if nobody can read it */
  read(session: string): Promise<StoredLog | undefined>
  /**
   * Reads what others have written since some entries. Only sessions with something newer are in the result.
   * A log that begins with a state replaces what is known.
   *
   * @param known the number of the last known entry of each session
   */
  readNewer(known: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, StoredLog>>
  /**
   * Appends an entry after the one before it.
   * An entry whose appending has failed may be there later, or a part of it. So the next one has to be a state, which
   * replaces it unless others have seen it.
   */
  append(entry: NewEntry): Promise<Appending>
  /** Removes a log, if its last entry is the known one. */
  remove(session: string, last: number): Promise<Appending>
  /** Notes that a session is used, so that its log stays, and what that refers to. */
  touch(use: LogUse): Promise<void>
  /** Lists the outlines of sessions by name. It reads no logs. */
  listOutlines(page: NamePage): Promise<readonly string[]>
  /**
   * Lists sessions that were not used for some milliseconds, unless the store removes those itself, and removes the
   * scenarios that were not used for much longer.
   */
  listUnused(milliseconds: number): Promise<readonly string[]>
  /** Puts a log aside that nobody can read. @returns where it is now */
  putAside(session: string): Promise<string>
  readText(kind: StoredTextKind, name: string): Promise<string | undefined>
  /** Whether a scenario is there. A store that was started again may have lost it. */
  hasScenario(digest: string): Promise<boolean>
  /** @param isNew whether it is written only if the name is free @returns whether it is written */
  writeText(kind: StoredTextKind, name: string, text: string, options: { readonly isNew: boolean }): Promise<boolean>
  removeText(kind: StoredTextKind, name: string): Promise<void>
  listSnapshots(page: NamePage): Promise<readonly string[]>
  /** Calls a function when everything that was stored is gone, and the store works again. */
  onRenewal?(listener: () => void): void
  /** Rejects if nothing can be written at the moment. Only the check in the background asks this. */
  check(): Promise<void>
  close(): Promise<void>
}

export function pickPage(names: readonly string[], { after, limit }: NamePage): readonly string[] {
  return names
    .filter((name) => name > after)
    .sort()
    .slice(0, limit)
}
