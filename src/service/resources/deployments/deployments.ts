// The resource: deployments.

import * as z from 'zod'
import { deploymentFixtures } from '../../../../fixtures/named-deployments.ts'
import { indexedFieldsOf } from '../../../engine/define/operation/parameter.ts'
import { buildIssue, findTimeIssues } from '../../../engine/define/resource/record-rules.ts'
import { defineResource } from '../../../engine/define/resource/resource.ts'
import { partOf } from '../../../engine/input/schemas/partial.ts'
import { findNull } from '../../../engine/input/schemas/schema-walk.ts'
import { quote } from '../../../engine/input/text/quote.ts'
import { suggestWord } from '../../../engine/input/text/suggestion.ts'
import { groupsOf, planGroups } from '../../../engine/world/start/planned-groups.ts'
import { plannedRevisionsSchema } from '../revisions/planned-revisions.ts'
import { buildCreatedDeployment } from './build/build-created-deployment.ts'
import { containerSchema, volumeMountSchema, volumeSchema } from './container.ts'
import { type PartialDeploymentRecord, storedDeploymentSchema } from './deployment.ts'
import { deploymentFilters } from './filters.ts'
import { deploymentLifecycle } from './lifecycle.ts'
import { refitDeployment } from './refit-deployment.ts'
import { resourceSpecSchema } from './resource-spec.ts'
import { type DeploymentGroup, seedDeployments } from './seed-deployments.ts'
import { buildDeploymentWire, toDeploymentFields } from './wire.ts'

const NESTED = ['source_config', 'source_revision_config'] as const

const groupsSchema = groupsOf(partOf(storedDeploymentSchema, NESTED), {
  fixture: z.enum(Object.keys(deploymentFixtures)).optional().describe('The name of a fixture to start with.'),
  revisions: plannedRevisionsSchema.optional(),
}).describe('Deployments: how many, or groups of them.')

/** The deployments (contract sections 2.3 to 2.6). In a scenario, the first deployment is the newest. */
export const deployments = defineResource({
  name: 'deployments',
  singular: 'deployment',
  description: 'The deployments of the workspace, each with its source and its status.',
  typeName: 'DeploymentRecord',
  schema: storedDeploymentSchema,
  parts: {
    ResourceSpec: resourceSpecSchema,
    Volume: volumeSchema,
    VolumeMount: volumeMountSchema,
    Container: containerSchema,
  },
  nested: NESTED,
  builtFrom: ['nullableFields', 'freeFormObjects', 'statusValues'],
  plan: planGroups<PartialDeploymentRecord, DeploymentGroup>('deployments', groupsSchema),
  list: {
    fields: indexedFieldsOf(deploymentFilters),
    orderings: {
      createdDescending: { by: 'created_at', as: 'timestamp', isDescending: true },
      createdAscending: { by: 'created_at', as: 'timestamp' },
      updatedDescending: { by: 'updated_at', as: 'timestamp', isDescending: true },
      name: { by: 'name', as: 'text' },
      shuffled: 'shuffled',
    },
    orderingOf: ({ deploymentOrdering }) => deploymentOrdering,
  },
  lifecycle: deploymentLifecycle,
  choices: { status: ({ statuses }) => statuses },
  findIssues(record, { statuses, allowNull }) {
    const issues = findTimeIssues(record)
    if (!statuses.includes(record.status)) {
      const hint = suggestWord(record.status, statuses)
      issues.push(
        buildIssue(
          'status',
          `${quote(record.status)}.${hint} Allowed: ${statuses.join(', ')}, and what the assumption "statusValues" adds`,
        ),
      )
    }
    const nullPath = allowNull ? undefined : findNull(storedDeploymentSchema, record)
    if (nullPath !== undefined) {
      issues.push(buildIssue(nullPath, 'null. Every field must have a value while nullableFields is none'))
    }
    return issues
  },
  refit: refitDeployment,
  wire: {
    typeName: 'Deployment',
    schemaOf: buildDeploymentWire,
    mayLackValues: ({ nullableFields }) => nullableFields === 'some',
  },
  toWire: toDeploymentFields,
  seed: seedDeployments,
  create: buildCreatedDeployment,
})
