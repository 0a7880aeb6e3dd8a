// Integrations in responses.

import * as z from 'zod'
import { findInstallationId } from './installation-id.ts'
import type { IntegrationRecord } from './integration.ts'

/** An integration in a response. The contract has no operation for integrations, so this is the real service's form. */
export const integrationWire = z.strictObject({
  id: z.string(),
  installation_id: z.int(),
  name: z.string(),
})

/** An integration in a response. */
export type Integration = z.output<typeof integrationWire>

/** Returns what a response contains of an integration. */
export function toIntegrationFields({ id, name }: IntegrationRecord): Integration {
  return { id, installation_id: findInstallationId(id), name }
}
