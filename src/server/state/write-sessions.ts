// Writes sessions to a store, and removes them.

import type { ServingSession } from '../../engine/sessions/session.ts'
import { inTurn, PRECISION, readMoment } from './kept-sessions.ts'
import type { KeepingParts, SessionReader } from './read-sessions.ts'
import { NO_VERSION } from './session-store.ts'
import { writeStored } from './stored-text.ts'

/** How a session was saved. There is a conflict if another instance has stored it since it was read. */
export type Saved = 'stored' | 'clean' | 'conflict' | 'failed'

/** Writes sessions. */
export interface SessionWriter {
  /**
   * Stores a session now, if it has changed.
   *
   * @param rereads that of the session when it was changed: if it was read again since, the change is gone
   */
  save(name: string, rereads?: number): Promise<Saved>
  /** Stores a session like `save`, without waiting for what is done with it at the moment. */
  saveAtOnce(name: string): Promise<void>
  /** Removes a session that has ended. @param isOwn whether it stays if another instance has stored it since */
  remove(name: string, isOwn?: boolean): Promise<void>
}

/** Creates what writes sessions. @param nextVersion returns a version that no text has */
export function createSessionWriter(
  { host, store, kept, ended, health, touch, isOwn, report }: KeepingParts,
  { reread }: Pick<SessionReader, 'reread'>,
  nextVersion: () => string,
): SessionWriter {
  /** @returns whether it was stored: if not, another instance has stored it */
  const write = async (session: ServingSession): Promise<boolean> => {
    const { name } = session
    const version = nextVersion()
    const moment = readMoment(session)
    const current = await store.write('session', name, {
      text: writeStored(session.store()),
      version,
      basedOn: kept.of(name).version,
      milliseconds: session === host.main ? undefined : Math.ceil(host.sessions.idleMilliseconds * (1 + PRECISION)),
    })
    if (current === version) {
      kept.noteStored(session, version, moment)
      return true
    }
    if (!isOwn(current)) return false
    // An earlier write has reached the store without an answer.
    kept.of(name).version = current
    return write(session)
  }

  const giveWay = async (session: ServingSession): Promise<Saved> => {
    const { name } = session
    const { mark, hasPromised } = kept.of(name)
    const isChanged = mark !== session.mark()
    await reread(name)
    if (isChanged && hasPromised) report(describeLoss(name))
    return isChanged ? 'conflict' : 'clean'
  }

  return {
    save(name, rereads = kept.of(name).rereads) {
      const known = kept.of(name)
      return inTurn(known, async () => {
        const session = kept.find(name)
        if (known.rereads !== rereads) return 'conflict'
        if (session === undefined || session.isTrial || !kept.isUnsaved(session)) return 'clean'
        try {
          return (await write(session)) ? 'stored' : await giveWay(session)
        } catch (error) {
          health.fail('write', error)
          touch(name)
          return 'failed'
        }
      })
    },
    async saveAtOnce(name) {
      const session = kept.find(name)
      if (session !== undefined && kept.isUnsaved(session)) await write(session)
    },
    remove(name, onlyOwn = false) {
      const known = kept.of(name)
      // A second attempt leaves what another instance has stored since the first one.
      const isOwn = onlyOwn || (ended.has(name) && known.version !== NO_VERSION)
      ended.add(name)
      return inTurn(known, async () => {
        // Another session may have the name by now. It replaces the text.
        if (kept.find(name) !== undefined) return void ended.delete(name)
        try {
          await store.remove('session', name, isOwn ? known.version : undefined)
          ended.delete(name)
          Object.assign(known, { version: NO_VERSION, mark: undefined })
        } catch (error) {
          health.fail('write', error)
          // It is tried again together with everything else.
          touch(name)
        }
      })
    },
  }
}

function describeLoss(name: string): string {
  return `Session "${name}" has lost its last changes here, because another instance has changed it too.`
}
