import type { KeptSnapshot } from '../../engine/control/operations/world/snapshots.ts'
import type { ControlState } from '../../engine/control/operations/world/state.ts'
import { makeUpName } from '../../engine/control/shared/random-id.ts'
import type { ReplaceOptions, SnapshotOptions } from '../../engine/sessions/session.ts'
import type { Snapshot } from '../../engine/sessions/state/snapshot.ts'
import { deleteAt, orWhenAbsent } from '../transport/absence.ts'
import type { Transport } from '../transport/transport.ts'
import { buildKeepQuery } from './keep-query.ts'

/** The snapshots that a server keeps. All sessions share them. */
export interface RemoteSnapshots {
  /**
   * Takes a snapshot that the server keeps, under the given name or a random one: of the current state, or of the
   * one that a request of the request log met.
   *
   * @throws ControlError if the world of the request is no longer known, because another one has replaced it or too
   * much has changed since
   * @example
   * await simulator.snapshots.take('before-412', { request: 412 })
   */
  take(name?: string, options?: SnapshotOptions): Promise<KeptSnapshot>
  /** Returns the content of a snapshot, e.g. to write it to a file. */
  get(name: string): Promise<Snapshot | undefined>
  /** Sends a snapshot that was taken before. It replaces one with the same name. */
  put(name: string, snapshot: Snapshot): Promise<KeptSnapshot>
  list(): Promise<readonly KeptSnapshot[]>
  /** Restores the state in a snapshot. */
  restore(name: string, options?: ReplaceOptions): Promise<ControlState>
  /** Deletes a snapshot and returns whether it existed. */
  delete(name: string): Promise<boolean>
}

/** Connects to the snapshots of a server, for a session. */
export function connectSnapshots({ send }: Transport): RemoteSnapshots {
  const pathOf = (name: string) => `/snapshots/${encodeURIComponent(name)}`
  return {
    take: (name = makeUpName('snapshot'), options) => send('POST', '/snapshots', { name, ...options }),
    get: (name) => send<Snapshot>('GET', pathOf(name)).catch(orWhenAbsent(undefined)),
    put: (name, snapshot) => send('PUT', pathOf(name), snapshot),
    list: () => send('GET', '/snapshots'),
    restore: async (name, options) => send('POST', `${pathOf(name)}/restore${buildKeepQuery(options)}`),
    delete: (name) => deleteAt(send, pathOf(name)),
  }
}
