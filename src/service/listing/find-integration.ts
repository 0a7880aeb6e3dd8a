// Finds the integration that a request names.

import type { Assumptions } from '../../engine/assumptions/assumptions.ts'
import { refuse } from '../../engine/define/operation/failure.ts'
import { defineRefusal, isRefused } from '../../engine/define/operation/refusal.ts'
import type { World } from '../../engine/world/world.ts'
import { cutText, MOST_ECHOED } from '../../fastapi/errors/cut-input.ts'
import type { IntegrationKind, IntegrationRecord } from '../resources/integrations.ts'
import { integrations } from '../resources/integrations.ts'

/** The refusal of an unknown integration (assumption `unknownIntegration`). */
export const unknownIntegration = defineRefusal({
  name: 'unknown integration',
  status: ({ unknownIntegration: chosen }) => (chosen === 'empty' ? undefined : Number(chosen)),
  text: (id: string) => `Integration ID ${cutText(id, MOST_ECHOED)} not found.`,
})

/**
 * Finds an integration.
 *
 * @param reference its id, and its kind if that matters
 * @returns the integration; undefined if there is none, and it is treated as one without repositories
 * @throws ServiceError if there is none
 */
export function findIntegration(
  { database }: World,
  reference: { readonly integration_id: string; readonly kind?: IntegrationKind },
  assumptions: Assumptions,
): IntegrationRecord | undefined {
  const found = database.of(integrations).get(reference.integration_id)
  if (found !== undefined && (reference.kind === undefined || reference.kind === found.kind)) return found
  return isRefused(unknownIntegration, assumptions) ? refuse(unknownIntegration, reference.integration_id) : undefined
}
