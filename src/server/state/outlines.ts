// How stored sessions are listed.

import type { ServingSession } from '../../engine/sessions/session.ts'
import type { NamePage, StoredOutline } from '../../engine/sessions/session-keeper.ts'
import type { StoredSession } from '../../engine/sessions/state/stored-session.ts'
import { createQueue } from './limit-time.ts'
import type { KeepingParts } from './read-sessions.ts'
import { readStored } from './stored-text.ts'

/**
 * Returns what lists a page of the stored sessions. It reads one session at a time, whoever asks, because each may take
 * much memory. Those that nobody can read are left out: their first request says why.
 */
export function createOutlines({
  store,
  kept,
  host,
}: Pick<KeepingParts, 'store' | 'kept' | 'host'>): (page: NamePage) => Promise<readonly StoredOutline[]> {
  const inTurn = createQueue()
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
  return async (page) => {
    const outlines: StoredOutline[] = []
    for (const name of await store.list('session', page)) {
      const found = await inTurn(() => readOutline(name))
      if (found !== undefined) outlines.push(found)
    }
    return outlines
  }
}

function outline(
  { name, began, lastUsed, maker, changes }: ServingSession | StoredSession,
  { scenario, preset }: Pick<StoredSession['current'], 'scenario' | 'preset'>,
): StoredOutline {
  return { name, scenario: scenario.name, preset, began, lastUsed, maker, changes }
}
