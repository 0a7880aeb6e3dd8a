// Deployments: their summaries, and the complete records.

import * as z from 'zod'
import { imageVersions, purposesByType } from '../../../../../fixtures/deployments.ts'
import { ageFromYoungest, reconcileTimes } from '../../../../engine/define/factory/context.ts'
import { isRecord, mergeFields, unwrap } from '../../../../engine/input/schemas/schema-walk.ts'
import { formatMicroseconds, parseMicroseconds, timestampSchema } from '../../../../engine/input/schemas/timestamp.ts'
import type { Draw } from '../../../../engine/store/random.ts'
import type { FactoryContext } from '../../building.ts'
import type { ListenerRecord } from '../../listeners.ts'
import type { RepositoryRecord } from '../../repositories/repository.ts'
import {
  DEPLOYMENT_TYPES,
  type DeploymentRecord,
  type DeploymentRecordInput,
  type DeploymentType,
  deploymentTypeSchema,
  kindOfType,
  labelOf,
  type PartialDeploymentRecord,
  storedDeploymentSchema,
  tierOfType,
} from '../deployment.ts'
import type { DeploymentSummary } from '../filters.ts'
import {
  buildSecretReferences,
  buildSecrets,
  buildSourceConfig,
  buildSourceRevisionConfig,
  type DeploymentOutline,
  drawConfigPath,
  type OpenField,
  pickListener,
} from './build-configs.ts'
import { drawRevisionIds } from './revision-ids.ts'

/** Which deployment to build, and what is already known about it. */
export interface DeploymentPlan {
  /** The kind of record that `index` numbers. */
  kind: string
  index: number
  open: OpenField
  repository: RepositoryRecord | undefined
  listeners: readonly ListenerRecord[]
  /** The time of creation. Default: a generated one. */
  createdAt?: string
  fields?: PartialDeploymentRecord
}

/** The purpose of a deployment: the end of its name, and the matching type. */
interface Purpose {
  readonly suffix: string
  readonly deployment_type: (typeof DEPLOYMENT_TYPES)[number]
}

const purposes: readonly Purpose[] = DEPLOYMENT_TYPES.flatMap((type) =>
  purposesByType[type].split(' ').map((suffix) => ({ suffix, deployment_type: type })),
)

const NO_AGENT = { agent_id: null, is_preview: null, agent_environment: null }
const EXAMPLE_AGENT = { agent_id: 'example', is_preview: false, agent_environment: 'production' }
const EXAMPLE_URL = 'https://github.com/example/example'
const HALFWAY = 200
const YOUNGEST = 3_600_000_000

/**
 * Builds a deployment that is ready to be inserted. Given fields are kept. Generated fields are
 * consistent with them: for example, the configuration fits the source.
 *
 * @param summary the fields that lists need, which become part of the record. Default: they are built
 */
export function buildDeployment(
  context: FactoryContext,
  plan: DeploymentPlan,
  summary = buildDeploymentSummary(context, plan),
): DeploymentRecordInput {
  const { open, fields = {} } = plan
  // Assigned, because in Node 20 an object with fields behind a spread takes twenty times as long to build.
  const isActive = summary.status !== 'AWAITING_DATABASE'
  const outline: DeploymentOutline = Object.assign(
    { ...summary },
    {
      ...findPlace(context, plan, summary),
      name: labelOf(summary),
      isActive,
    },
  )
  const { latest, active } = drawRevisionIds(context, plan, summary.status)

  // Has every field of a record: one that is forgotten is a type error.
  const built = Object.assign({ ...summary }, buildSettings(context, summary), {
    tag_value_ids: [...summary.tag_value_ids],
    tenant_id: context.tenantId,
    secrets: fields.secrets ?? buildSecrets(context, open('secrets')),
    secret_references: buildSecretReferences(context, open('secret_references'), outline),
    latest_revision_id: latest,
    active_revision_id: active,
    source_config: buildSourceConfig(context, open, outline),
    source_revision_config: buildSourceRevisionConfig(context, open, outline),
  }) satisfies { readonly [Name in keyof DeploymentRecord]: unknown }
  const merged = Object.assign({ ...built }, fields, {
    source_config: mergeFields(built.source_config, fields.source_config),
    source_revision_config: mergeFields(built.source_revision_config, fields.source_revision_config),
  })
  // If every field must have a value, given objects may still lack values at any depth.
  return context.allowNull ? merged : (fillMissing(storedDeploymentSchema, merged, built) as DeploymentRecordInput)
}

