// The user that requests come from.

import type { FactoryContext } from '../../../engine/world/factory/context.ts'

/** Returns the id of the user that the requests of a world come from. */
export function findCaller({ open }: Pick<FactoryContext, 'open'>): string {
  return open('user', 0, 'id').uuid()
}
