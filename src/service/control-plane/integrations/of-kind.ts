// The integrations of one kind.

import type { World } from '../../../engine/world/world.ts'
import type { IntegrationKind, IntegrationRecord } from '../../resources/integrations/integration.ts'
import { integrations } from '../../resources/integrations/integrations.ts'

/** Lists the integrations of a kind, in the order in which they were added. */
export function listIntegrations({ database }: World, kind: IntegrationKind): readonly IntegrationRecord[] {
  return database.of(integrations).find({ kind })
}
