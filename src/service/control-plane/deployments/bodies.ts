// The bodies of requests that create and change deployments.

import {
  added,
  type BodyOf,
  boolean,
  choice,
  defineModel,
  filledText,
  list,
  type Model,
  map,
  nested,
  optional,
  text,
  unlessElsewhere,
  uuid,
  type Value,
  withDefault,
} from '../../../engine/contract/operation/value.ts'
import { isThere } from '../../../engine/define/assumptions/assumptions.ts'
import { modelOfSchema } from '../../../fastapi/values/model-of-schema.ts'
import type { Answers, Assumptions } from '../../assumptions/assumptions.ts'
import { newer } from '../../assumptions/values.ts'
import {
  type DeploymentRecord,
  deploymentSourceSchema,
  deploymentSourcesOf,
  deploymentTypeSchema,
  deploymentTypesOf,
  listenerConfigSchema,
  secretReferenceSchema,
  secretSchema,
} from '../../resources/deployments/deployment.ts'
import {
  containerResourcesSchema,
  containerSchema,
  databaseAmounts,
  environmentVariableSchema,
  platformAmounts,
  podSchema,
  secretNameSchema,
  volumeMountSchema,
  volumeSchema,
} from '../../resources/deployments/resource-spec.ts'

const localObjectReference = modelOfSchema(secretNameSchema, { name: 'LocalObjectReference' })

// These can be absent, but not null.
const absentText = withDefault(text(), null)

const volume = modelOfSchema(volumeSchema, { name: 'Volume', fields: { name: absentText } })

const volumeMount = modelOfSchema(volumeMountSchema, {
  name: 'VolumeMount',
  fields: { name: absentText, mountPath: absentText },
})

const envVar = modelOfSchema(environmentVariableSchema, { name: 'EnvVar' })

const resourceRequirements = modelOfSchema(containerResourcesSchema, {
  name: 'ResourceRequirements',
  fields: { limits: optional(map(text())), requests: optional(map(text())) },
})

const container = modelOfSchema(containerSchema, {
  name: 'Container',
  models: [
    [environmentVariableSchema, envVar],
    [containerResourcesSchema, resourceRequirements],
    [volumeMountSchema, volumeMount],
  ],
})

const pod = modelOfSchema(podSchema, {
  fields: { labels: optional(map(text())), annotations: optional(map(text())) },
  models: [
    [secretNameSchema, localObjectReference],
    [volumeSchema, volume],
    [volumeMountSchema, volumeMount],
    [containerSchema, container],
  ],
})

/** `ResourceSpec` of the service. It has the database at the end. */
const resourceSpec: Model<NonNullable<DeploymentRecord['source_config']['resource_spec']>> = {
  name: 'ResourceSpec',
  fields: { ...optionalAmounts(platformAmounts), ...pod.fields, ...optionalAmounts(databaseAmounts) },
}

function optionalAmounts(amounts: Readonly<Record<string, Value<number>>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, optional(amount)]))
}

const secret = modelOfSchema(secretSchema, { name: 'Secret' })
const secretReference = modelOfSchema(secretReferenceSchema, { name: 'SecretReference' })
const listenerConfig = modelOfSchema(listenerConfigSchema, { name: 'ListenerConfig' })

export const deploymentType = optional(choice(deploymentTypeSchema.options, deploymentTypesOf))

const sourceConfigFields = {
  integration_id: optional(uuid()),
  repo_url: optional(text()),
  deployment_type: deploymentType,
  build_on_push: optional(boolean()),
  custom_url: optional(text()),
  resource_spec: optional(nested(resourceSpec)),
  listener_id: optional(uuid()),
  listener_config: optional(nested(listenerConfig)),
  install_command: optional(text()),
  build_command: optional(text()),
}

const sourceConfigRequest = defineModel('SourceConfigRequest', {
  ...sourceConfigFields,
  template_id: added(newer, optional(text())),
})

/** The `source_config` of a body. That of a new revision never has a template. */
export type SourceConfigBody = BodyOf<typeof sourceConfigRequest>

const sourceRevisionConfigRequest = defineModel('SourceRevisionConfigRequest', {
  repo_ref: optional(text()),
  langgraph_config_path: optional(text()),
  image_uri: optional(text()),
  source_tarball_path: optional(text()),
})

const agent = defineModel('DeploymentAgent', {
  agent_id: filledText(),
  environment: filledText(),
})

const agentOfKnown = defineModel('DeploymentAgent', {
  agent_id: filledText(),
  environment: choice(['development', 'staging', 'production']),
})

/** The answers with which deployments can be those of agents. */
const withAgents = { newerParameters: ['supported'] } as const satisfies Answers

const creationFields = {
  source: choice(deploymentSourceSchema.options, deploymentSourcesOf),
  source_config: nested(sourceConfigRequest),
  source_revision_config: nested(sourceRevisionConfigRequest),
  secrets: list(nested(secret)),
  secret_references: optional(list(nested(secretReference))),
  agent: added(withAgents, optional(nested(agent))),
}

const namedCreation = defineModel('DeploymentCreateRequest', { name: text(), ...creationFields })
const agentCreation = defineModel('DeploymentCreateRequest', {
  name: unlessElsewhere(optional(text()), ['agent']),
  ...creationFields,
})
const knownAgentCreation = defineModel('DeploymentCreateRequest', {
  ...agentCreation.fields,
  agent: added(withAgents, optional(nested(agentOfKnown))),
})

/** Newer clients send no `display_name` here, only in a change, and no name for the deployment of an agent. */
export function deploymentCreateRequest(assumptions: Assumptions): Model<CreateBody> {
  if (!isThere({ addedBy: withAgents }, assumptions)) return namedCreation
  return assumptions.agentEnvironments === 'known' ? (knownAgentCreation as Model<CreateBody>) : agentCreation
}

const changeFields = {
  revision_source: optional(choice(['github', 'internal_docker', 'internal_source'])),
  source_config: optional(nested(defineModel('SourceConfigRequest', sourceConfigFields))),
  source_revision_config: optional(nested(sourceRevisionConfigRequest)),
  secrets: optional(list(nested(secret))),
  secret_references: optional(list(nested(secretReference))),
}

export const deploymentPatchRequest = defineModel('DeploymentPatchRequest', {
  ...changeFields,
  source_config: optional(nested(sourceConfigRequest)),
  display_name: added(newer, optional(filledText())),
})

/** The body of a creation that names the deployment. */
export type NamedBody = BodyOf<typeof namedCreation>

export type CreateBody = BodyOf<typeof agentCreation>

/** The body of a change or of a new revision. */
export type ChangeBody = BodyOf<typeof deploymentPatchRequest>

export const revisionCreateRequest = defineModel('RevisionCreateRequest', changeFields)
