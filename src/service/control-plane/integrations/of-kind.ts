// The integrations of one kind.

import type { IntegrationKind, IntegrationRecord } from '../../../resources/integrations/integration.ts'
import { integrations } from '../../../resources/integrations/integrations.ts'
import type { World } from '../../../world/world.ts'

/** Lists the integrations of a kind, in the order in which they were added. */
export function listIntegrations({ database }: World, kind: IntegrationKind): readonly IntegrationRecord[] {
  return database.of(integrations).find({ kind })
}
