import { imageVersions, type PurposeFixture, purposeFixtures } from '../../../../fixtures/deployments.ts'
import type {
  Deployment,
  DeploymentInput,
  SourceConfigInput,
  SourceRevisionConfigInput,
} from '../../records/deployment.ts'
import type { Frozen } from '../../records/freeze.ts'
import type { Repository } from '../../records/repository.ts'
import { formatMicroseconds, parseMicroseconds, timestampSchema } from '../../records/timestamp.ts'
import { type Draw, dealCard, hashText } from '../random.ts'
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
export interface DeploymentRequest {
  /** The family of records that the number counts in. */
  kind: string
  index: number
  repository: Frozen<Repository> | undefined
  /** When it was created; a deployment of a seeded world finds that itself. */
  createdAt?: string
  given?: PartialDeployment
}

const YEARS_BACK = 3 * 365 * 86_400_000_000
const YOUNGEST = 3_600_000_000
const HALF_OF_THE_YEARS = 200
const MAIN_STATUS_CARDS = 12
const OTHER_STATUS_CARDS = 2

/**
 * Builds a deployment, ready to be inserted. What is given stays as it is, and what is made
 * up agrees with it: the name, the configuration and the times tell one story.
 */
export function buildDeployment(context: FactoryContext, request: DeploymentRequest): DeploymentInput {
  const { kind, index, repository, given = {} } = request
  const open = (field: string) => context.open(kind, index, field)
  const deal = <Card>(field: string, deck: readonly Card[]) => dealCard(deck, context.seed, `${kind}/${field}`, index)
  const some = createChooser(context.allowNull)

  const purpose = deal('purpose', purposeFixtures)
  const status = given.status ?? deal('status', buildStatusDeck(context.statuses))
  const isRemote = given.remote_reconciled ?? deal('remote_reconciled', remoteDeck)
  const isActive = status !== 'AWAITING_DATABASE'
  const outline: DeploymentOutline = {
    id: given.id ?? open('id').uuid(),
    name: given.name ?? buildName(repository, purpose, Math.floor(index / purposeFixtures.length)),
    deployment_type: given.deployment_type ?? purpose.deployment_type,
    remote_reconciled: isRemote,
    source: given.source ?? (isRemote ? 'external_docker' : deal('source', sourceDeck)),
    isActive,
    repository,
  }
  const createdAt =
    given.created_at ?? given.updated_at ?? request.createdAt ?? buildCreatedAt(context, open('created_at'), index)
  const latestRevisionId = open('latest_revision_id').uuid()

  return {
    tenant_id: context.tenantId,
    secrets: buildSecrets(context, open('secrets')),
    secret_references: buildSecretReferences(context, open('secret_references'), outline),
    created_at: createdAt,
    updated_at: createdAt === request.createdAt ? createdAt : buildUpdatedAt(context, open('updated_at'), createdAt),
    latest_revision_id: latestRevisionId,
    active_revision_id: some(isActive, () =>
      open('is_behind').chance(0.15) ? open('active_revision_id').uuid() : latestRevisionId,
    ),
    image_version: some(open('has_image_version').chance(0.85), () => deal('image_version', imageVersions)),
    tag_value_ids: buildTagValueIds(context, open('tag_value_ids'), index),
    status,
    ...given,
    id: outline.id,
    name: outline.name,
    deployment_type: outline.deployment_type,
    remote_reconciled: outline.remote_reconciled,
    source: outline.source,
    source_config: { ...buildSourceConfig(context, open, outline), ...given.source_config },
    source_revision_config: {
      ...buildSourceRevisionConfig(context, open, outline),
      ...given.source_revision_config,
    },
  }
}

/**
 * Picks the repository of deployment `index`: the one of highest random weight among the
 * first few of each integration, the more the higher the number. So a further repository
 * moves no deployment but those that move to it, and in a small world none at all.
 *
 * @param shelves the repositories, a list for each integration
 */
export function pickRepository(
  context: FactoryContext,
  index: number,
  shelves: readonly (readonly Frozen<Repository>[])[],
): Frozen<Repository> | undefined {
  const reach = 2 + Math.floor(index / 20)
  let picked: { repository: Frozen<Repository>; weight: number } | undefined
  for (const repository of shelves.flatMap((shelf) => shelf.slice(0, reach))) {
    const weight = hashText(`deployment/${index}/${repository.id}`, context.seed)
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

/**
 * Deployment 0 is the youngest, and each further one is older by less and less, so that any
 * count fits into the same years and the first page does not depend on the count.
 */
function buildCreatedAt(context: FactoryContext, draw: Draw, index: number): string {
  const ageOf = (position: number) => (YEARS_BACK * position) / (position + HALF_OF_THE_YEARS)
  const gap = ageOf(index + 1) - ageOf(index)
  return formatMicroseconds(context.now - YOUNGEST - Math.floor(ageOf(index) + gap * draw.next() * 0.9))
}

function buildUpdatedAt(context: FactoryContext, draw: Draw, createdAt: string): string {
  const parsed = timestampSchema.safeParse(createdAt)
  // What is no timestamp is refused when the record is written, in words.
  if (!parsed.success) return createdAt
  const created = parseMicroseconds(parsed.data)
  const share = draw.next()
  return formatMicroseconds(created + Math.floor(Math.max(0, context.now - created) * share * share))
}

// Every tag value is on some deployment of any eight in a row; a few carry more, a few none.
function buildTagValueIds(context: FactoryContext, draw: Draw, index: number): string[] {
  if (draw.chance(0.1)) return []
  const count = context.tagValueIds.length
  const further = draw.chance(0.4) ? [draw.integer(1, count - 1)] : []
  return [0, ...further].map((step) => context.tagValueIds[(index + step) % count] as string)
}
