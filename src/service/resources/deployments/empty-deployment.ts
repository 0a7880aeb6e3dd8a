import * as z from 'zod'
import { type DeploymentRecord, storedDeploymentSchema } from './deployment.ts'

/** A deployment that a request creates. The service assigns the other fields. */
export type NewDeployment = Omit<DeploymentRecord, 'id' | 'tenant_id' | 'created_at' | 'updated_at'>

/** The fields that may be null. */
type Nulls = { readonly [Name in keyof DeploymentRecord as null extends DeploymentRecord[Name] ? Name : never]: null }

/** What a creation starts from. The factory of worlds generates every field that is not set, so those that may be null are. */
export const emptyDeployment = { ...buildNulls(), secrets: [], tag_value_ids: [] }

function buildNulls(): Nulls {
  // Only `optional` fields may be null, and they have a default. Parsing would take time at each import.
  const nullable = Object.entries(storedDeploymentSchema.shape).filter(([, field]) => field instanceof z.ZodDefault)
  return Object.fromEntries(nullable.map(([name]) => [name, null])) as Nulls
}
