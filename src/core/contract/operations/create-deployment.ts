import { z } from 'zod'
import type { PartialDeployment } from '../../data/factories/deployments.ts'
import type { World } from '../../data/world.ts'
import {
  DEPLOYMENT_SOURCES,
  DEPLOYMENT_TYPES,
  deploymentSchema,
  sourceConfigSchema,
  sourceRevisionConfigSchema,
} from '../../records/deployment.ts'
import type { Assumptions } from '../assumptions.ts'
import { validateBody } from '../body-validation.ts'
import { buildValidationFailure, type Failure, type ValidationError } from '../errors.ts'
import { isPlainObject } from '../known-fields.ts'
import { mistakes } from '../validation-errors.ts'
import type { Operation, OperationContext } from './context.ts'
import { describeUnknownIntegration } from './list-repositories.ts'

const { shape } = deploymentSchema

/**
 * The body of a creation. The interface names three of its fields (sections 1 and 2.2);
 * the others are those of the record that comes of it.
 */
const creationSchema = z.object({
  name: shape.name.optional(),
  integration_id: sourceConfigSchema.shape.integration_id,
  source: z.enum(DEPLOYMENT_SOURCES).optional(),
  source_config: sourceConfigSchema.extend({
    repo_url: z.string(),
    deployment_type: z.enum(DEPLOYMENT_TYPES).optional(),
  }),
  source_revision_config: sourceRevisionConfigSchema.extend({
    repo_ref: z.string(),
    langgraph_config_path: z.string().nullish(),
  }),
  secrets: shape.secrets.default([]),
  secret_references: shape.secret_references,
  image_version: shape.image_version,
})

type Creation = z.output<typeof creationSchema> & { integration_id: string }

/** Creates a deployment as far as the interface tells what that takes (assumption `creation`). */
export const createDeployment: Operation = (context, { body }) => {
  const { assumptions, world, renderer } = context
  const parsed = parseCreation(body, assumptions)
  if ('failure' in parsed) return parsed.failure

  const { creation } = parsed
  const failure = checkReferences(creation, world, assumptions) ?? checkName(creation, world, assumptions)
  if (failure !== undefined) return failure
  const record = world.collections.deployments.create(toPartialDeployment(creation, context))
  return { status: 201, json: renderer.deployment(record) }
}

function parseCreation(body: unknown, assumptions: Assumptions): { creation: Creation } | { failure: Failure } {
  const fail = (errors: readonly ValidationError[]) => ({ failure: buildValidationFailure(errors, assumptions) })
  if (body === null) return fail([mistakes.missing(['body'], null)])

  const parsed = validateBody(creationSchema, body)
  const errors = [...findMissingIntegration(body), ...('errors' in parsed ? parsed.errors : [])]
  if ('errors' in parsed || errors.length > 0) return fail(errors)
  const { value } = parsed
  return {
    creation: { ...value, integration_id: (value.integration_id ?? value.source_config.integration_id) as string },
  }
}

// The interface puts the integration at the top, the real service into source_config.
function findMissingIntegration(body: unknown): ValidationError[] {
  if (!isPlainObject(body)) return []
  const inner = isPlainObject(body.source_config) ? body.source_config.integration_id : undefined
  return (body.integration_id ?? inner) == null ? [mistakes.missing(['body', 'integration_id'], body)] : []
}

function checkReferences(
  { integration_id, source_config }: Creation,
  world: World,
  assumptions: Assumptions,
): Failure | undefined {
  if (assumptions.creationReferences === 'unchecked') return undefined
  if (world.database.integrations.get(integration_id) === undefined) {
    const failure = describeUnknownIntegration(integration_id, assumptions)
    if (failure !== undefined) return failure
  }
  const isListed = world.database.repositories
    .all()
    .some((each) => each.integration_id === integration_id && each.url === source_config.repo_url)
  if (isListed) return undefined
  return { status: 400, detail: `Integration ID ${integration_id} has no repository ${source_config.repo_url}.` }
}

function checkName({ name }: Creation, world: World, { duplicateName }: Assumptions): Failure | undefined {
  if (duplicateName === 'accepted' || name === undefined) return undefined
  const isTaken = world.database.deployments.all().some((each) => each.name === name)
  // The real service says it in these words, since it gives every deployment a project.
  const detail =
    'Deployments create a tracing project in LangSmith with the same name as the deployment. ' +
    `There already exists a project in LangSmith named: ${name}.`
  return isTaken ? { status: 409, detail } : undefined
}

function toPartialDeployment(creation: Creation, { assumptions, statuses }: OperationContext): PartialDeployment {
  const { deployment_type = 'dev', ...source_config } = creation.source_config
  const { langgraph_config_path, ...source_revision_config } = creation.source_revision_config
  const given: PartialDeployment = {
    name: creation.name ?? source_config.repo_url.replace(/(\.git)?\/*$/, '').replace(/^.*\//, ''),
    status: findFirstStatus(assumptions, statuses),
    source: creation.source ?? 'github',
    deployment_type,
    remote_reconciled: source_config.listener_id !== null,
    tag_value_ids: [],
    secrets: creation.secrets,
    secret_references: creation.secret_references,
    image_version: creation.image_version,
    source_config: { ...source_config, integration_id: creation.integration_id },
    source_revision_config: {
      ...source_revision_config,
      graph_config_path: source_revision_config.graph_config_path ?? langgraph_config_path ?? null,
    },
  }
  return assumptions.nullableFields === 'none' ? (withoutNulls(given) as PartialDeployment) : given
}

function findFirstStatus({ statusTransitions }: Assumptions, statuses: readonly string[]): string {
  const wanted = statusTransitions === 'instant' ? 'READY' : 'AWAITING_DATABASE'
  return statuses.includes(wanted) ? wanted : (statuses[0] as string)
}

// Where every field must have a value, the factory makes up those that the client left out.
function withoutNulls(value: unknown): unknown {
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null)
      .map(([name, field]) => [name, withoutNulls(field)]),
  )
}
