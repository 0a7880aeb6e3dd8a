// A deployment's configuration and secrets, and what of a world they refer to.

import { buildCommands, installCommands, regions, secretFixtures } from '../../../../../fixtures/deployments.ts'
import type { Faker } from '../../../../engine/define/factory/context.ts'
import type { Draw } from '../../../../engine/store/random.ts'
import type { FactoryContext } from '../../building.ts'
import type { ListenerRecord } from '../../listeners.ts'
import type { RepositoryRecord } from '../../repositories/repository.ts'
import {
  type DeploymentRecordInput,
  kindOfType,
  type PartialDeploymentRecord,
  type SourceConfigInput,
  type SourceRevisionConfigInput,
} from '../deployment.ts'
import type { DeploymentSummary } from '../filters.ts'
import { buildResourceSpec } from './build-resource-spec.ts'

/** The facts about a deployment that its configuration depends on. */
export interface DeploymentOutline extends DeploymentSummary {
  /** Its name, or the id of its agent. */
  name: string
  /** Whether one of its revisions has ever run. */
  isActive: boolean
  /** The repository of its code. A world without repositories has none. */
  repository: RepositoryRecord | undefined
  /** The listener that deploys it in a cluster of the customer, and the namespace there. */
  listener: { readonly id: string; readonly k8s_namespace: string } | undefined
}

/** Opens the stream of a field of the deployment. */
export type OpenField = (field: string) => Draw

/** Builds the configuration of a deployment: the source of its code, its resources and its commands. */
export function buildSourceConfig(
  context: FactoryContext,
  open: OpenField,
  outline: DeploymentOutline,
): SourceConfigInput {
  const { repository, listener, source, remote_reconciled: isRemote } = outline
  // Whether every field must have a value.
  const isWhole = !context.allowNull
  const hasSpec = isWhole || isRemote || open('has_resource_spec').chance(0.6)
  const namespace = listener?.k8s_namespace ?? `agents-${outline.deployment_type.replace('_', '-')}`

  return {
    integration_id: repository?.integration_id ?? (isWhole ? open('integration_id').uuid() : null),
    repo_url: outline.source_config.repo_url,
    build_on_push: isWhole || source === 'github' ? open('build_on_push').chance(0.7) : null,
    custom_url: isWhole || (outline.isActive && !isRemote) ? buildCustomUrl(open('custom_url'), outline.name) : null,
    resource_spec: hasSpec ? buildResourceSpec(context, open, outline) : null,
    listener_id: listener?.id ?? (isWhole ? open('listener_id').uuid() : null),
    listener_config: isWhole || listener !== undefined ? { k8s_namespace: namespace } : null,
    ...chooseCommands(open, source, isWhole),
  }
}

function chooseCommands(open: OpenField, source: DeploymentOutline['source'], isWhole: boolean) {
  const isBuilt = source === 'github' || source === 'internal_source'
  const isInstalled = isWhole || (isBuilt && open('has_install_command').chance(0.3))
  const hasBuild = isWhole || (isBuilt && open('has_build_command').chance(0.2))
  return {
    install_command: isInstalled ? open('install_command').pick(installCommands) : null,
    build_command: hasBuild ? open('build_command').pick(buildCommands) : null,
  }
}

/** Builds the source of a deployment's latest revision. */
export function buildSourceRevisionConfig(
  context: FactoryContext,
  open: OpenField,
  outline: DeploymentOutline,
): SourceRevisionConfigInput {
  const { id, repository, source } = outline
  const isWhole = !context.allowNull
  const hasCommit = isWhole || (repository !== undefined && source === 'github')

  return {
    repo_ref: buildRef(context, open, outline),
    graph_config_path: outline.source_revision_config.graph_config_path,
    image_uri: isWhole || isImage(source) ? buildImageUri(context, open('image_uri'), outline.name) : null,
    source_tarball_path: isWhole || source === 'internal_source' ? `deployments/${id}/source.tar.gz` : null,
    repo_commit_sha: hasCommit ? context.fake(open('repo_commit_sha')).git.commitSha() : null,
  }
}

/** Draws the path of the file that says what of the code runs. An image has none. */
export function drawConfigPath({ allowNull }: FactoryContext, open: OpenField, source: DeploymentOutline['source']) {
  if (allowNull && isImage(source)) return null
  return open('graph_config_path').pick(['langgraph.json', 'app/langgraph.json'])
}

function isImage(source: DeploymentOutline['source']): boolean {
  return source === 'external_docker' || source === 'internal_docker'
}