/** Fills in missing fields from a complete value; for the items of a list, from the first item of its list. */
function fillMissing(schema: z.ZodType, value: unknown, whole: unknown): unknown {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodArray && Array.isArray(value) && Array.isArray(whole)) {
    return value.map((item) => fillMissing(inner.element as z.ZodType, item, whole[0]))
  }
  if (!(inner instanceof z.ZodObject) || !isRecord(value) || !isRecord(whole)) return value
  const filled = Object.entries<z.ZodType>(inner.shape).map(([name, field]) => [
    name,
    value[name] === undefined ? whole[name] : fillMissing(field, value[name], whole[name]),
  ])
  return { ...value, ...Object.fromEntries(filled) }
}

/** Finds where a deployment comes from and where it runs. If every field must have a value, it has both. */
function findPlace(context: FactoryContext, plan: DeploymentPlan, { source, remote_reconciled }: DeploymentSummary) {
  const { listeners, open, fields = {} } = plan
  const namespace = fields.source_config?.listener_config?.k8s_namespace
  const isListened = remote_reconciled || !context.allowNull
  return {
    repository: findRepository(context, plan, source),
    listener: isListened ? pickListener(listeners, open, namespace) : undefined,
  }
}

/** Builds what tells whether two deployments have the same code. */
function outlineCode(context: FactoryContext, plan: DeploymentPlan, source: DeploymentRecord['source']) {
  const { open, fields = {} } = plan
  const url = findRepository(context, plan, source)?.url ?? (context.allowNull ? null : EXAMPLE_URL)
  const { repo_url = url } = fields.source_config ?? {}
  const { graph_config_path = drawConfigPath(context, open, source) } = fields.source_revision_config ?? {}
  return { source_config: { repo_url }, source_revision_config: { graph_config_path } }
}

function findRepository({ allowNull }: FactoryContext, { repository }: DeploymentPlan, source: string) {
  return source === 'github' || !allowNull ? repository : undefined
}

/** Builds only the fields that lists are filtered and ordered by. They equal those of `buildDeployment`. */
export function buildDeploymentSummary(context: FactoryContext, plan: DeploymentPlan): DeploymentSummary {
  const { kind, index, open, fields = {} } = plan
  const usual = context.allowNull ? NO_AGENT : EXAMPLE_AGENT
  const drawFor = <Item>(field: string, items: readonly Item[]) => context.drawFromBag(items, `${kind}/${field}`, index)
  const purpose = drawFor('purpose', purposes)
  const isRemote = fields.remote_reconciled ?? drawFor('remote_reconciled', remoteBag)
  const hasImageVersion = !context.allowNull || open('has_image_version').chance(0.85)
  const imageVersion = drawFor('image_version', imageVersions)
  const { created_at, updated_at } = buildTimes(context, plan)
  const source = fields.source ?? (isRemote ? 'external_docker' : chooseSource(plan, drawFor('source', sourceBag)))

  return {
    created_at,
    updated_at,
    id: fields.id ?? open('id').uuid(),
    name: chooseName(plan, purpose),
    agent_id: fields.agent_id ?? usual.agent_id,
    is_preview: fields.is_preview ?? usual.is_preview,
    agent_environment: fields.agent_environment ?? usual.agent_environment,
    status: fields.status ?? drawFor('status', context.statusBag),
    // An invalid type is rejected when the record is written.
    deployment_type:
      deploymentTypeSchema.options.find((type) => type === fields.deployment_type) ??
      chooseType(context, open('deployment_type'), purpose.deployment_type),
    remote_reconciled: isRemote,
    source,
    image_version: fields.image_version === undefined ? (hasImageVersion ? imageVersion : null) : fields.image_version,
    tag_value_ids: fields.tag_value_ids ?? buildTagValueIds(context, open('tag_value_ids'), index),
    ...outlineCode(context, plan, source),
  }
}

