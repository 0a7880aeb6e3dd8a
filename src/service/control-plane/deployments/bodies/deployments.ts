// The bodies of requests that create and change deployments and revisions.

import {
  added,
  type BodyOf,
  boolean,
  choice,
  defineModel,
  filledText,
  list,
  nested,
  optional,
  text,
  uuid,
} from '../../../../engine/define/operation/body-value.ts'
import { newer } from '../../../assumptions/values.ts'
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
const sourceConfigRequest = defineModel('SourceConfigRequest', {
  ...sourceConfigFields,
  deployment_type: optional(choice(DEPLOYMENT_TYPES, { choices: NEWER_DEPLOYMENT_TYPES, addedBy: newer })),
  template_id: added(newer, optional(text())),
})

/** The `source_config` of a body. That of a new revision never has what newer clients send. */
export type SourceConfigBody = BodyOf<typeof sourceConfigRequest>

/** `SourceRevisionConfigRequest` of the service. */
export const sourceRevisionConfigRequest = defineModel('SourceRevisionConfigRequest', {
  repo_ref: optional(text()),
  langgraph_config_path: optional(text()),
  image_uri: optional(text()),
  source_tarball_path: optional(text()),
})

/** `DeploymentCreateRequest` of the service. Newer clients send no `display_name` here, only in a change. */
export const deploymentCreateRequest = defineModel('DeploymentCreateRequest', {
  name: text(),
  source: choice(DEPLOYMENT_SOURCES, { choices: NEWER_DEPLOYMENT_SOURCES, addedBy: newer }),
  source_config: nested(sourceConfigRequest),
  source_revision_config: nested(sourceRevisionConfigRequest),
  secrets: list(nested(secret)),
  secret_references: optional(list(nested(secretReference))),
})

const changeFields = {
  revision_source: optional(choice(['github', 'internal_docker', 'internal_source'])),
  source_config: optional(nested(defineModel('SourceConfigRequest', sourceConfigFields))),
  source_revision_config: optional(nested(sourceRevisionConfigRequest)),
  secrets: optional(list(nested(secret))),
  secret_references: optional(list(nested(secretReference))),
}

/** `DeploymentPatchRequest` of the service. */
export const deploymentPatchRequest = defineModel('DeploymentPatchRequest', {
  ...changeFields,
  source_config: optional(nested(sourceConfigRequest)),
  display_name: added(newer, optional(filledText())),
})

export type CreateBody = BodyOf<typeof deploymentCreateRequest>

/** The body of a change or of a new revision. */
export type ChangeBody = BodyOf<typeof deploymentPatchRequest>

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
