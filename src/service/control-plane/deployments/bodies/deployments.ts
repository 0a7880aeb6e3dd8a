// The bodies of requests that create and change deployments and revisions.

import type { Assumptions } from '../../../../engine/assumptions/assumptions.ts'
import {
  type BodyOf,
  boolean,
  choice,
  defineModel,
  filledText,
  list,
  type Model,
  nested,
  optional,
  text,
  uuid,
} from '../../../../engine/define/body-value.ts'
import {
  DEPLOYMENT_SOURCES,
  DEPLOYMENT_TIERS,
  DEPLOYMENT_TYPES,
  NEWER_DEPLOYMENT_SOURCES,
  NEWER_DEPLOYMENT_TYPES,
} from '../../../resources/deployments/deployment.ts'
import { resourceSpec } from './resource-spec.ts'

/** `Secret` of the service. */
const secret = defineModel('Secret', {
  name: text(),
  value: text(),
})

/** `SecretReference` of the service. */
const secretReference = defineModel('SecretReference', {
  name: text(),
  secret_name: text(),
  secret_key: text(),
})

/** `ListenerConfig` of the service. */
const listenerConfig = defineModel('ListenerConfig', {
  k8s_namespace: optional(text()),
})

const sourceConfigFields = {
  integration_id: optional(uuid()),
  repo_url: optional(text()),
  deployment_type: optional(choice(DEPLOYMENT_TYPES)),
  build_on_push: optional(boolean()),
  custom_url: optional(text()),
  resource_spec: optional(nested(resourceSpec)),
  listener_id: optional(uuid()),
  listener_config: optional(nested(listenerConfig)),
  install_command: optional(text()),
  build_command: optional(text()),
}

/** `SourceConfigRequest` of the service. */
const sourceConfigRequest = defineModel('SourceConfigRequest', sourceConfigFields)

/** The same of newer versions. */
const newerSourceConfigRequest = defineModel('SourceConfigRequest', {
  ...sourceConfigFields,
  deployment_type: optional(choice([...DEPLOYMENT_TYPES, ...NEWER_DEPLOYMENT_TYPES])),
  template_id: optional(text()),
})

/** The `source_config` of a body, of any version. */
export type SourceConfigBody = WithOptional<BodyOf<typeof newerSourceConfigRequest>, 'template_id'>

/** An object that may lack some of its fields. */
type WithOptional<Fields, Name extends keyof Fields> = Omit<Fields, Name> & Partial<Pick<Fields, Name>>

/** `SourceRevisionConfigRequest` of the service. */
export const sourceRevisionConfigRequest = defineModel('SourceRevisionConfigRequest', {
  repo_ref: optional(text()),
  langgraph_config_path: optional(text()),
  image_uri: optional(text()),
  source_tarball_path: optional(text()),
})

const creationFields = {
  name: text(),
  source: choice(DEPLOYMENT_SOURCES),
  source_config: nested(sourceConfigRequest),
  source_revision_config: nested(sourceRevisionConfigRequest),
  secrets: list(nested(secret)),
  secret_references: optional(list(nested(secretReference))),
}

/** `DeploymentCreateRequest` of the service. */
const deploymentCreateRequest = defineModel('DeploymentCreateRequest', creationFields)

/** The same of newer versions. They take no `display_name` here, only in a change. */
const newerDeploymentCreateRequest = defineModel('DeploymentCreateRequest', {
  ...creationFields,
  source: choice([...DEPLOYMENT_SOURCES, ...NEWER_DEPLOYMENT_SOURCES]),
  source_config: nested(newerSourceConfigRequest),
})

const changeFields = {
  revision_source: optional(choice(['github', 'internal_docker', 'internal_source'])),
  source_config: optional(nested(sourceConfigRequest)),
  source_revision_config: optional(nested(sourceRevisionConfigRequest)),
  secrets: optional(list(nested(secret))),
  secret_references: optional(list(nested(secretReference))),
}

/** `DeploymentPatchRequest` of the service. */
const deploymentPatchRequest = defineModel('DeploymentPatchRequest', changeFields)

/** The same of newer versions. */
const newerDeploymentPatchRequest = defineModel('DeploymentPatchRequest', {
  ...changeFields,
  source_config: optional(nested(newerSourceConfigRequest)),
  display_name: optional(filledText()),
})

/** The body of a creation, of any version. */
export type CreateBody = Omit<BodyOf<typeof newerDeploymentCreateRequest>, 'source_config'> & {
  readonly source_config: SourceConfigBody
}

/** The body of a change or of a new revision, of any version. */
export type ChangeBody = Omit<
  WithOptional<BodyOf<typeof newerDeploymentPatchRequest>, 'display_name'>,
  'source_config'
> & {
  readonly source_config: SourceConfigBody | null
}

/** Returns the model of the body of a creation (assumption `newerParameters`). */
export function createRequestOf({ newerParameters }: Assumptions): Model<CreateBody> {
  return newerParameters === 'ignored' ? deploymentCreateRequest : newerDeploymentCreateRequest
}

/** Returns the model of the body of a change (assumption `newerParameters`). */
export function patchRequestOf({ newerParameters }: Assumptions): Model<ChangeBody> {
  return newerParameters === 'ignored' ? deploymentPatchRequest : newerDeploymentPatchRequest
}

/** `RevisionCreateRequest` of the service. */
export const revisionCreateRequest = defineModel('RevisionCreateRequest', changeFields)

/** `DeploymentTierPatchRequest` of the service. */
export const deploymentTierPatchRequest = defineModel('DeploymentTierPatchRequest', {
  deployment_tier: optional(choice(DEPLOYMENT_TIERS)),
})

/** `DeploymentResourceTiersPatchRequest` of the service. */
export const deploymentResourceTiersPatchRequest = defineModel('DeploymentResourceTiersPatchRequest', {
  compute_tier: optional(choice(DEPLOYMENT_TIERS)),
  database_tier: optional(choice(DEPLOYMENT_TIERS)),
})
