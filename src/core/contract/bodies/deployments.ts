// The bodies of requests that create and change deployments and revisions.

import { DEPLOYMENT_TIERS } from '../../resources/deployments/deployment.ts'
import { boolean, choice, defineModel, list, nested, optional, text, uuid } from '../values/value.ts'
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

/** `SourceConfigRequest` of the service. */
export const sourceConfigRequest = defineModel('SourceConfigRequest', {
  integration_id: optional(uuid()),
  repo_url: optional(text()),
  deployment_type: optional(choice(['dev_free', 'dev', 'prod'])),
  build_on_push: optional(boolean()),
  custom_url: optional(text()),
  resource_spec: optional(nested(resourceSpec)),
  listener_id: optional(uuid()),
  listener_config: optional(nested(listenerConfig)),
  install_command: optional(text()),
  build_command: optional(text()),
})

/** `SourceRevisionConfigRequest` of the service. */
export const sourceRevisionConfigRequest = defineModel('SourceRevisionConfigRequest', {
  repo_ref: optional(text()),
  langgraph_config_path: optional(text()),
  image_uri: optional(text()),
  source_tarball_path: optional(text()),
})

/** `DeploymentCreateRequest` of the service. */
export const deploymentCreateRequest = defineModel('DeploymentCreateRequest', {
  name: text(),
  source: choice(['github', 'external_docker', 'internal_docker', 'internal_source']),
  source_config: nested(sourceConfigRequest),
  source_revision_config: nested(sourceRevisionConfigRequest),
  secrets: list(nested(secret)),
  secret_references: optional(list(nested(secretReference))),
})

/** `DeploymentPatchRequest` of the service. */
export const deploymentPatchRequest = defineModel('DeploymentPatchRequest', {
  revision_source: optional(choice(['github', 'internal_docker', 'internal_source'])),
  source_config: optional(nested(sourceConfigRequest)),
  source_revision_config: optional(nested(sourceRevisionConfigRequest)),
  secrets: optional(list(nested(secret))),
  secret_references: optional(list(nested(secretReference))),
})

/** `RevisionCreateRequest` of the service. */
export const revisionCreateRequest = defineModel('RevisionCreateRequest', {
  revision_source: optional(choice(['github', 'internal_docker', 'internal_source'])),
  source_config: optional(nested(sourceConfigRequest)),
  source_revision_config: optional(nested(sourceRevisionConfigRequest)),
  secrets: optional(list(nested(secret))),
  secret_references: optional(list(nested(secretReference))),
})

/** `DeploymentTierPatchRequest` of the service. */
export const deploymentTierPatchRequest = defineModel('DeploymentTierPatchRequest', {
  deployment_tier: optional(choice(DEPLOYMENT_TIERS)),
})

/** `DeploymentResourceTiersPatchRequest` of the service. */
export const deploymentResourceTiersPatchRequest = defineModel('DeploymentResourceTiersPatchRequest', {
  compute_tier: optional(choice(DEPLOYMENT_TIERS)),
  database_tier: optional(choice(DEPLOYMENT_TIERS)),
})
