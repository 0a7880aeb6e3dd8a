// The resource: deployments.

import * as z from 'zod'
import { deploymentFixtures } from '../../../../fixtures/named-deployments.ts'
import type { Parameters } from '../../../engine/contract/operation/value.ts'
import { buildIssue, findTimeIssues } from '../../../engine/define/resource/resource.ts'
import { partOf } from '../../../engine/input/schemas/optional.ts'
import { dropNulls, isRecord, unwrap } from '../../../engine/input/schemas/schema-walk.ts'
import { isUuid } from '../../../engine/input/schemas/uuid.ts'
import { quote } from '../../../engine/input/text/quote.ts'
import { suggestWord } from '../../../engine/input/text/suggestion.ts'
import type { IndexedFields } from '../../../engine/store/listing/filter.ts'
import { hashText } from '../../../engine/store/random.ts'
import { groupsOf, planGroups } from '../../../engine/world/start/planned-groups.ts'
import type { Assumptions } from '../../assumptions/assumptions.ts'
import { chooseStatus, FINAL_DELETE } from '../../assumptions/statuses.ts'
import { statusValuesOf } from '../../assumptions/values.ts'
import { type Creation, defineResource, type Lifecycle, type Seeding } from '../building.ts'
import { listeners } from '../listeners.ts'
import { repositories } from '../repositories/repositories.ts'
import { selectFitting } from './build/build-configs.ts'
import { buildDeployment } from './build/build-deployment.ts'
import {
  type DeploymentRecord,
  type DeploymentRecordInput,
  fitType,
  type PartialDeploymentRecord,
  REQUESTED,
  type SourceConfigInput,
  storedDeploymentSchema,
} from './deployment.ts'
import { deploymentFilters } from './filters.ts'
import { containerSchema, resourceSpecSchema, volumeMountSchema, volumeSchema } from './resource-spec.ts'
import { type DeploymentGroup, plannedRevisionsSchema, seedDeployments } from './seed-deployments.ts'
import { buildDeploymentWire, OF_CLIENTS, toDeploymentFields } from './wire.ts'

// Different deployments get different generated values.
const MOST_DIFFERENT = 1000

const CREATED = 'created-deployment'

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
  choices: {
    status: ({ statuses }) => statuses,
    deployment_type: ({ deploymentTypes }) => deploymentTypes,
    source: ({ sources }) => sources,
  },
  findIssues(record, { statuses, deploymentTypes, sources, allowNull }) {
    const issues = findTimeIssues(record)
    const { deployment_type } = record
    if (!deploymentTypes.includes(deployment_type)) {
      const allowed = `${deploymentTypes.join(', ')}, and what the assumptions "deploymentTypes" and "newerParameters" add`
      issues.push(buildIssue('deployment_type', `${quote(deployment_type)}. Allowed: ${allowed}`))
    }
    if (!sources.includes(record.source)) {
      const allowed = `${sources.join(', ')}, and what the assumption "newerParameters" adds`
      issues.push(buildIssue('source', `${quote(record.source)}. Allowed: ${allowed}`))
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

/** Returns the path of the first field that is null, if there is one. */
function findNull(schema: z.ZodType, value: unknown, path: readonly (string | number)[] = []): string | undefined {
  if (value === null) return path.join('.')
  const inner = unwrap(schema)
  for (const [key, field, child] of listChildren(inner, value)) {
    const found = findNull(field, child, [...path, key])
    if (found !== undefined) return found
  }
  return undefined
}

function* listChildren(schema: z.ZodType, value: unknown): Iterable<[string | number, z.ZodType, unknown]> {
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield [index, schema.element as z.ZodType, item]
  }
  if (schema instanceof z.ZodObject && isRecord(value)) {
    for (const [name, field] of Object.entries<z.ZodType>(schema.shape)) yield [name, field, value[name]]
  }
}

function indexedFieldsOf(parameters: Parameters): IndexedFields {
  const filters = Object.values(parameters).flatMap(({ filter }) => filter ?? [])
  return Object.fromEntries(filters.flatMap(({ field, index }) => (index === undefined ? [] : [[field, index]])))
}

/** Returns a stored deployment with a status, a type and a source that exist, and with a value in every field that must have one. */
function refitDeployment(record: DeploymentRecord, { context, rules, tables }: Seeding): unknown {
  const { statuses, deploymentTypes, sources } = rules
  const status = statuses.includes(record.status) ? record.status : chooseStatus('UNKNOWN', statuses)
  const deployment_type = fitType(record.deployment_type, deploymentTypes)
  const source = sources.includes(record.source) ? record.source : 'internal_source'
  const isFit = status === record.status && deployment_type === record.deployment_type && source === record.source
  const fitted = isFit ? record : { ...record, status, deployment_type, source }
  if (rules.allowNull || findNull(storedDeploymentSchema, fitted) === undefined) return fitted
  const active_revision_id = fitted.active_revision_id ?? fitted.latest_revision_id
  // Fields without a value are left out, so that the factory generates them.
  const fields = dropNulls(storedDeploymentSchema, { ...fitted, active_revision_id }) as PartialDeploymentRecord
  const index = hashText(record.id) % MOST_DIFFERENT
  return buildCreatedDeployment({ context, index, now: record.created_at, fields, parents: {}, tables })
}

/** Builds a deployment that is created after the start of a world. */
function buildCreatedDeployment(creation: Creation<PartialDeploymentRecord>): DeploymentRecordInput {
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
  const open = (field: string) => context.open(kind, index, field)
  const repository = candidates.length === 0 ? undefined : open('repository').pick(candidates)
  const plan = { kind, index, open, repository, listeners: tables.of(listeners).all(), createdAt: now, fields }
  return buildDeployment(context, plan)
}
