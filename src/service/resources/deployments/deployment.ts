// Sections 2.3 to 2.5 of the contract, and the attributes behind the filters.

import * as z from 'zod'
import { isThere } from '../../../engine/define/assumptions/assumptions.ts'
import { optional } from '../../../engine/input/schemas/optional.ts'
import type { Frozen } from '../../../engine/input/schemas/schema-walk.ts'
import { timestampSchema } from '../../../engine/input/schemas/timestamp.ts'
import { anyIdSchema, uuidSchema } from '../../../engine/input/schemas/uuid.ts'
import type { Assumptions } from '../../assumptions/assumptions.ts'
import type { DeploymentStatus } from '../../assumptions/statuses.ts'
import { newer } from '../../assumptions/values.ts'
import type { ContractKind, KindsOf } from '../text-kinds.ts'
import { resourceSpecKinds, resourceSpecSchema } from './resource-spec.ts'

/** The deployment types that the list can be filtered by (contract section 4.4). */
export const DEPLOYMENT_TYPES = ['dev_free', 'dev', 'prod'] as const

/** The types that newer clients send, too (assumption `newerParameters`). */
const ZERO_TYPES = ['dev_zero', 'dev_free_zero'] as const

/** The family of types that replaces the others (assumption `deploymentTypes`). */
const NEXT_TYPES = ['serverless', 'dedicated'] as const

/** The types of both families, without those that only newer clients send. */
export const PAIRED_TYPES = [...DEPLOYMENT_TYPES, ...NEXT_TYPES] as const

/** Where the code of a deployment comes from. These are the four values of the real service. */
export const DEPLOYMENT_SOURCES = ['github', 'external_docker', 'internal_docker', 'internal_source'] as const

const ALL_TYPES = [...DEPLOYMENT_TYPES, ...ZERO_TYPES, ...NEXT_TYPES] as const
export const deploymentTypeSchema = z.enum(ALL_TYPES)

/** Every source of a deployment. Only newer versions have the last one. */
const ALL_SOURCES = [...DEPLOYMENT_SOURCES, 'internal_template'] as const
export const deploymentSourceSchema = z.enum(ALL_SOURCES)
export const sourceKind: ContractKind = { words: ALL_SOURCES }

export function deploymentTypesOf(assumptions: Assumptions): readonly DeploymentType[] {
  if (assumptions.deploymentTypes === 'replaced') return ['dev', 'prod', ...NEXT_TYPES]
  const zeroTypes = isThere({ addedBy: newer }, assumptions) ? ZERO_TYPES : []
  return [...DEPLOYMENT_TYPES, ...zeroTypes, ...(assumptions.deploymentTypes === 'both' ? NEXT_TYPES : [])]
}

export function deploymentSourcesOf(assumptions: Assumptions): readonly DeploymentSource[] {
  return isThere({ addedBy: newer }, assumptions) ? deploymentSourceSchema.options : DEPLOYMENT_SOURCES
}

/** The sizes that a deployment can have. The written contract does not mention them. */
export const DEPLOYMENT_TIERS = [
  'SERVERLESS_S',
  'SERVERLESS_M',
  'SERVERLESS_L',
  'DEDICATED_S',
  'DEDICATED_M',
  'DEDICATED_L',
] as const

export const listenerConfigSchema = z.strictObject({ k8s_namespace: optional(z.string()) })

/** Where a deployment's code and configuration come from (contract section 2.4). */
export const sourceConfigSchema = z.strictObject({
  // Section 2.4 says UUID, but a creation accepts every id that lists of repositories contain (2.2).
  integration_id: optional(anyIdSchema),
  repo_url: optional(z.string()),
  build_on_push: optional(z.boolean()),
  custom_url: optional(z.string()),
  resource_spec: optional(resourceSpecSchema),
  listener_id: optional(uuidSchema),
  listener_config: optional(listenerConfigSchema),
  install_command: optional(z.string()),
  build_command: optional(z.string()),
})

