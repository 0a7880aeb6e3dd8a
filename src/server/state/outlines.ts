// How stored sessions are listed.

import type { ServingSession } from '../../engine/sessions/session.ts'
import type { NamePage, StoredOutline } from '../../engine/sessions/session-keeper.ts'
import type { StoredSession } from '../../engine/sessions/state/stored-session.ts'
import type { KeepingParts } from './read-sessions.ts'
import { readStored } from './stored-text.ts'

// Each may take a file handle, of which a process has few.
const AT_ONCE = 50

/** Lists a page of the stored sessions. Those that nobody can read are left out: their first request says why. */
export async function listOutlines(
  { store, kept, host }: Pick<KeepingParts, 'store' | 'kept' | 'host'>,
  page: NamePage,
): Promise<readonly StoredOutline[]> {
  const readText = async (name: string): Promise<string | undefined> => {
    try {
      return (await store.read('session', name))?.text
    } catch {
      // Only this one is left out, unless nothing can be read.
      await store.list('session', { after: '', limit: 1 })
      return undefined
    }
  }
  const readOutline = async (name: string): Promise<StoredOutline | undefined> => {
    const session = kept.find(name)
    if (session !== undefined) return outline(session, session)
    const text = await readText(name)
    if (text === undefined) return undefined
    try {
      const stored = readStored(host.declared, text)
      return outline(stored, stored.current)
    } catch {
      return undefined
    }
  }
  const names = await store.list('session', page)
  const outlines: StoredOutline[] = []
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const read = await Promise.all(names.slice(at, at + AT_ONCE).map(readOutline))
    outlines.push(...read.flatMap((each) => each ?? []))
  }
  return outlines
}

function outline(
  { name, began, lastUsed, maker, changes }: ServingSession | StoredSession,
  { scenario, preset }: Pick<StoredSession['current'], 'scenario' | 'preset'>,
): StoredOutline {
  return { name, scenario: scenario.name, preset, began, lastUsed, maker, changes }
}
