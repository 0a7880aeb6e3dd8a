// The resource: deployments.

import * as z from 'zod'
import { deploymentFixtures } from '../../../../fixtures/named-deployments.ts'
import { indexedFieldsOf } from '../../../engine/contract/operation/parameter.ts'
import { buildIssue, findTimeIssues } from '../../../engine/define/resource/record-rules.ts'
import { partOf } from '../../../engine/input/schemas/optional.ts'
import { findNull } from '../../../engine/input/schemas/schema-walk.ts'
import { quote } from '../../../engine/input/text/quote.ts'
import { suggestWord } from '../../../engine/input/text/suggestion.ts'
import { groupsOf, planGroups } from '../../../engine/world/start/planned-groups.ts'
import type { Assumptions } from '../../assumptions/assumptions.ts'
import { FINAL_DELETE } from '../../assumptions/statuses.ts'
import { statusValuesOf } from '../../assumptions/values.ts'
import { defineResource, type Lifecycle } from '../building.ts'
import { buildCreatedDeployment, refitDeployment } from './build/build-created.ts'
import { containerSchema, volumeMountSchema, volumeSchema } from './container.ts'
import { type DeploymentRecord, type PartialDeploymentRecord, storedDeploymentSchema } from './deployment.ts'
import { deploymentFilters } from './filters.ts'
import { plannedRevisionsSchema } from './planned-revisions.ts'
import { resourceSpecSchema } from './resource-spec.ts'
import { type DeploymentGroup, seedDeployments } from './seed-deployments.ts'
import { buildDeploymentWire, OF_CLIENTS, toDeploymentFields } from './wire.ts'

const NESTED = ['source_config', 'source_revision_config'] as const

const groupsSchema = groupsOf(partOf(storedDeploymentSchema, NESTED), {
  fixture: z.enum(Object.keys(deploymentFixtures)).optional().describe('The name of a fixture to start with.'),
  revisions: plannedRevisionsSchema.optional(),
}).describe('Deployments: how many, or groups of them.')

// The real service needs a minute or more, which is too long for a demo.
const MILLISECONDS_TO_READY = 30_000

const outcomes: Readonly<Record<Assumptions['statusTransitions'], string | undefined>> = {
  awaiting: 'READY',
  fails: 'UNKNOWN',
  instant: undefined,
  stuck: undefined,
}

/** How a new deployment changes (contract section 3), and when a preview ends (`statusTransitions`, `previewIdle`). */
const deploymentLifecycle: Lifecycle<DeploymentRecord> = {
  field: 'status',
  statesOf: statusValuesOf,
  passing: ['AWAITING_DATABASE', 'AWAITING_DELETE', FINAL_DELETE],
  // What a world begins with has been idle since then.
  startsAtOnce: ({ previewMilliseconds }) => (previewMilliseconds === undefined ? undefined : { is_preview: true }),
  next({ status, is_preview }, { assumptions, context: { previewMilliseconds: after } }) {
    if (is_preview === true) {
      return after === undefined
        ? undefined
        : { ends: true, after, unlessChanged: ['is_preview', 'latest_revision_id'] }
    }
    if (assumptions === undefined) return undefined
    const to = outcomes[assumptions.statusTransitions]
    if (status !== 'AWAITING_DATABASE' || to === undefined || !statusValuesOf(assumptions).includes(to))
      return undefined
    return { to, after: MILLISECONDS_TO_READY }
  },
  // A deployment that is ready has an active revision.
  enter: (status, { latest_revision_id }) => (status === 'READY' ? { active_revision_id: latest_revision_id } : {}),
}

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
  builtFrom: ['nullableFields', 'freeFormObjects', 'statusValues', 'deploymentTypes', 'previewIdle'],
  plan: planGroups<PartialDeploymentRecord, DeploymentGroup>('deployments', groupsSchema),
  // A creation looks whether another deployment has the same name or the same source.
  lookups: [
    ['name'],
    ['agent_id', 'agent_environment'],
    ['source_config.repo_url', 'source_revision_config.graph_config_path'],
    ['is_preview'],
  ],
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
  choices: { status: ({ statuses }) => statuses, deployment_type: ({ deploymentTypes }) => deploymentTypes },
  findIssues(record, { statuses, deploymentTypes, allowNull }) {
    const issues = findTimeIssues(record)
    const { deployment_type } = record
    if (!deploymentTypes.includes(deployment_type)) {
      const allowed = `${deploymentTypes.join(', ')}, and what the assumptions "deploymentTypes" and "newerParameters" add`
      issues.push(buildIssue('deployment_type', `${quote(deployment_type)}. Allowed: ${allowed}`))
    }
    if (!statuses.includes(record.status)) {
      const hint = suggestWord(record.status, statuses)
      issues.push(
        buildIssue(
          'status',
          `${quote(record.status)}.${hint} Allowed: ${statuses.join(', ')}, and what the assumption "statusValues" adds`,
        ),
      )
    }
    if (record.name === null && record.agent_id === null) {
      issues.push(buildIssue('name', 'null. Only a deployment with an agent_id can be without a name'))
    }
    if ((record.agent_id === null) !== (record.agent_environment === null)) {
      issues.push(
        buildIssue(
          'agent_environment',
          `${String(record.agent_environment)}. It must be null if, and only if, agent_id is`,
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
    basis: {
      of: 'documented: contract',
      except: {
        'documented: OpenAPI': ['source', 'status', 'deployment_type', 'langgraph_config_path'],
        'seen: client': OF_CLIENTS,
        guessed: ['deployment_tier'],
      },
    },
    schemaOf: buildDeploymentWire,
    mayLackValues: ({ nullableFields }) => nullableFields === 'some',
  },
  toWire: toDeploymentFields,
  seed: seedDeployments,
  create: buildCreatedDeployment,
})
