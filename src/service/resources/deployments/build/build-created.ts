// Deployments that are created after the start of a world.

import { dropNulls, findNull, isRecord } from '../../../../engine/input/schemas/schema-walk.ts'
import { isUuid } from '../../../../engine/input/schemas/uuid.ts'
import { hashText } from '../../../../engine/store/random.ts'
import { chooseStatus } from '../../../assumptions/statuses.ts'
import type { Creation, Seeding } from '../../building.ts'
import { listeners } from '../../listeners.ts'
import { repositories } from '../../repositories/repositories.ts'
import {
  type DeploymentRecord,
  type DeploymentRecordInput,
  fitType,
  type PartialDeploymentRecord,
  REQUESTED,
  type SourceConfigInput,
  storedDeploymentSchema,
} from '../deployment.ts'
import { selectFitting } from './build-configs.ts'
import { buildDeployment } from './build-deployment.ts'

// Different deployments get different generated values.
const MOST_DIFFERENT = 1000

/** Returns a stored deployment with a status and a type that exist, and with a value in every field that must have one. */
export function refitDeployment(record: DeploymentRecord, { context, rules, tables }: Seeding): unknown {
  const { statuses, deploymentTypes } = rules
  const status = statuses.includes(record.status) ? record.status : chooseStatus('UNKNOWN', statuses)
  const deployment_type = fitType(record.deployment_type, deploymentTypes)
  const isFit = status === record.status && deployment_type === record.deployment_type
  const fitted = isFit ? record : { ...record, status, deployment_type }
  if (rules.allowNull || findNull(storedDeploymentSchema, fitted) === undefined) return fitted
  const active_revision_id = fitted.active_revision_id ?? fitted.latest_revision_id
  // Fields without a value are left out, so that the factory generates them.
  const fields = dropNulls(storedDeploymentSchema, { ...fitted, active_revision_id }) as PartialDeploymentRecord
  const index = hashText(record.id) % MOST_DIFFERENT
  return buildCreatedDeployment({ context, index, now: record.created_at, fields, parents: {}, tables })
}

const CREATED = 'created-deployment'

/** Builds a deployment that is created after the start of a world. */
export function buildCreatedDeployment(creation: Creation<PartialDeploymentRecord>): DeploymentRecordInput {
  const { context, index, now, fields } = creation
  const isComplete = context.allowNull && REQUESTED.every((field) => fields[field] !== undefined)
  if (!isComplete) return generateDeployment(creation)
  const id = context.open(CREATED, index, 'id').uuid()
  const created_at = fields.updated_at ?? now
  return { id, tenant_id: context.tenantId, created_at, updated_at: created_at, ...fields } as DeploymentRecordInput
}

/** Generates what is absent. The deployment refers to a repository of the world. */
function generateDeployment({
  context,
  index,
  now,
  fields,
  tables,
}: Creation<PartialDeploymentRecord>): DeploymentRecordInput {
  const kind = CREATED
  const sourceConfig: SourceConfigInput = isRecord(fields.source_config) ? fields.source_config : {}
  const possible = tables
    .of(repositories)
    .all()
    .filter((each) => sourceConfig.repo_url == null || each.url === sourceConfig.repo_url)
    .filter(({ integration_id }) =>
      sourceConfig.integration_id == null ? isUuid(integration_id) : integration_id === sourceConfig.integration_id,
    )
  const candidates = selectFitting(possible, fields)
  const draw = context.open(kind, index, 'repository')
  const repository = candidates.length === 0 ? undefined : draw.pick(candidates)
  const plan = { kind, index, repository, listeners: tables.of(listeners).all(), createdAt: now, fields }
  return buildDeployment(context, plan)
}
