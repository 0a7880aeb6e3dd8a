// Sessions and snapshots that are kept outside of the memory, read before an operation looks for them.

import { OptionError } from '../../input/options/option-error.ts'
import type { Snapshot } from '../../sessions/state/snapshot.ts'
import type { ControlContext } from '../control-operation.ts'
import { ControlFailure } from './control-failure.ts'

/** Waits for something that is kept outside of the memory. @throws ControlFailure if that fails */
export async function waitForKept<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ControlFailure) throw error
    const { message } = new OptionError({
      attempt: 'use the store',
      received: (error as Error).message,
      advice: 'Try again',
    })
    throw new ControlFailure({ status: 503, message, headers: { 'retry-after': '1' } })
  }
}

/** Reads a session into the memory, if it is stored. @throws ControlFailure if it cannot be read at the moment */
export async function prepareSession({ sessions }: ControlContext, name: string): Promise<void> {
  const reading = sessions.keeper?.prepare(name)
  const unavailable = reading && (await reading)
  if (unavailable === undefined) return
  const { detail: message, ...rest } = unavailable
  throw new ControlFailure({ ...rest, message })
}

/** Returns a snapshot. It is then in the memory, as it is stored. @throws ControlFailure if it cannot be read */
export async function fetchSnapshot(
  { sessions: { keeper }, snapshots }: ControlContext,
  name: string,
): Promise<Snapshot | undefined> {
  if (keeper === undefined) return snapshots.get(name)
  // Another instance may have replaced or deleted it.
  const kept = await waitForKept(keeper.snapshots.read(name))
  if (kept === undefined) snapshots.delete(name)
  else snapshots.remember(name, kept)
  return kept
}
