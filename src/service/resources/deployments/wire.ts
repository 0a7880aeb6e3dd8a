import * as z from 'zod'
import { schemaOfEnvelope } from '../../../engine/contract/operation/responses.ts'
import { type Fields, isRecord } from '../../../engine/input/schemas/schema-walk.ts'
import { uuidSchema } from '../../../engine/input/schemas/uuid.ts'
import { openDraw } from '../../../engine/store/random.ts'
import { pickFields, writeFields } from '../../../fastapi/wire-fields.ts'
import type { Assumptions } from '../../assumptions/assumptions.ts'
import type { Preset } from '../../assumptions/presets.ts'
import type { PresetValue } from '../../assumptions/register.ts'
import { statusValuesOf } from '../../assumptions/values.ts'
import { pageEnvelope } from '../../envelopes.ts'
import {
  DEPLOYMENT_SOURCES,
  DEPLOYMENT_TIERS,
  type DeploymentRecord,
  deploymentSchema,
  deploymentSourcesOf,
  deploymentTypeSchema,
  deploymentTypesOf,
  isCommit,
  labelOf,
  PAIRED_TYPES,
  storedDeploymentSchema,
  tierOfType,
} from './deployment.ts'
import { nameBuiltImage, type RevisionRecord } from './revision.ts'

/** The newer fields that only clients show. */
const fieldsOfClients = {
  display_name: z.string().nullable().describe('The name for people, if a client has set one.'),
  url: z.string().nullable().describe('Where it can be reached.'),
  is_preview: z.boolean().describe('Whether it is a preview.'),
  shareable: z.boolean().describe('Whether it can be shared.'),
  route_through_gateway: z.boolean().describe('Whether its requests go through the gateway.'),
  is_managed_deep_agent: z.boolean().describe('Whether the service manages its agent.'),
  tracer_session_id: uuidSchema.nullable().describe('The tracing project of its runs.'),
  agent: z
    .strictObject({ agent_id: z.string(), environment: z.string() })
    .nullable()
    .describe('The agent that it runs, and in which environment.'),
} as const

const newerFields = {
  name: z.string().nullable().describe('The name of the deployment; null only if it has an agent.'),
  ...fieldsOfClients,
  deployment_tier: z.enum(DEPLOYMENT_TIERS).nullable().describe('Its size.'),
} as const

/** The newer fields of its `source_config`. */
const newerSourceFields = { template_id: z.string().nullable(), repo_branch: z.string().nullable() } as const

/** The newer fields of its `source_revision_config`. */
const newerRevisionFields = {
  tracked_packages: z.array(z.string()).nullable(),
  deepagents_version: z.string().nullable(),
} as const

const { name, secrets, secret_references, source_config, source_revision_config, ...assigned } = deploymentSchema.shape
const { status, source } = storedDeploymentSchema.shape
const { integration_id, repo_url, ...ofSource } = source_config.shape
const { repo_ref, graph_config_path, ...ofRevision } = source_revision_config.shape
const { id, tenant_id, created_at, updated_at, ...ofRollout } = assigned

// The real service has three fields that the contract does not have, and another name for one field. They
// are in the order that it publishes: first what a client sends, then what the service assigns.
const upstream = z.strictObject({
  name,
  source: describeLike(source, z.enum(DEPLOYMENT_SOURCES)),
  source_config: describeLike(
    source_config,
    z.strictObject({ integration_id, repo_url, deployment_type: z.enum(PAIRED_TYPES), ...ofSource }),
  ),
  source_revision_config: describeLike(
    source_revision_config,
    z.strictObject({ repo_ref, langgraph_config_path: graph_config_path, ...ofRevision }),
  ),
  secrets,
  secret_references,
  id,
  tenant_id,
  created_at,
  updated_at,
  status,
  ...ofRollout,
})

/**
 * The fields of a deployment in a response, in their order, for each value of the assumption
 * `recordShape`. A field that is `optional` may be null.
 */
export const deploymentWire = {
  /** The fields of the contract (sections 2.3 to 2.5). */
  written: deploymentSchema,
  upstream,
  newer: upstream.extend({
    source,
    source_config: describeLike(
      source_config,
      upstream.shape.source_config.extend({ deployment_type: deploymentTypeSchema, ...newerSourceFields }),
    ),
    source_revision_config: describeLike(
      source_revision_config,
      upstream.shape.source_revision_config.extend(newerRevisionFields),
    ),
    ...newerFields,
  }),
} as const

/** What only clients show: fields, and the schema of one of them. */
export const OF_CLIENTS = [
  ...[fieldsOfClients, newerSourceFields, newerRevisionFields].flatMap((fields) => Object.keys(fields)),
  'DeploymentAgent',
]

/** A page of deployments (contract section 2.10), for each value of the assumption `recordShape`. */
export const deploymentPageWire = {
  written: schemaOfEnvelope(pageEnvelope, deploymentWire.written),
  upstream: schemaOfEnvelope(pageEnvelope, deploymentWire.upstream),
  newer: schemaOfEnvelope(pageEnvelope, deploymentWire.newer),
} as const

/** Describes a schema like that of the same field in the contract. */
function describeLike<Schema extends z.ZodType>({ description = '' }: z.ZodType, schema: Schema): Schema {
  return schema.describe(description)
}

/**
 * A deployment in a response, under the preset `spec` by default:
 * `Deployment<'langsmith'>` has `status`, `source` and more, and `Deployment<'langsmith-next'>` the fields
 * that newer clients read.
 *
 * Some assumptions change it: with `optionalFields: 'absent'`, a field without a value is absent
 * instead of null; with `nullableFields: 'none'`, no field is null; `recordShape` selects the fields,
 * and `unknownFields: 'extra'` adds some.
 */
