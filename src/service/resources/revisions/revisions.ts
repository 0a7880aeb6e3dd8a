// The resource: revisions.

import { findTimeIssues } from '../../../engine/define/resource/record-rules.ts'
import {
  type Creation,
  defineResource,
  type Fields,
  type LaterRecords,
} from '../../../engine/define/resource/resource.ts'
import { isRecord } from '../../../engine/input/schemas/schema-walk.ts'
import { mergeFields } from '../../../engine/world/start/merge-fields.ts'
import { revisionLifecycle } from '../../rollouts/lifecycle.ts'
import type { DeploymentRecord } from '../deployments/deployment.ts'
import { deployments } from '../deployments/deployments.ts'
import type { DeploymentGroup } from '../deployments/seed-deployments.ts'
import { buildPastRevisions } from './build-past-revisions.ts'
import { type RevisionRecordInput, revisionSchema } from './revision.ts'
import { seedRevisions } from './seed-revisions.ts'
import { buildRevisionWire, toRevisionFields } from './wire.ts'

/** The revisions that the fields of a later deployment name. */
const laterRevisions: LaterRecords = {
  ids: listIds,
  build(parent, context) {
    const deployment = toDeployment(parent)
    const kind = `created-deployment/${deployment.id}/revision`
    return buildPastRevisions(context, { kind, deployment, ids: listIds(parent) })
  },
}

function listIds(parent: Fields): readonly string[] {
  const { latest_revision_id: latest, active_revision_id: active } = toDeployment(parent)
  if (latest === null) return []
  return active === null || active === latest ? [latest] : [active, latest]
}

// The parent of a revision is a deployment.
function toDeployment(parent: Fields): DeploymentRecord {
  return parent as Fields as DeploymentRecord
}

/** The revisions of deployments. The initial ones are derived from their deployment when they are read. */
export const revisions = defineResource({
  name: 'revisions',
  singular: 'revision',
  description: 'The versions of each deployment, with the history of their rollouts.',
  typeName: 'RevisionRecord',
  schema: revisionSchema,
  isMinor: true,
  nested: ['source_revision_config'],
  belongsTo: { deployment_id: deployments },
  derivedFrom: { field: 'deployment_id', parent: deployments, later: laterRevisions },
  plan: {
    field: 'deployments',
    // They are not stored.
    count: (_groups: number | readonly DeploymentGroup[]) => 0,
  },
  lifecycle: revisionLifecycle,
  findIssues: findTimeIssues,
  wire: {
    typeName: 'Revision',
    schemaOf: buildRevisionWire,
    mayLackValues: ({ nullableFields }) => nullableFields === 'some',
  },
  toWire: toRevisionFields,
  seed: seedRevisions,
  create: buildCreatedRevision,
})

/** Builds a revision that is created after the start of a world. It is like the latest one of its deployment. */
function buildCreatedRevision({
  context,
  index,
  now,
  fields,
  parents: { deployment_id: deployment },
}: Creation<Partial<RevisionRecordInput>>): RevisionRecordInput {
  const { id, source, source_revision_config } = (deployment ?? {}) as Partial<RevisionRecordInput>
  const created_at = fields.created_at ?? now
  const status = fields.status ?? 'CREATING'
  return {
    id: context.open('created-revision', index, 'id').uuid(),
    // An unknown deployment is rejected when the record is written.
    deployment_id: String(id),
    created_at,
    updated_at: created_at,
    status,
    source: source ?? 'github',
    outcome: 'succeeds',
    history: [{ status, at: created_at }],
    ...fields,
    source_revision_config: mergeFields(readConfig(source_revision_config), fields.source_revision_config),
  }
}

function readConfig(config: unknown): Fields {
  return isRecord(config) ? config : {}
}