/** What the latest revision is built from (contract section 2.5). */
export const sourceRevisionConfigSchema = z.strictObject({
  repo_ref: optional(z.string()),
  graph_config_path: optional(z.string()),
  image_uri: optional(z.string()),
  source_tarball_path: optional(z.string()),
  repo_commit_sha: optional(z.string()),
})

const sourceKinds: KindsOf<z.output<typeof sourceConfigSchema>> = {
  integration_id: 'id',
  repo_url: 'url',
  custom_url: 'url',
  resource_spec: resourceSpecKinds,
  listener_id: 'id',
  listener_config: { k8s_namespace: 'name' },
  install_command: 'command',
  build_command: 'command',
}

/** What the texts in a `source_revision_config` are. */
export const sourceRevisionKinds: KindsOf<z.output<typeof sourceRevisionConfigSchema>> = {
  repo_ref: 'branch',
  graph_config_path: 'path',
  image_uri: 'image',
  source_tarball_path: 'path',
  repo_commit_sha: 'digest',
}

export const secretSchema = z.strictObject({ name: z.string(), value: z.string() })

export const secretReferenceSchema = z.strictObject({
  name: z.string(),
  secret_name: z.string(),
  secret_key: z.string(),
})

/** A deployment with the fields of the contract (section 2.3), in their order. */
export const deploymentSchema = z.strictObject({
  id: uuidSchema.describe('The id of the deployment, a UUID.'),
  tenant_id: uuidSchema.describe('The tenant that it belongs to, a UUID.'),
  name: z.string().describe('The name of the deployment.'),
  source_config: sourceConfigSchema.describe('Where its code comes from, and how it is built and run.'),
  source_revision_config: sourceRevisionConfigSchema.describe('What its latest revision is built from.'),
  secrets: z.array(secretSchema).describe('Its secrets, each with a name and a value.'),
  secret_references: optional(z.array(secretReferenceSchema)).describe('Its references to secrets of the cluster.'),
  created_at: timestampSchema.describe('When it was created.'),
  updated_at: timestampSchema.describe('When it was last changed.'),
  latest_revision_id: optional(uuidSchema).describe('The revision that was created last.'),
  active_revision_id: optional(uuidSchema).describe('The revision that runs; null if none has ever run.'),
  image_version: optional(z.string()).describe('The version of the image that it runs. A filter of the list.'),
})

/**
 * A deployment in the database. It also has the attributes that the list can be filtered by
 * (contract section 4.4) but that the contract's fields do not contain.
 */
export const storedDeploymentSchema = deploymentSchema.extend({
  name: deploymentSchema.shape.name.nullable().describe('The name of the deployment; null only if it has an agent.'),
  // The statuses are an assumption, so they are checked elsewhere.
  status: z
    .string()
    .min(1)
    .describe('The status. The assumption `statusValues` decides which ones exist.') as z.ZodType<
    DeploymentStatus,
    DeploymentStatus
  >,
  deployment_type: deploymentTypeSchema.describe('The type. A filter of the list.'),
  remote_reconciled: z
    .boolean()
    .describe('Whether a listener in the cluster of a customer runs it. A filter of the list.'),
  tag_value_ids: z.array(uuidSchema).describe('The ids of its tags. A filter of the list.'),
  source: deploymentSourceSchema.describe('Where its code comes from.'),
  deployment_tier: optional(z.enum(DEPLOYMENT_TIERS)).describe(
    'The size of the deployment; null for that of its type.',
  ),
  database_tier: optional(z.enum(DEPLOYMENT_TIERS)).describe('The size of its database; null for that of its type.'),
  display_name: optional(z.string().min(1)).describe('The name for people; null if no client has set one.'),
  is_preview: optional(z.boolean()).describe('Whether it is a preview, such as one of a pull request; null if not.'),
  template_id: optional(z.string()).describe('The template that the source `internal_template` runs.'),
  agent_id: optional(z.string()).describe('The agent that it runs; null if it was not created for one.'),
  agent_environment: optional(z.string()).describe('The environment of its agent.'),
  absent: z
    .array(z.string())
    .optional()
    .describe('The fields that responses leave out instead of null, such as source_config/custom_url. Default: none.'),
})