export type Deployment<Name extends Preset = 'spec'> = z.output<
  (typeof deploymentWire)[PresetValue<'recordShape', Name>]
>

/**
 * A page of deployments. `offset` is the offset of the next request.
 *
 * @example
 * const page: DeploymentPage = await response.json()
 */
export type DeploymentPage<Name extends Preset = 'spec'> = z.output<
  (typeof deploymentPageWire)[PresetValue<'recordShape', Name>]
>

// What responses contain instead of the value of a secret.
const hiddenValues: Readonly<Record<Assumptions['secretValues'], string | undefined>> = {
  clear: undefined,
  masked: '********',
  empty: '',
}

export function buildDeploymentWire(assumptions: Assumptions): z.ZodObject {
  const secrets = buildSecretsWire(assumptions)
  const { recordShape } = assumptions
  if (recordShape === 'written') return deploymentWire.written.extend({ secrets })
  const { source_config } = deploymentWire[recordShape].shape
  const deployment_type = z.enum(deploymentTypesOf(assumptions))
  return deploymentWire[recordShape].extend({
    secrets,
    status: z.enum(statusValuesOf(assumptions)),
    source: z.enum(deploymentSourcesOf(assumptions)),
    source_config: describeLike(source_config, source_config.extend({ deployment_type })),
  })
}

function buildSecretsWire({ secretValues }: Assumptions): z.ZodType {
  const { secrets } = deploymentSchema.shape
  const value = hiddenValues[secretValues]
  return value === undefined ? secrets : z.array(secrets.element.extend({ value: z.literal(value) }))
}

/** Returns what a response contains of a deployment. */
export function toDeploymentFields(record: DeploymentRecord, assumptions: Assumptions): Fields {
  const wire = deploymentWire[assumptions.recordShape]
  const isNewer = assumptions.recordShape === 'newer'
  const { source_config, source_revision_config, latest_revision_id, active_revision_id } = record
  // A deployment does not say in which state its latest revision is, unless it runs.
  const built = latest_revision_id === active_revision_id ? latest_revision_id : null
  const fields = {
    ...record,
    name: labelOf(record),
    ...(isNewer && toNewerFields(record)),
    secrets: hideSecrets(record.secrets, assumptions),
    source_config: pickFields(wire.shape.source_config, {
      ...source_config,
      ...(isListenerHidden(assumptions) && { listener_config: null }),
      deployment_type: record.deployment_type,
      ...(isNewer && toNewerSourceFields(record)),
    }),
    source_revision_config: pickFields(wire.shape.source_revision_config, {
      ...source_revision_config,
      langgraph_config_path: source_revision_config.graph_config_path,
      ...(isNewer && toNewerRevisionFields(record, built)),
    }),
  }
  const written = writeFields(wire, fields, assumptions)
  return record.absent === undefined ? written : leaveOut(record.absent, written)
}

/** Leaves out the fields with these paths that have no value. */
function leaveOut(absent: readonly string[], fields: Fields, prefix = ''): Fields {
  const written = Object.entries(fields).filter(([name, value]) => value !== null || !absent.includes(prefix + name))
  return Object.fromEntries(
    written.map(([name, value]) => [name, isRecord(value) ? leaveOut(absent, value, `${prefix}${name}/`) : value]),
  )
}

// If every field must have a value, this one has, too.
function isListenerHidden({ nullableFields, listenerConfig }: Assumptions): boolean {
  return nullableFields === 'some' && listenerConfig === 'omitted'
}

function hideSecrets(secrets: DeploymentRecord['secrets'], { secretValues }: Assumptions) {
  const value = hiddenValues[secretValues]
  return value === undefined ? secrets : secrets.map(({ name }) => ({ name, value }))
}

/** Returns the newer fields of a deployment that are not as in its record. Most follow from others of it. */
function toNewerFields(
  record: DeploymentRecord,
): Readonly<Record<Exclude<keyof typeof newerFields, keyof DeploymentRecord> | 'name', unknown>> & Fields {
  return {
    name: record.name,
    url: record.source_config.custom_url,
    is_preview: record.is_preview ?? false,
    shareable: false,
    route_through_gateway: false,
    is_managed_deep_agent: false,
    tracer_session_id: openDraw(0, 'tracer_session', 0, record.id).uuid(),
    agent: record.agent_id === null ? null : { agent_id: record.agent_id, environment: record.agent_environment },
    deployment_tier: record.deployment_tier ?? tierOfType(record.deployment_type),
  }
}

/** Returns the newer fields of its `source_config`. */
function toNewerSourceFields({
  source,
  template_id,
  source_revision_config: { repo_ref },
}: DeploymentRecord): Readonly<Record<keyof typeof newerSourceFields, unknown>> {
  const isBranch = source === 'github' && repo_ref !== null && !repo_ref.startsWith('refs/tags/') && !isCommit(repo_ref)
  return { template_id, repo_branch: isBranch ? repo_ref.replace(/^refs\/heads\//, '') : null }
}

/** Returns the newer fields of a `source_revision_config`, and those that a build from GitHub changes. */
export function toNewerRevisionFields(
  { source, source_revision_config: config }: DeploymentRecord | RevisionRecord,
  built: string | null,
): Readonly<Record<string, unknown>> {
  // A revision can have another source than its deployment, which has the same commit and the same image.
  const isOfRepository = source === 'github' || config.repo_commit_sha !== null
  const isBuilt = built !== null && isOfRepository && config.image_uri === null
  return {
    ...(isBuilt && { repo_ref: config.repo_commit_sha ?? config.repo_ref, image_uri: nameBuiltImage(built) }),
    tracked_packages: null,
    deepagents_version: null,
  }
}
