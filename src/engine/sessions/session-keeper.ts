// What keeps sessions outside of the memory.

import type { Failure } from '../contract/operation/failure.ts'
import type { SessionEnd } from './events/event-source.ts'
import type { ServingSession } from './session.ts'
import type { UseTimes } from './state/log.ts'
import type { Snapshot } from './state/snapshot.ts'

/** Why a session cannot be read at the moment. */
export type Unavailable = Failure & { readonly detail: string }

/** A stored session, as a list shows it. */
export interface StoredOutline extends UseTimes {
  readonly name: string
  readonly scenario: string
  readonly preset: string
  /** How many records differ from the start of its scenario. */
  readonly changes: number
}

/** Which part of a list is wanted: the names after a name, in their order. */
export interface NamePage {
  readonly after: string
  readonly limit: number
}

/** Keeps sessions outside of the memory, so that the memory limits only those in use. */
export interface SessionKeeper {
  /** Reads a session into the memory, unless it is there as stored. @returns a promise of why that is impossible */
  prepare(name: string): Promise<Unavailable | undefined> | undefined
  /** Whether a session may leave the memory: it is stored as it is, and no request waits in it. */
  canLeave(session: ServingSession): boolean
  onCreate(session: ServingSession): void
  onEnd(session: ServingSession, how: SessionEnd): void
  list(page: NamePage): Promise<readonly StoredOutline[]>
  readonly snapshots: KeptSnapshots
}

/** Named snapshots that are kept outside of the memory. */
export interface KeptSnapshots {
  read(name: string): Promise<Snapshot | undefined>
  /** Keeps a snapshot. @param isNew whether it is kept only if the name is free @returns whether it is kept */
  write(name: string, snapshot: Snapshot, options: { readonly isNew: boolean }): Promise<boolean>
  remove(name: string): Promise<void>
  list(page: NamePage): Promise<readonly string[]>
}
