// What each source of code requires, and what of it is stored.

import { defineRefusal, isRefused, refuse } from '../../../engine/contract/operation/failure.ts'
import { NoRoomError, OptionError } from '../../../engine/input/options/option-error.ts'
import type { Frozen } from '../../../engine/input/schemas/schema-walk.ts'
import type { Where } from '../../../engine/store/rows/model.ts'
import { cutText, MOST_ECHOED } from '../../../fastapi/errors/cut-input.ts'
import type { Assumptions } from '../../assumptions/assumptions.ts'
import type { World } from '../../operation.ts'
import type { DeploymentRecord } from '../../resources/deployments/deployment.ts'
import { deployments } from '../../resources/deployments/deployments.ts'
import { spellRepositoryUrl } from '../../resources/repositories/repository.ts'
import { isNameTaken } from '../../rollouts/rollout.ts'
import type { ChangeBody, CreateBody, SourceConfigBody } from './bodies.ts'

const zeroScale = defineRefusal({
  basis: 'seen: client, but not its text',
  name: 'scale to zero',
  status: ({ zeroScale: allowed }) => (allowed === 'all' ? undefined : 400),
  text: (type: string) =>
    `Source configuration error: 'source_config.resource_spec.min_scale' must be at least 1 for '${type}' deployments`,
})

const reservedSecret = defineRefusal({
  basis: 'seen: client, but neither its status nor its text',
  name: 'reserved secret',
  status: ({ reservedSecrets }) => (reservedSecrets === 'allowed' ? undefined : 400),
  text: (name: string) => `Secret name '${name}' is reserved.`,
})

export const refusalsOfAssumedRules = [zeroScale, reservedSecret]

/** The variables that the service sets for every deployment. */
const RESERVED = [
  'LANGCHAIN_TRACING_V2',
  'LANGSMITH_TRACING_V2',
  'LANGCHAIN_ENDPOINT',
  'LANGCHAIN_PROJECT',
  'LANGSMITH_PROJECT',
  'LANGSMITH_LANGGRAPH_GIT_REPO',
  'LANGGRAPH_GIT_REPO_PATH',
  'LANGCHAIN_API_KEY',
  'LANGSMITH_CONTROL_PLANE_API_KEY',
  'POSTGRES_URI',
  'POSTGRES_PASSWORD',
  'DATABASE_URI',
  'LANGSMITH_LANGGRAPH_GIT_REF',
  'LANGSMITH_LANGGRAPH_GIT_REF_SHA',
  'LANGGRAPH_AUTH_TYPE',
  'LANGSMITH_AUTH_ENDPOINT',
  'LANGSMITH_TENANT_ID',
  'LANGSMITH_AUTH_VERIFY_TENANT_ID',
  'LANGSMITH_HOST_PROJECT_ID',
  'LANGSMITH_HOST_PROJECT_NAME',
  'LANGSMITH_HOST_REVISION_ID',
  'LOG_JSON',
  'LOG_DICT_TRACEBACKS',
  'REDIS_URI',
  'LANGCHAIN_CALLBACKS_BACKGROUND',
  'DD_TRACE_PSYCOPG_ENABLED',
  'DD_TRACE_REDIS_ENABLED',
  'LANGSMITH_DEPLOYMENT_NAME',
  'LANGGRAPH_CLOUD_LICENSE_KEY',
]

/** Those that a deployment in a cluster of the customer can set itself. */
const RESERVED_IN_THE_CLOUD = [
  'LANGSMITH_API_KEY',
  'LANGSMITH_ENDPOINT',
  'POSTGRES_URI_CUSTOM',
  'REDIS_URI_CUSTOM',
  'PATH',
  'PORT',
  'MOUNT_PREFIX',
  'LSD_ENV',
  'LSD_DD_API_KEY',
  'LSD_DD_ENDPOINT',
  'LSD_DEPLOYMENT_TYPE',
]

const HOST_NAME = /^[a-z][a-z0-9-]*$/i

