import type { SessionHost } from '../../engine/adapters/gate.ts'
import { ControlFailure } from '../../engine/control/shared/control-failure.ts'
import { OptionError } from '../../engine/input/options/option-error.ts'
import type { KeptSnapshots } from '../../engine/sessions/session-keeper.ts'
import { isSessionName } from '../../engine/sessions/session-names.ts'
import { parseSnapshot } from '../../engine/sessions/state/snapshot.ts'
import { createQueue } from './limit-time.ts'
import type { LogStore } from './log-store.ts'
import type { KeepingParts } from './read-sessions.ts'

/** Keeps snapshots. Unless it has to be new, one that is written replaces the one with its name, whoever has stored it. */
export function keepSnapshots(
  store: LogStore,
  report: KeepingParts['report'],
  findHost: () => SessionHost,
): KeptSnapshots {
  // What is written last is stored last, and what is read is what was written before. Whatever the names are, because
  // each snapshot takes much memory as long as it is a text.
  const inTurn = createQueue()
  return {
    async read(name) {
      if (!isSessionName(name)) return undefined
      return inTurn(async () => {
        const found = await store.readText('snapshot', name)
        if (found === undefined) return undefined
        try {
          return parseSnapshot(findHost().declared, JSON.parse(found))
        } catch (error) {
          const message = describeUnreadable(name, error as Error)
          report(message)
          throw new ControlFailure({ status: 409, message })
        }
      })
    },
    write: (name, snapshot, { isNew }) =>
      inTurn(async () => store.writeText('snapshot', name, JSON.stringify(snapshot), { isNew })),
    remove: (name) => inTurn(() => store.removeText('snapshot', name)),
    list: (page) => store.listSnapshots(page),
  }
}

// Another version of the program may be able to read it.
function describeUnreadable(name: string, { message }: Error): string {
  const advice = 'It stays as it is until it is replaced or deleted'
  return new OptionError({ attempt: `read snapshot "${name}"`, received: message, advice }).message
}
