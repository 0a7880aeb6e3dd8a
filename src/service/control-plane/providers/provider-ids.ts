// Whether the id of a new OAuth provider is taken.

import type { Assumptions } from '../../../engine/assumptions/assumptions.ts'
import { ServiceError } from '../../../engine/define/failure.ts'
import type { World } from '../../../engine/world/world.ts'
import { cutText, MOST_ECHOED } from '../../../fastapi/errors/cut-input.ts'
import { findProvider } from './find-provider.ts'

/** Checks that no other provider has an id (assumption `duplicateProvider`). @throws ServiceError if one has */
export function assertFreeProviderId(id: string, world: World, { duplicateProvider }: Assumptions): void {
  if (findProvider(world, id) === undefined) return
  throw new ServiceError({
    status: Number(duplicateProvider),
    detail: `OAuth provider with provider ID '${cutText(id, MOST_ECHOED)}' already exists.`,
  })
}

/** The status of a creation with a taken id. */
export function refusalsOfTakenId({ duplicateProvider }: Assumptions): Readonly<Record<string, number>> {
  return { 'provider ID taken': Number(duplicateProvider) }
}