const wrongName = defineRefusal({
  basis: 'seen: client, but not its text',
  name: 'wrong name',
  status: ({ deploymentNames }) => (deploymentNames === 'any' ? undefined : 400),
  text: (name: string) =>
    `Deployment name '${cutText(name, MOST_ECHOED)}' is not valid. ` +
    'It must start with a letter, and consist of letters, digits and hyphens.',
})

// The service creates a project for every deployment.
const takenName = defineRefusal({
  basis: 'seen: client',
  name: 'name taken',
  status: ({ duplicateName }) => (duplicateName === 'accepted' ? undefined : 409),
  text: (name: string) =>
    'Deployments create a tracing project in LangSmith with the same name as the deployment. ' +
    `There already exists a project in LangSmith named: ${cutText(name, MOST_ECHOED)}.`,
})

const takenSource = defineRefusal({
  basis: 'seen: client',
  name: 'source taken',
  status: ({ sameSource }) => (sameSource === 'allowed' ? undefined : 409),
  text: 'A deployment already exists for this agent environment',
})

export const refusalsOfName = [wrongName, takenName, takenSource]

type Source = DeploymentRecord['source']
type RevisionConfig = CreateBody['source_revision_config']

/** The refusal of a request that breaks a rule for sources. */
export const wrongSource = defineRefusal({
  basis: 'seen: client',
  name: 'wrong configuration of the source',
  status: 400,
  text: (rule: string) => `Source configuration error: ${rule}`,
})

/** The fields that a creation needs, in addition to those that the body's model requires. */
const neededToCreate: Readonly<Record<Source, readonly NeededField[]>> = {
  github: [
    ['source_config', 'integration_id'],
    ['source_config', 'repo_url'],
    ['source_revision_config', 'repo_ref'],
    ['source_revision_config', 'langgraph_config_path'],
  ],
  external_docker: [
    ['source_config', 'resource_spec'],
    ['source_revision_config', 'image_uri'],
  ],
  // Clients upload the code or push the image later.
  internal_docker: [],
  internal_source: [],
  internal_template: [['source_config', 'template_id']],
}

type NeededField =
  | readonly ['source_config', keyof CreateBody['source_config']]
  | readonly ['source_revision_config', keyof RevisionConfig]

const codeOf: Readonly<Record<Exclude<Source, 'internal_template'>, keyof RevisionConfig>> = {
  github: 'repo_ref',
  external_docker: 'image_uri',
  internal_docker: 'image_uri',
  internal_source: 'source_tarball_path',
}

/** Checks what a source requires of a creation. @throws ServiceError with the first rule that it breaks */
export function assertComplete(body: CreateBody, { missingCreationFields }: Assumptions): void {
  const { source, source_config } = body
  const needed = [...neededToCreate[source], ...(missingCreationFields === 'filledIn' ? [] : neededOnTheCloud(source))]
  for (const [part, field] of needed) {
    const value: unknown = Reflect.get(body[part], field)
    if (value == null || value === '') refuse(wrongSource, `'${part}.${field}' is required for '${source}' source`)
  }
  if (source === 'external_docker' && source_config.deployment_type !== null) {
    refuse(wrongSource, "'source_config.deployment_type' is not allowed for 'external_docker' source")
  }
}

function neededOnTheCloud(source: Source): readonly NeededField[] {
  if (source === 'external_docker') return []
  return [['source_config', 'deployment_type'], ...(source === 'github' ? [BUILD_ON_PUSH] : [])]
}

const BUILD_ON_PUSH: NeededField = ['source_config', 'build_on_push']

