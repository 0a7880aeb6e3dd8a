// Finds the listener of a request.

import { refuse } from '../../../engine/define/operation/failure.ts'
import { defineRefusal } from '../../../engine/define/operation/refusal.ts'
import type { World } from '../../../engine/world/world.ts'
import type { ListenerRecord } from '../../resources/listeners/listener.ts'
import { listeners } from '../../resources/listeners/listeners.ts'

/** The refusal of an unknown listener. */
export const unknownListener = defineRefusal({
  name: 'unknown listener',
  status: 404,
  text: (id: string) => `Listener ID ${id} not found.`,
})

/** The parameter with the id of a listener. */
export const listenerId = {
  in: 'path',
  kind: 'uuid',
  description: 'The id of the listener.',
  of: listeners,
} as const

/** Returns the listener with an id. @throws ServiceError for an unknown id */
export function findListener({ database }: World, id: string): ListenerRecord {
  return database.of(listeners).get(id) ?? refuse(unknownListener, id)
}