// Where there are two families of types, half of the deployments have one of the next, whichever suits their purpose.
function chooseType({ deploymentTypes }: FactoryContext, draw: Draw, type: DeploymentType): DeploymentType {
  const next = kindOfType(type) === 'DEDICATED' ? 'dedicated' : 'serverless'
  if (!deploymentTypes.includes(next)) return type
  return deploymentTypes.includes(type) && draw.chance(0.5) ? type : next
}

const remoteBag: readonly boolean[] = [true, true, ...Array<boolean>(8).fill(false)]

const sourceBag: readonly DeploymentRecord['source'][] = [
  ...Array<DeploymentRecord['source']>(14).fill('github'),
  ...Array<DeploymentRecord['source']>(3).fill('internal_docker'),
  ...Array<DeploymentRecord['source']>(3).fill('internal_source'),
]

// Without a repository there is nothing to build from, so the source is an image.
function chooseSource({ repository, fields }: DeploymentPlan, dealt: DeploymentRecord['source']) {
  const hasCode = repository !== undefined || typeof fields?.source_config?.repo_url === 'string'
  return dealt === 'github' && !hasCode ? 'internal_docker' : dealt
}

function chooseName({ index, repository, fields }: DeploymentPlan, purpose: Purpose): string | null {
  // That of an agent can be null.
  if (fields?.name !== undefined) return fields.name
  const round = Math.floor(index / purposes.length)
  const name = `${repository?.name ?? 'agent'}-${purpose.suffix}`
  return round === 0 ? name : `${name}-${round + 1}`
}

function buildTimes(context: FactoryContext, { index, open, createdAt, fields = {} }: DeploymentPlan) {
  if (createdAt !== undefined && fields.created_at === undefined) {
    const created_at = fields.updated_at ?? createdAt
    return { created_at, updated_at: created_at }
  }
  const age = YOUNGEST + ageFromYoungest(index, HALFWAY, open('created_at').next())
  const created_at = fields.created_at ?? formatMicroseconds(context.now - BigInt(age))
  return reconcileTimes(fields, { created_at, updated_at: buildUpdatedAt(context, open('updated_at'), created_at) })
}

function buildUpdatedAt(context: FactoryContext, draw: Draw, createdAt: string): string {
  const parsed = timestampSchema.safeParse(createdAt)
  // An invalid timestamp is rejected when the record is written, with a clear message.
  if (!parsed.success) return createdAt
  const created = parseMicroseconds(parsed.data)
  const share = draw.next()
  const age = Math.max(0, Number(context.now - created))
  return formatMicroseconds(created + BigInt(Math.floor(age * share * share)))
}

// A deployment has the size of its type and no other name until a client changes it.
/** What a summary has would hide it. */
type Settings = Omit<
  Pick<DeploymentRecord, 'deployment_tier' | 'database_tier' | 'display_name' | 'template_id'>,
  keyof DeploymentSummary
>

function buildSettings({ allowNull }: FactoryContext, { deployment_type, ...named }: DeploymentSummary): Settings {
  if (allowNull) {
    return { deployment_tier: null, database_tier: null, display_name: null, template_id: null }
  }
  const tier = tierOfType(deployment_type)
  return {
    deployment_tier: tier,
    database_tier: tier,
    display_name: labelOf(named),
    template_id: 'example',
  }
}

// Deployments take tag values in turn. About one in ten has none, and some have a second one.
function buildTagValueIds(context: FactoryContext, draw: Draw, index: number): string[] {
  if (draw.chance(0.1)) return []
  const count = context.tagValueIds.length
  const further = draw.chance(0.4) ? [draw.integer(1, count - 1)] : []
  return [0, ...further].map((step) => context.tagValueIds[(index + step) % count] as string)
}