/** The fields that not all sources have. The service documents that others must leave out the strict ones. */
const fieldsOfSources: readonly (readonly [
  part: 'source_config' | 'source_revision_config',
  field: keyof SourceConfigBody | keyof RevisionConfig,
  sources: readonly Source[],
  isStrict?: 'strict',
])[] = [
  ['source_config', 'build_on_push', ['github'], 'strict'],
  ['source_config', 'custom_url', ['external_docker'], 'strict'],
  ['source_revision_config', 'langgraph_config_path', ['github', 'internal_source'], 'strict'],
  // Of these, it only documents to which sources they apply.
  ['source_config', 'integration_id', ['github']],
  ['source_config', 'repo_url', ['github']],
  ['source_config', 'resource_spec', ['external_docker']],
  ['source_config', 'listener_id', ['external_docker']],
  ['source_config', 'listener_config', ['external_docker']],
  ['source_config', 'template_id', ['internal_template']],
  ['source_revision_config', 'repo_ref', ['github']],
  // Clients name the images that they have pushed to the service, too.
  ['source_revision_config', 'image_uri', ['external_docker', 'internal_docker']],
  ['source_revision_config', 'source_tarball_path', ['internal_source']],
]

interface SourceOfBody {
  readonly source: Source
  readonly built?: Source | undefined
}

/**
 * Returns a body without the fields that its source does not have, if they are ignored (assumption `sourceFields`).
 *
 * @param built the source of the revision, if that is not the one of its deployment
 * @throws ServiceError for a field that is refused
 */
export function fitToSource<Body extends Partial<ChangeBody>>(
  body: Body,
  { source, built = source }: SourceOfBody,
  { sourceFields }: Assumptions,
): Body {
  const ofParts = { source_config: source, source_revision_config: built }
  const isReferring = (body.secret_references ?? []).length > 0
  if (isReferring && source !== 'external_docker') refuseField('secret_references', ['external_docker'])
  const foreign = fieldsOfSources.filter(
    ([part, field, sources]) => Reflect.get(body[part] ?? {}, field) != null && !sources.includes(ofParts[part]),
  )
  const refused = foreign.find(([, , , isStrict]) => isStrict !== undefined || sourceFields === 'refused')
  if (refused !== undefined) refuseField(`${refused[0]}.${refused[1]}`, refused[2])
  if (foreign.length === 0 || sourceFields === 'kept') return body
  const clear = (wanted: keyof typeof ofParts) => {
    const nulls = foreign.flatMap(([part, field]) => (part === wanted ? [[field, null] as const] : []))
    return body[wanted] == null ? {} : { [wanted]: { ...body[wanted], ...Object.fromEntries(nulls) } }
  }
  return { ...body, ...clear('source_config'), ...clear('source_revision_config') }
}

function refuseField(field: string, sources: readonly Source[]): never {
  refuse(wrongSource, `'${field}' is only available for ${sources.map((each) => `'${each}'`).join(' or ')} source`)
}

/** Checks whether a push can build a deployment that is to be built on push. @throws ServiceError */
export function assertBuildOnPush(isBuilt: boolean | null, ref: string | null): void {
  if (isBuilt !== true || ref?.startsWith('refs/tags/') !== true) return
  refuse(wrongSource, `'source_config.build_on_push' is not available for the tag '${cutText(ref, MOST_ECHOED)}'`)
}

/** Checks whether a revision has code, if its source differs from that of its deployment. @throws ServiceError */
export function assertCode(source: keyof typeof codeOf, config: Frozen<RevisionConfig>): void {
  if (!hasCode(source, config))
    refuse(wrongSource, `'source_revision_config.${codeOf[source]}' is required for '${source}' source`)
}

/** Whether a revision has something to build or to run. */
export function hasCode(
  source: Source,
  config: { readonly [Field in keyof RevisionConfig]?: string | null | undefined },
): boolean {
  // A template is not chosen for a revision, but for its deployment.
  return source === 'internal_template' || (config[codeOf[source]] ?? '') !== ''
}

/** Writes a record. What the body's model allows and the record's schema does not is refused. @throws ServiceError */
export function writeOrRefuse<Written>(write: () => Written): Written {
  try {
    return write()
  } catch (error) {
    if (!(error instanceof OptionError) || error instanceof NoRoomError) throw error
    refuse(wrongSource, error.issues[0]?.message ?? error.message)
  }
}

type StoredSpec = NonNullable<DeploymentRecord['source_config']['resource_spec']>

