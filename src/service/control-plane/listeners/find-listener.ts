// Finds the listener of a request.

import { ServiceError } from '../../../engine/define/failure.ts'
import type { World } from '../../../engine/world/world.ts'
import type { ListenerRecord } from '../../resources/listeners/listener.ts'
import { listeners } from '../../resources/listeners/listeners.ts'

/** What a request for an unknown listener gets. */
export const unknownListener = { 'unknown listener': 404 }

/** The parameter with the id of a listener. */
export const listenerId = {
  in: 'path',
  kind: 'uuid',
  description: 'The id of the listener.',
  of: listeners,
} as const

/** Returns the listener with an id. @throws ServiceError for an unknown id */
export function findListener({ database }: World, id: string): ListenerRecord {
  const listener = database.of(listeners).get(id)
  if (listener !== undefined) return listener
  throw new ServiceError({ status: 404, detail: `Listener ID ${id} not found.` })
}
