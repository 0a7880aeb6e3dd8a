// Finds a named snapshot, also one that is kept outside of the memory.

import type { Snapshot } from '../../sessions/state/snapshot.ts'
import type { ControlContext } from '../control-operation.ts'
import { waitForKept } from './prepare-session.ts'

/** Returns a snapshot. It is then in the memory, as it is stored. @throws ControlFailure if it cannot be read */
export async function fetchSnapshot(
  { sessions: { keeper }, snapshots }: Pick<ControlContext, 'sessions' | 'snapshots'>,
  name: string,
): Promise<Snapshot | undefined> {
  if (keeper === undefined) return snapshots.get(name)
  // Another instance may have replaced or deleted it.
  const kept = await waitForKept(keeper.snapshots.read(name))
  if (kept === undefined) snapshots.delete(name)
  else snapshots.remember(name, kept)
  return kept
}
