// The resource: revisions.

import { findTimeIssues } from '../../../engine/define/resource/record-rules.ts'
import { defineResource } from '../../../engine/define/resource/resource.ts'
import { laterRevisions } from '../../rollouts/later-revisions.ts'
import { revisionLifecycle } from '../../rollouts/lifecycle.ts'
import { deployments } from '../deployments/deployments.ts'
import type { DeploymentGroup } from '../deployments/seed-deployments.ts'
import { buildCreatedRevision } from './build-revision.ts'
import { revisionSchema } from './revision.ts'
import { seedRevisions } from './seed-revisions.ts'
import { buildRevisionWire, toRevisionFields } from './wire.ts'

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
