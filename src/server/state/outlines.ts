// How stored sessions are listed.

import type { ServingSession } from '../../engine/sessions/session.ts'
import type { NamePage, StoredOutline } from '../../engine/sessions/session-keeper.ts'
import type { StoredSession } from '../../engine/sessions/state/stored-session.ts'
import type { KeepingParts } from './read-sessions.ts'
import { readStored } from './stored-text.ts'

/** Lists a page of the stored sessions. Those that nobody can read are left out: their first request says why. */
export async function listOutlines(
  { store, kept, host }: Pick<KeepingParts, 'store' | 'kept' | 'host'>,
  page: NamePage,
): Promise<readonly StoredOutline[]> {
  const readOutline = async (name: string): Promise<StoredOutline | undefined> => {
    const session = kept.find(name)
    if (session !== undefined) return outline(session, session)
    const found = await store.read('session', name)
    if (found === undefined) return undefined
    try {
      const stored = readStored(host.declared, found.text)
      return outline(stored, stored.current)
    } catch {
      return undefined
    }
  }
  const outlines = await Promise.all((await store.list('session', page)).map(readOutline))
  return outlines.flatMap((each) => each ?? [])
}

function outline(
  { name, began, lastUsed, changes }: ServingSession | StoredSession,
  { scenario, preset }: Pick<StoredSession['current'], 'scenario' | 'preset'>,
): StoredOutline {
  return { name, scenario: scenario.name, preset, began, lastUsed, changes }
}
