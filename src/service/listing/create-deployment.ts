// The creation that section 1 of the contract mentions.

import * as z from 'zod'
import { defineRefusal, refuse } from '../../engine/contract/operation/failure.ts'
import { record } from '../../engine/contract/operation/responses.ts'
import { id, type Model, optional, unlessElsewhere, uuid, type Value } from '../../engine/contract/operation/value.ts'
import { replyWith } from '../../engine/http/operation-declaration.ts'
import { optional as optionalField } from '../../engine/input/schemas/optional.ts'
import { withoutNulls } from '../../engine/input/schemas/schema-walk.ts'
import { anyIdSchema, uuidSchema } from '../../engine/input/schemas/uuid.ts'
import { cutText, MOST_ECHOED } from '../../fastapi/errors/cut-input.ts'
import { modelOfSchema } from '../../fastapi/values/model-of-schema.ts'
import type { Assumptions } from '../assumptions/assumptions.ts'
import type { Preset } from '../assumptions/presets.ts'
import type { PresetValue } from '../assumptions/register.ts'
import { chooseStatus } from '../assumptions/statuses.ts'
import { statusValuesOf } from '../assumptions/values.ts'
import {
  type CreateBody,
  deploymentCreateRequest,
  deploymentType,
  type NamedBody,
} from '../control-plane/deployments/bodies.ts'
import { createFromSource, refusalsOfSource } from '../control-plane/deployments/create-from-source.ts'
import {
  assertAssumedRules,
  assertName,
  assertNewSource,
  refusalsOfAssumedRules,
  refusalsOfName,
} from '../control-plane/deployments/source-rules.ts'
import { findIntegration, unknownIntegration } from '../control-plane/integrations.ts'
import { defineOperation, type World } from '../operation.ts'
import {
  DEPLOYMENT_SOURCES,
  deploymentSchema,
  deploymentTypeSchema,
  emptyDeployment,
  type NewDeployment,
  type PartialDeploymentRecord,
  sourceConfigSchema,
  sourceRevisionConfigSchema,
} from '../resources/deployments/deployment.ts'
import { deployments } from '../resources/deployments/deployments.ts'
import { OF_CLIENTS } from '../resources/deployments/wire.ts'
import { repositories } from '../resources/repositories/repositories.ts'
import { type RepositoryRecord, splitRepositoryUrl } from '../resources/repositories/repository.ts'

// Longer than a client that does not wait needs for its next request, and no longer than a status takes.
const MILLISECONDS_TO_APPEAR = 30_000

const { shape } = deploymentSchema

const createdSourceConfig = sourceConfigSchema.extend({
  integration_id: optionalField(uuidSchema),
  repo_url: z.string(),
  deployment_type: deploymentTypeSchema.nullish(),
})

/**
 * The body of a creation. The contract specifies three of its fields (sections 1 and 2.2); the
 * others are fields of the new record.
 */
const creationSchema = z.object({
  name: shape.name.nullish(),
  // Clients take this id from a list of repositories (section 2.2), where it need not be a UUID.
  integration_id: optionalField(anyIdSchema),
  source: z.enum(DEPLOYMENT_SOURCES).nullish(),
  source_config: createdSourceConfig,
  source_revision_config: sourceRevisionConfigSchema.extend({
    repo_ref: z.string(),
    langgraph_config_path: z.string().nullish(),
  }),
  secrets: shape.secrets.default([]),
  secret_references: shape.secret_references,
  image_version: shape.image_version,
})

/** What clients send for such a value: what may be null may also be absent. */
type SentBody<Body> = Body extends readonly (infer Item)[]
  ? readonly SentBody<Item>[]
  : Body extends object
    ? { [Name in keyof Body as null extends Body[Name] ? never : Name]: SentBody<Body[Name]> } & {
        [Name in keyof Body as null extends Body[Name] ? Name : never]?: SentBody<Body[Name]>
      }
    : Body

/**
 * The body of `POST /v2/deployments`. `integration_id` is at the top, as in the contract, or in
 * `source_config`, as in the real service. `DeploymentCreation<'langsmith'>` is the body that the real service takes.
 */
export type DeploymentCreation<Name extends Preset = 'spec'> =
  PresetValue<'creation', Name> extends 'upstream'
    ? SentBody<PresetValue<'newerParameters', Name> extends 'supported' ? CreateBody : NamedBody>
    : z.input<typeof creationSchema>

type SimulatedBody = z.output<typeof creationSchema>
type CreationFields = SimulatedBody & { integration_id: string }

const models: Readonly<Record<Assumptions['integrationIdFormat'], Model<SimulatedBody>>> = {
  any: defineCreation(id()),
  uuid: defineCreation(uuid()),
}

function defineCreation(integrationId: Value<string>): Model<SimulatedBody> {
  const parts = deployments.parts ?? {}
  const sourceConfig = modelOfSchema(createdSourceConfig, { parts, fields: { deployment_type: deploymentType } })
  const { fields } = modelOfSchema(creationSchema, { parts, models: [[createdSourceConfig, sourceConfig]] })
  // The contract has the integration at the top, the real service in source_config.
  const integration_id = unlessElsewhere(optional(integrationId), ['source_config', 'integration_id'])
  return { name: 'CreateDeploymentBody', fields: { ...fields, integration_id } }
}

const unlistedRepository = defineRefusal({
  name: 'unlisted repository',
  status: 400,
  text: (id: string, url: string) =>
    `Integration ID ${cutText(id, MOST_ECHOED)} has no repository ${cutText(url, MOST_ECHOED)}.`,
})

