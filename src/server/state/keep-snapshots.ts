// Keeps named snapshots in a store.

import { randomUUID } from 'node:crypto'
import type { KeptSnapshots } from '../../engine/sessions/session-keeper.ts'
import { isSessionName } from '../../engine/sessions/sessions.ts'
import { parseSnapshot } from '../../engine/sessions/state/snapshot.ts'
import type { SessionHost } from '../../engine/simulator/gate.ts'
import type { KeepingParts } from './read-sessions.ts'

/** Keeps snapshots. One that is written replaces the one with its name, whoever has stored it. */
export function keepSnapshots(
  { store, report }: Pick<KeepingParts, 'store' | 'report'>,
  findHost: () => SessionHost,
): KeptSnapshots {
  return {
    async read(name) {
      const found = isSessionName(name) ? await store.read('snapshot', name) : undefined
      if (found === undefined) return undefined
      try {
        return parseSnapshot(findHost().declared, JSON.parse(found.text))
      } catch (error) {
        report(`Snapshot "${name}" cannot be read, and stays as it is. ${(error as Error).message}`)
        return undefined
      }
    },
    write: async (name, snapshot) =>
      void (await store.write('snapshot', name, { text: JSON.stringify(snapshot), version: randomUUID() })),
    remove: (name) => store.remove('snapshot', name),
    list: (page) => store.list('snapshot', page),
  }
}