/** What the texts of its fields are. */
export const deploymentKinds: KindsOf<z.output<typeof storedDeploymentSchema>> = {
  id: 'id',
  tenant_id: 'id',
  name: 'name',
  source_config: sourceKinds,
  source_revision_config: sourceRevisionKinds,
  secrets: { name: 'variable', value: 'secret' },
  secret_references: { name: 'variable', secret_name: 'name', secret_key: 'name' },
  created_at: 'time',
  updated_at: 'time',
  latest_revision_id: 'id',
  active_revision_id: 'id',
  image_version: 'version',
  // A service can have statuses that the contract does not know. They look alike.
  status: { words: [], form: /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)*$/ },
  deployment_type: { words: ALL_TYPES },
  tag_value_ids: 'id',
  source: sourceKind,
  deployment_tier: { words: DEPLOYMENT_TIERS },
  database_tier: { words: DEPLOYMENT_TIERS },
  display_name: 'name',
  template_id: 'name',
  agent_id: 'name',
  agent_environment: 'name',
  // They come from the contract.
  absent: { words: [], form: /^[\w/]+$/ },
}

export type DeploymentSource = z.output<typeof deploymentSourceSchema>
export type DeploymentType = z.output<typeof deploymentTypeSchema>
export type DeploymentTier = (typeof DEPLOYMENT_TIERS)[number]

interface LabelledDeployment {
  readonly name: string | null
  readonly agent_id: string | null
}

/** What to call a deployment: its name, or else the id of its agent. */
export function labelOf({ name, agent_id }: LabelledDeployment): string {
  return name ?? agent_id ?? ''
}

export function isCommit(ref: string): boolean {
  return /^[\da-f]{40}$/.test(ref)
}

/** What the service calls a deployment of a type today. Each kind has its own sizes. */
export function kindOfType(type: DeploymentType): 'DEDICATED' | 'SERVERLESS' {
  return type === 'prod' || type === 'dedicated' ? 'DEDICATED' : 'SERVERLESS'
}

/** Returns a type, or one of the same kind that exists if that one does not. */
export function fitType(type: DeploymentType, types: readonly DeploymentType[]): DeploymentType {
  if (types.includes(type)) return type
  return types.find((each) => kindOfType(each) === kindOfType(type)) ?? type
}

/** The size of a deployment that no client has changed. */
export function tierOfType(type: DeploymentType): DeploymentTier {
  return `${kindOfType(type)}_S`
}

export type SourceConfigInput = Frozen<z.input<typeof sourceConfigSchema>>
export type SourceRevisionConfigInput = Frozen<z.input<typeof sourceRevisionConfigSchema>>
/**
 * A deployment in the database. Under the preset `spec`, responses contain neither its `status` nor the
 * attributes after it.
 */
export type DeploymentRecord = Frozen<z.output<typeof storedDeploymentSchema>>
export type DeploymentRecordInput = Frozen<z.input<typeof storedDeploymentSchema>>

/** The given fields of a deployment. The others are generated. */
export type PartialDeploymentRecord = Partial<DeploymentRecordInput>

const ASSIGNED: readonly string[] = ['id', 'tenant_id', 'created_at', 'updated_at', 'absent']

/** A deployment that a request creates. The service assigns the other fields. */
export type NewDeployment = Omit<DeploymentRecord, 'id' | 'tenant_id' | 'created_at' | 'updated_at'>

/** The fields that may be null. */
type Nulls = { readonly [Name in keyof DeploymentRecord as null extends DeploymentRecord[Name] ? Name : never]: null }

/** The fields that a request determines. */
export const REQUESTED = Object.keys(storedDeploymentSchema.shape).filter(
  (name) => !ASSIGNED.includes(name),
) as readonly (keyof NewDeployment)[]

/** What a creation starts from. The factory of worlds generates what is not set, so fields that may be null are. */
export const emptyDeployment = { ...buildNulls(), secrets: [], tag_value_ids: [] }

function buildNulls(): Nulls {
  // Every creation sets the others. V8 replaces the fields of a copy much faster than it adds them.
  return Object.fromEntries(REQUESTED.map((name) => [name, null])) as Nulls
}