/** Creates a deployment as the real service does, or as far as the contract describes it (assumption `creation`). */
export const createDeployment = defineOperation({
  basis: {
    of: 'documented: OpenAPI',
    except: {
      'documented: contract': ['path', 'integration_id', 'repo_url', 'repo_ref'],
      'seen: client': OF_CLIENTS,
      guessed: ['image_version', 'graph_config_path', 'repo_commit_sha', '202'],
    },
  },
  name: 'createDeployment',
  method: 'POST',
  template: '/v2/deployments',
  summary: 'Creates a deployment.',
  addedBy: { creation: ['simulated', 'accepted', 'upstream'] },
  takesHints: ['rollout'],
  body: (assumptions): Model<SimulatedBody | CreateBody> =>
    assumptions.creation === 'upstream'
      ? deploymentCreateRequest(assumptions)
      : models[assumptions.integrationIdFormat],
  responses: {
    201: { ...record(deployments), addedBy: { creation: ['simulated', 'upstream'] } },
    202: { ...record(deployments), addedBy: { creation: ['accepted'] } },
  },
  refusals(assumptions) {
    if (assumptions.creation === 'upstream') return refusalsOfSource(assumptions)
    const ofReferences = [unknownIntegration, unlistedRepository]
    const ofRules = [...refusalsOfAssumedRules, ...refusalsOfName]
    return [...(assumptions.creationReferences === 'unchecked' ? [] : ofReferences), ...ofRules]
  },
  example({ repositories: { list } }, { creation }) {
    const [repository] = list({ offset: 0, limit: 1 })
    if (repository === undefined) return { missing: 'No deployment to create: this world has no repository.' }
    if (creation === 'upstream') return { body: buildUpstreamExample(repository) }
    return {
      body: {
        integration_id: repository.integration_id,
        source_config: { repo_url: repository.url },
        source_revision_config: { repo_ref: repository.default_branch },
      },
    }
  },
  run(context, { body }) {
    const { assumptions, world } = context
    // The model of the body depends on the same assumption.
    if (assumptions.creation === 'upstream') return createFromSource(context, body as CreateBody)
    const creation = withIntegration(body as SimulatedBody)
    assertReferences(creation, world, assumptions)
    const deployment = toNewDeployment(creation, assumptions)
    const { source, source_config } = deployment
    assertAssumedRules({ ...deployment, min_scale: source_config.resource_spec?.min_scale }, assumptions)
    assertName(nameOf(creation), world, assumptions)
    const langgraph_config_path = deployment.source_revision_config.graph_config_path
    assertNewSource({ source, source_config, source_revision_config: { langgraph_config_path } }, world, assumptions)
    // If every field must have a value, the factory generates those that the client left out.
    const fields = assumptions.nullableFields === 'none' ? withoutNulls(deployment) : deployment
    const created = world.collections.deployments.create(fields as PartialDeploymentRecord)
    if (assumptions.creation === 'accepted') {
      world.postpone(deployments, created, MILLISECONDS_TO_APPEAR, assumptions)
      return replyWith(202, created)
    }
    world.begin(deployments, created, assumptions)
    return created
  },
})

/** Returns the body of a creation to try. */
function buildUpstreamExample({ integration_id, url, default_branch }: RepositoryRecord) {
  return {
    name: 'new-deployment',
    source: 'github',
    source_config: { integration_id, repo_url: url, deployment_type: 'dev', build_on_push: true },
    source_revision_config: { repo_ref: default_branch, langgraph_config_path: 'new-deployment/langgraph.json' },
    secrets: [],
  }
}

function withIntegration(body: z.output<typeof creationSchema>): CreationFields {
  // A valid body has one of the two.
  return { ...body, integration_id: (body.integration_id ?? body.source_config.integration_id) as string }
}

function assertReferences(
  { integration_id, source_config }: CreationFields,
  world: World,
  assumptions: Assumptions,
): void {
  if (assumptions.creationReferences === 'unchecked') return
  findIntegration(world, { integration_id }, assumptions)
  const url = source_config.repo_url
  if (!world.database.of(repositories).has({ integration_id, url })) refuse(unlistedRepository, integration_id, url)
}

type CreatedDeployment = Omit<NewDeployment, 'latest_revision_id' | 'active_revision_id'>

function nameOf({ name, source_config }: CreationFields): string {
  return name ?? (splitRepositoryUrl(source_config.repo_url).name || 'deployment')
}

function toNewDeployment(creation: CreationFields, assumptions: Assumptions): CreatedDeployment {
  const { deployment_type, ...source_config } = creation.source_config
  const { langgraph_config_path, ...source_revision_config } = creation.source_revision_config
  // No revision is rolled out, so the factory draws the ids of those that the deployment has.
  const { latest_revision_id, active_revision_id, ...empty } = emptyDeployment
  const firstStatus = assumptions.statusTransitions === 'instant' ? 'READY' : 'AWAITING_DATABASE'
  return {
    ...empty,
    name: nameOf(creation),
    status: chooseStatus(firstStatus, statusValuesOf(assumptions)),
    source: creation.source ?? 'github',
    deployment_type: deployment_type ?? 'dev',
    remote_reconciled: source_config.listener_id !== null,
    secrets: creation.secrets,
    secret_references: creation.secret_references,
    image_version: creation.image_version,
    source_config: { ...source_config, integration_id: creation.integration_id },
    source_revision_config: {
      ...source_revision_config,
      graph_config_path: source_revision_config.graph_config_path ?? langgraph_config_path ?? null,
    },
  }
}
