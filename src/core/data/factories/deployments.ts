import { imageVersions, type PurposeFixture, purposeFixtures } from '../../../../fixtures/deployments.ts'
import {
  DEPLOYMENT_TYPES,
  type Deployment,
  type DeploymentInput,
  type SourceConfigInput,
  type SourceRevisionConfigInput,
  storedDeploymentSchema,
} from '../../records/deployment.ts'
import type { Frozen } from '../../records/freeze.ts'
import type { Repository } from '../../records/repository.ts'
import { fillMissing, hasFields } from '../../records/schema-walk.ts'
import { formatMicroseconds, parseMicroseconds, timestampSchema } from '../../records/timestamp.ts'
import { type Draw, dealCard, hashText } from '../random.ts'
import { ageFromYoungest } from './ages.ts'
import type { FactoryContext } from './context.ts'
import {
  buildSecretReferences,
  buildSecrets,
  buildSourceConfig,
  buildSourceRevisionConfig,
  createChooser,
  type DeploymentOutline,
} from './deployment-configs.ts'

/** The part of a deployment that somebody gives; the factory completes the rest. */
export type PartialDeployment = Partial<Omit<DeploymentInput, 'source_config' | 'source_revision_config'>> & {
  source_config?: SourceConfigInput
  source_revision_config?: SourceRevisionConfigInput
}

/** Which deployment to build, and what is settled about it already. */
export interface DeploymentPlan {
  /** The family of records that the number counts in. */
  kind: string
  index: number
  repository: Frozen<Repository> | undefined
  /** When it is created; a deployment of a seeded world finds that itself. */
  createdAt?: string
  given?: PartialDeployment
}

const HALFWAY = 200
const YOUNGEST = 3_600_000_000
const MAIN_STATUS_CARDS = 12
const OTHER_STATUS_CARDS = 2

/**
 * Builds a deployment, ready to be inserted. What is given stays as it is, and what is made
 * up agrees with it: the name, the configuration and the times tell one story.
 */
export function buildDeployment(context: FactoryContext, plan: DeploymentPlan): DeploymentInput {
  const { kind, index, given = {} } = plan
  const open = (field: string) => context.open(kind, index, field)
  const valueWhere = createChooser(context.allowNull)
  const outline = buildOutline(context, plan)
  const latestRevisionId = open('latest_revision_id').uuid()
  const imageVersion = dealCard(imageVersions, context.seed, `${kind}/image_version`, index)

  const built = {
    ...pickFields(outline),
    ...buildTimes(context, plan),
    tenant_id: context.tenantId,
    secrets: buildSecrets(context, open('secrets')),
    secret_references: buildSecretReferences(context, open('secret_references'), outline),
    latest_revision_id: latestRevisionId,
    active_revision_id: valueWhere(outline.isActive, () =>
      open('is_behind').chance(0.15) ? open('active_revision_id').uuid() : latestRevisionId,
    ),
    image_version: valueWhere(open('has_image_version').chance(0.85), () => imageVersion),
    tag_value_ids: buildTagValueIds(context, open('tag_value_ids'), index),
    source_config: buildSourceConfig(context, open, outline),
    source_revision_config: buildSourceRevisionConfig(context, open, outline),
  }
  const merged = {
    ...built,
    ...given,
    source_config: mergeConfig(built.source_config, given.source_config),
    source_revision_config: mergeConfig(built.source_revision_config, given.source_revision_config),
  }
  // Where every field must have a value, what is given may have gaps further down.
  return context.allowNull ? merged : (fillMissing(storedDeploymentSchema, merged, built) as DeploymentInput)
}

/** Puts the given fields of a config into another one. What is no object is left for the schema to refuse. */
export function mergeConfig<Config extends object>(config: object | undefined, given: Config | undefined): Config {
  if (given === undefined) return (config ?? {}) as Config
  if (!hasFields(given)) return given
  const fields = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...config, ...Object.fromEntries(fields) } as Config
}