// Of the deployments outside production, 30% run a branch of their own. All others run the default branch.
function buildRef(context: FactoryContext, open: OpenField, { repository, deployment_type }: DeploymentOutline) {
  if (repository === undefined) return context.allowNull ? null : 'main'
  const isTrial = kindOfType(deployment_type) === 'SERVERLESS' && open('is_on_branch').chance(0.3)
  return isTrial ? context.fake(open('repo_ref')).git.branch() : repository.default_branch
}

/** Builds secrets that look real. Every value contains `mock` to show that it is not. */
export function buildSecrets(context: FactoryContext, draw: Draw): DeploymentRecordInput['secrets'] {
  const first = draw.integer(0, secretFixtures.length - 1)
  const count = draw.integer(0, 4)
  return Array.from({ length: count }, (_, index) => {
    const fixture = secretFixtures[(first + index) % secretFixtures.length] as (typeof secretFixtures)[number]
    return { name: fixture.name, value: fixture.prefix + secretRests[fixture.rest](context.fake(draw)) }
  })
}

const secretRests: Readonly<Record<(typeof secretFixtures)[number]['rest'], (faker: Faker) => string>> = {
  token: (faker) => faker.string.alphanumeric(24),
  database: (faker) =>
    `${faker.internet.domainWord()}.internal.example:5432/${faker.hacker.noun().replaceAll(' ', '_')}`,
  cache: (faker) => `${faker.internet.domainWord()}.internal.example:6379/${faker.number.int(15)}`,
  project: (faker) => `errors.internal.example/${faker.string.numeric(7)}`,
}

export function buildSecretReferences(
  context: FactoryContext,
  draw: Draw,
  outline: DeploymentOutline,
): DeploymentRecordInput['secret_references'] {
  // Drawn in any case, because the name comes from the same stream.
  const hasSome = draw.chance(outline.remote_reconciled ? 0.8 : 0.1)
  if (context.allowNull && !hasSome) return null
  const { name } = draw.pick(secretFixtures)
  return [{ name, secret_name: `${outline.name}-secrets`, secret_key: name.toLowerCase().replaceAll('_', '-') }]
}

// As in the real service, the host name has the deployment's name, 32 hexadecimal digits and a region.
function buildCustomUrl(draw: Draw, name: string): string {
  return `https://${name}-${draw.uuid().replaceAll('-', '')}.${draw.pick(regions)}.deployments.example`
}

function buildImageUri(context: FactoryContext, draw: Draw, name: string): string {
  const digest = context.fake(draw).string.hexadecimal({ length: 64, casing: 'lower', prefix: '' })
  return `registry.deployments.example/${name}@sha256:${digest}`
}

/**
 * Returns the repositories that fit the name that a deployment is given. If it is said to be built from one, and none
 * fits, or if its repository is given, any will do.
 */
export function selectFitting(
  repositories: readonly RepositoryRecord[],
  { name, source, source_config }: PartialDeploymentRecord,
): readonly RepositoryRecord[] {
  const { repo_url, integration_id = null } = source_config ?? {}
  // An invalid name is rejected when the record is written.
  if (typeof name !== 'string' || repo_url !== undefined || integration_id !== null) return repositories
  const rated = repositories.map((repository) => ({ repository, rate: rateFit(repository, name) }))
  const best = Math.max(1, ...rated.map(({ rate }) => rate))
  const fitting = rated.flatMap(({ repository, rate }) => (rate === best ? [repository] : []))
  return fitting.length === 0 && source === 'github' ? repositories : fitting
}

// How much of the names is the same; 0 if they do not fit. What fits acme/support-agent is `support-agent`,
// `support-agent-prod`, `support` or `acme-support-agent`.
function rateFit({ owner, name: repository }: RepositoryRecord, name: string): number {
  const begun = `${name}-`
  const rates = [`${repository}-`, `${owner}-${repository}-`].map((each) =>
    begun.startsWith(each) || each.startsWith(begun) ? Math.min(each.length, begun.length) : 0,
  )
  return Math.max(...rates)
}

/** Picks the listener of a deployment, and the namespace in its cluster; undefined if there is no listener. */
export function pickListener(
  listeners: readonly ListenerRecord[],
  open: OpenField,
  given: string | null | undefined,
): { id: string; k8s_namespace: string } | undefined {
  const serving = listeners.filter(({ compute_config }) => compute_config.k8s_namespaces?.includes(given ?? ''))
  const candidates = serving.length === 0 ? listeners : serving
  if (candidates.length === 0) return undefined
  const { id, compute_config } = open('listener_id').pick(candidates)
  const namespaces = compute_config.k8s_namespaces ?? []
  return { id, k8s_namespace: namespaces.length === 0 ? 'agents' : open('k8s_namespace').pick(namespaces) }
}
