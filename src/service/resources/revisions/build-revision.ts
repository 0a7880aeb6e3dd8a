// Revisions that are created after the start of a world.

import type { Creation, Fields } from '../../../engine/define/resource/resource.ts'
import { isRecord } from '../../../engine/input/schemas/schema-walk.ts'
import { mergeFields } from '../../../engine/world/start/merge-fields.ts'
import type { RevisionRecordInput } from './revision.ts'

/** Builds a revision that is created after the start of a world. It is like the latest one of its deployment. */
export function buildCreatedRevision({
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