function buildOutline(context: FactoryContext, plan: DeploymentPlan): DeploymentOutline {
  const { kind, index, repository, given = {} } = plan
  const deal = <Card>(field: string, deck: readonly Card[]) => dealCard(deck, context.seed, `${kind}/${field}`, index)
  const purpose = deal('purpose', purposeFixtures)
  const status = given.status ?? deal('status', buildStatusDeck(context.statuses))
  const isRemote = given.remote_reconciled ?? deal('remote_reconciled', remoteDeck)
  return {
    id: given.id ?? context.open(kind, index, 'id').uuid(),
    name: given.name ?? buildName(repository, purpose, Math.floor(index / purposeFixtures.length)),
    status,
    // Another one is refused when the record is written.
    deployment_type: DEPLOYMENT_TYPES.find((type) => type === given.deployment_type) ?? purpose.deployment_type,
    remote_reconciled: isRemote,
    source: given.source ?? (isRemote ? 'external_docker' : deal('source', sourceDeck)),
    isActive: status !== 'AWAITING_DATABASE',
    repository,
  }
}

function pickFields({ isActive, repository, ...fields }: DeploymentOutline) {
  return fields
}

/**
 * Picks the repository of deployment `index`. Each repository in reach draws a number for it,
 * and the highest wins: a further repository takes over the deployments that it wins and moves
 * no other. In reach are the first two repositories of the first four integrations, one more
 * of each for every twenty deployments, and one more integration for every sixty-four: what
 * lies beyond the reach of a small world moves nothing in it.
 *
 * @param repositories a list for each integration
 */
export function pickRepository(
  context: FactoryContext,
  index: number,
  repositories: readonly (readonly Frozen<Repository>[])[],
): Frozen<Repository> | undefined {
  const repositoriesInReach = 2 + Math.floor(index / 20)
  const integrationsInReach = 4 + Math.floor(index / 64)
  const inReach = repositories.slice(0, integrationsInReach).flatMap((list) => list.slice(0, repositoriesInReach))
  let picked: { repository: Frozen<Repository>; weight: number } | undefined
  for (const repository of inReach) {
    const weight = hashText(`${context.seed}/deployment/${index}/${repository.id}`)
    if (picked === undefined || weight > picked.weight) picked = { repository, weight }
  }
  return picked?.repository
}

const remoteDeck: readonly boolean[] = [true, true, ...Array<boolean>(8).fill(false)]

const sourceDeck: readonly Deployment['source'][] = [
  ...Array<Deployment['source']>(14).fill('github'),
  ...Array<Deployment['source']>(3).fill('internal_docker'),
  ...Array<Deployment['source']>(3).fill('internal_source'),
]

// Most deployments of a believable world are well: READY, or the first value of another list.
function buildStatusDeck(statuses: readonly string[]): string[] {
  const main = statuses.includes('READY') ? 'READY' : statuses[0]
  return statuses.flatMap((status) =>
    Array<string>(status === main ? MAIN_STATUS_CARDS : OTHER_STATUS_CARDS).fill(status),
  )
}

function buildName(repository: Frozen<Repository> | undefined, purpose: PurposeFixture, round: number): string {
  const name = `${repository?.name ?? 'agent'}-${purpose.suffix}`
  return round === 0 ? name : `${name}-${round + 1}`
}

function buildTimes(context: FactoryContext, { kind, index, createdAt, given = {} }: DeploymentPlan) {
  if (createdAt !== undefined && given.created_at === undefined) {
    const created_at = given.updated_at ?? createdAt
    return { created_at, updated_at: created_at }
  }
  const open = (field: string) => context.open(kind, index, field)
  const age = YOUNGEST + ageFromYoungest(index, HALFWAY, open('created_at').next())
  const created_at = given.created_at ?? formatMicroseconds(context.now - age)
  return { created_at, updated_at: buildUpdatedAt(context, open('updated_at'), created_at) }
}

function buildUpdatedAt(context: FactoryContext, draw: Draw, createdAt: string): string {
  const parsed = timestampSchema.safeParse(createdAt)
  // What is no timestamp is refused when the record is written, in words.
  if (!parsed.success) return createdAt
  const created = parseMicroseconds(parsed.data)
  const share = draw.next()
  return formatMicroseconds(created + Math.floor(Math.max(0, context.now - created) * share * share))
}

// Tag values take turns. About one deployment in ten carries none, and some carry a second.
function buildTagValueIds(context: FactoryContext, draw: Draw, index: number): string[] {
  if (draw.chance(0.1)) return []
  const count = context.tagValueIds.length
  const further = draw.chance(0.4) ? [draw.integer(1, count - 1)] : []
  return [0, ...further].map((step) => context.tagValueIds[(index + step) % count] as string)
}
