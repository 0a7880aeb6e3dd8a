// Deployments that were stored under other assumptions.

import type { Seeding } from '../../../engine/define/resource/resource.ts'
import { dropNulls, findNull } from '../../../engine/input/schemas/schema-walk.ts'
import { hashText } from '../../../engine/store/random.ts'
import { buildCreatedDeployment } from './build/build-created-deployment.ts'
import { type DeploymentRecord, type PartialDeploymentRecord, storedDeploymentSchema } from './deployment.ts'

// Different deployments get different generated values.
const MOST_DIFFERENT = 1000

/** Returns a stored deployment with a status that exists, and with a value in every field that must have one. */
export function refitDeployment(record: DeploymentRecord, { context, rules, tables }: Seeding): unknown {
  const status = findStatus(record.status, rules.statuses)
  const fitted = status === record.status ? record : { ...record, status }
  if (rules.allowNull || findNull(storedDeploymentSchema, fitted) === undefined) return fitted
  const active_revision_id = fitted.active_revision_id ?? fitted.latest_revision_id
  // Fields without a value are left out, so that the factory generates them.
  const fields = dropNulls(storedDeploymentSchema, { ...fitted, active_revision_id }) as PartialDeploymentRecord
  const index = hashText(record.id) % MOST_DIFFERENT
  return buildCreatedDeployment({ context, index, now: record.created_at, fields, parents: {}, tables })
}

function findStatus(status: string, statuses: readonly string[]): string {
  if (statuses.includes(status)) return status
  return statuses.includes('UNKNOWN') ? 'UNKNOWN' : (statuses[0] ?? status)
}