const ROUNDED = ['cpu', 'cpu_limit', 'queue_cpu', 'queue_cpu_limit', 'redis_cpu', 'redis_cpu_limit'] as const

/** Returns the configuration of a deployment. The database has its type and its template elsewhere. */
export function toSourceConfig({
  deployment_type,
  template_id,
  resource_spec,
  ...config
}: SourceConfigBody): DeploymentRecord['source_config'] {
  return { ...config, resource_spec: resource_spec === null ? null : roundCpu(resource_spec) }
}

/** Returns the configuration of a revision. The database has the contract's name for one of its fields. */
export function toRevisionConfig({ langgraph_config_path, ...config }: RevisionConfig) {
  return { ...config, graph_config_path: langgraph_config_path }
}

// The service documents that it keeps one decimal.
function roundCpu(spec: StoredSpec): StoredSpec {
  const rounded = ROUNDED.flatMap((name) => {
    const value = spec[name]
    return typeof value === 'number' ? [[name, Math.round(value * 10) / 10] as const] : []
  })
  return { ...spec, ...Object.fromEntries(rounded) }
}

interface Ruled extends Pick<DeploymentRecord, 'source' | 'deployment_type'> {
  readonly min_scale: number | null | undefined
  readonly secrets: readonly { readonly name: string }[] | null
}

/** Checks the scale and the names of secrets (assumptions `zeroScale`, `reservedSecrets`). @throws ServiceError */
export function assertAssumedRules(
  { source, deployment_type, min_scale, secrets }: Ruled,
  assumptions: Assumptions,
): void {
  if (min_scale === 0 && isRefused(zeroScale, assumptions) && !deployment_type.includes('zero')) {
    refuse(zeroScale, deployment_type)
  }
  if (secrets === null || secrets.length === 0 || !isRefused(reservedSecret, assumptions)) return
  const reserved = source === 'external_docker' ? RESERVED : [...RESERVED, ...RESERVED_IN_THE_CLOUD]
  const wrong = secrets.find(({ name }) => reserved.includes(name))
  if (wrong !== undefined) refuse(reservedSecret, wrong.name)
}

/** Checks the name of a new deployment (assumptions `deploymentNames`, `duplicateName`). @throws ServiceError */
export function assertName(name: string | null, world: World, assumptions: Assumptions): void {
  if (name === null) return
  if (isRefused(wrongName, assumptions) && !HOST_NAME.test(name)) refuse(wrongName, name)
  if (!isRefused(takenName, assumptions)) return
  if (isTaken({ name }, world, assumptions) || isNameTaken(world, name)) refuse(takenName, name)
}

/** Checks that no other deployment has the source of a new one (assumption `sameSource`). @throws ServiceError */
export function assertNewSource(
  { source, source_config, source_revision_config, agent }: NewSource,
  world: World,
  assumptions: Assumptions,
): void {
  if (!isRefused(takenSource, assumptions)) return
  const has = (where: Where) => isTaken(where, world, assumptions)
  if (agent != null && has({ agent_id: agent.agent_id, agent_environment: agent.environment })) refuse(takenSource)
  if (source !== 'github') return
  const path = source_revision_config.langgraph_config_path ?? ''
  for (const url of spellRepositoryUrl(source_config.repo_url ?? '')) {
    const values = { source, 'source_config.repo_url': url, 'source_revision_config.graph_config_path': path }
    if (has(values)) refuse(takenSource)
  }
}

/** Whether a deployment has some values, or will have them when it appears. */
function isTaken(where: Where, world: World, { creation }: Assumptions): boolean {
  if (world.database.of(deployments).has(where)) return true
  return creation === 'accepted' && world.awaits(deployments, where)
}

interface NewSource {
  readonly source: DeploymentRecord['source']
  readonly source_config: { readonly repo_url: string | null }
  readonly source_revision_config: { readonly langgraph_config_path?: string | null | undefined }
  readonly agent?: CreateBody['agent']
}
