// Whether the id of a new OAuth provider is taken.

import { refuse } from '../../../engine/define/operation/failure.ts'
import { defineRefusal } from '../../../engine/define/operation/refusal.ts'
import type { World } from '../../../engine/world/world.ts'
import { cutText, MOST_ECHOED } from '../../../fastapi/errors/cut-input.ts'
import { findProvider } from './find-provider.ts'

/** The refusal of a taken id (assumption `duplicateProvider`). */
export const takenProviderId = defineRefusal({
  name: 'provider ID taken',
  status: ({ duplicateProvider }) => Number(duplicateProvider),
  text: (id: string) => `OAuth provider with provider ID '${cutText(id, MOST_ECHOED)}' already exists.`,
})

/** Checks that no other provider has an id. @throws ServiceError if one has */
export function assertFreeProviderId(id: string, world: World): void {
  if (findProvider(world, id) !== undefined) refuse(takenProviderId, id)
}
