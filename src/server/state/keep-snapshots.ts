// Keeps named snapshots in a store.

import { randomUUID } from 'node:crypto'
import { ControlFailure } from '../../engine/control/requests/control-failure.ts'
import { OptionError } from '../../engine/input/options/option-error.ts'
import type { KeptSnapshots } from '../../engine/sessions/session-keeper.ts'
import { isSessionName } from '../../engine/sessions/sessions.ts'
import { parseSnapshot } from '../../engine/sessions/state/snapshot.ts'
import type { SessionHost } from '../../engine/simulator/gate.ts'
import { createQueue } from './limit-time.ts'
import type { KeepingParts } from './read-sessions.ts'
import { NO_VERSION } from './session-store.ts'

/** Keeps snapshots. Unless it has to be new, one that is written replaces the one with its name, whoever has stored it. */
export function keepSnapshots(
  { store, report }: Pick<KeepingParts, 'store' | 'report'>,
  findHost: () => SessionHost,
): KeptSnapshots {
  // What is written last is stored last, and what is read is what was written before. Whatever the names are, because
  // each snapshot takes much memory as long as it is a text.
  const inTurn = createQueue()
  return {
    async read(name) {
      if (!isSessionName(name)) return undefined
      return inTurn(async () => {
        const found = await store.read('snapshot', name)
        if (found === undefined) return undefined
        try {
          return parseSnapshot(findHost().declared, JSON.parse(found.text))
        } catch (error) {
          const message = describeUnreadable(name, error as Error)
          report(message)
          throw new ControlFailure({ status: 409, message })
        }
      })
    },
    write: (name, snapshot, { isNew }) =>
      inTurn(async () => {
        const writing = { text: JSON.stringify(snapshot), version: randomUUID() }
        const base = isNew ? { basedOn: NO_VERSION } : {}
        return (await store.write('snapshot', name, { ...writing, ...base })) === writing.version
      }),
    remove: (name) => inTurn(() => store.remove('snapshot', name)),
    list: (page) => store.list('snapshot', page),
  }
}

// Another version of the program may be able to read it.
function describeUnreadable(name: string, { message }: Error): string {
  const advice = 'It stays as it is until it is replaced or deleted'
  return new OptionError({ attempt: `read snapshot "${name}"`, received: message, advice }).message
}
