// The kind of each field of each resource that is recorded.

import type { z } from 'zod'
import {
  DEPLOYMENT_TIERS,
  deploymentSourceSchema,
  deploymentTypeSchema,
  type sourceConfigSchema,
  type sourceRevisionConfigSchema,
} from '../../../service/resources/deployments/deployment.ts'
import type {
  containerSchema,
  resourceSpecSchema,
  volumeMountSchema,
} from '../../../service/resources/deployments/resource-spec.ts'
import { REVISION_OUTCOMES, REVISION_STATUSES } from '../../../service/resources/deployments/revision.ts'
import { INTEGRATION_KINDS } from '../../../service/resources/integrations.ts'
import type { RecordedName, recorded } from '../records/sources.ts'
import type { ContractKind, KindsOf, PlainKind } from './kinds.ts'

const contract = (words: readonly string[], otherwise: PlainKind = 'opaque'): ContractKind => ({ words, otherwise })

// A service can have statuses that the contract does not know. They look alike.
const deploymentStatus: ContractKind = { words: [], form: /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)*$/, otherwise: 'opaque' }

// They come from the contract.
const paths: ContractKind = { words: [], form: /^[\w/]+$/, otherwise: 'opaque' }

const source = contract(deploymentSourceSchema.options)

const times = { created_at: 'time', updated_at: 'time' } as const

const revisionConfig = {
  repo_ref: 'branch',
  graph_config_path: 'path',
  image_uri: 'image',
  source_tarball_path: 'path',
  repo_commit_sha: 'digest',
} as const satisfies KindsOf<z.output<typeof sourceRevisionConfigSchema>>

const volumeMount: KindsOf<z.output<typeof volumeMountSchema>> = {
  name: 'name',
  mountPath: 'path',
  subPath: 'path',
  mountPropagation: contract(['None', 'HostToContainer', 'Bidirectional']),
  subPathExpr: 'path',
}

const container: KindsOf<z.output<typeof containerSchema>> = {
  name: 'name',
  image: 'image',
  imagePullPolicy: contract(['Always', 'IfNotPresent', 'Never']),
  command: 'command',
  args: 'command',
  workingDir: 'path',
  env: { name: 'variable', value: 'environment', valueFrom: 'freeForm' },
  envFrom: 'freeForm',
  resources: { limits: 'freeForm', requests: 'freeForm' },
  volumeMounts: volumeMount,
  securityContext: 'freeForm',
  restartPolicy: contract(['Always', 'OnFailure', 'Never']),
}

const resourceSpec: KindsOf<z.output<typeof resourceSpecSchema>> = {
  labels: 'freeForm',
  annotations: 'freeForm',
  service_account_name: 'name',
  image_pull_secrets: { name: 'name' },
  volumes: {
    name: 'name',
    configMap: 'freeForm',
    secret: 'freeForm',
    emptyDir: 'freeForm',
    persistentVolumeClaim: 'freeForm',
    nfs: 'freeForm',
    projected: 'freeForm',
    downwardAPI: 'freeForm',
    csi: 'freeForm',
  },
  volume_mounts: volumeMount,
  init_containers: container,
  sidecars: container,
}

const sourceConfig: KindsOf<z.output<typeof sourceConfigSchema>> = {
  integration_id: 'id',
  repo_url: 'url',
  custom_url: 'url',
  resource_spec: resourceSpec,
  listener_id: 'id',
  listener_config: { k8s_namespace: 'name' },
  install_command: 'command',
  build_command: 'command',
}

type Kinds = { readonly [Name in RecordedName]: KindsOf<z.output<(typeof recorded)[Name]['schema']>> }

/** The kinds of all fields. What has no kind is replaced by random text. */
export const fieldKinds: Kinds = {
  providers: {
    id: 'id',
    organization_id: 'id',
    provider_id: 'name',
    name: 'name',
    client_id: 'opaque',
    auth_url: 'url',
    token_url: 'url',
    code_challenge_method: contract(['S256', 'plain']),
    ...times,
    provider_type: contract(['mcp', 'oauth2', 'oidc'], 'name'),
    mcp_server_url: 'url',
    token_endpoint_auth_method: contract([
      'client_secret_post',
      'client_secret_basic',
      'client_secret_jwt',
      'private_key_jwt',
      'none',
    ]),
  },
  deployments: {
    id: 'id',
    tenant_id: 'id',
    name: 'name',
    source_config: sourceConfig,
    source_revision_config: revisionConfig,
    secrets: { name: 'variable', value: 'secret' },
    secret_references: { name: 'variable', secret_name: 'name', secret_key: 'name' },
    ...times,
    latest_revision_id: 'id',
    active_revision_id: 'id',
    image_version: 'version',
    status: deploymentStatus,
    deployment_type: contract(deploymentTypeSchema.options),
    tag_value_ids: 'id',
    source,
    deployment_tier: contract(DEPLOYMENT_TIERS),
    database_tier: contract(DEPLOYMENT_TIERS),
    display_name: 'name',
    template_id: 'name',
    agent_id: 'name',
    agent_environment: 'name',
    absent: paths,
  },
  integrations: { id: 'id', kind: contract(INTEGRATION_KINDS), name: 'owner' },
  listeners: {
    version: 'version',
    compute_type: contract(['k8s']),
    compute_id: 'name',
    compute_config: { k8s_namespaces: 'name' },
    id: 'id',
    ...times,
  },
  tokens: {
    id: 'id',
    provider_id: 'name',
    user_id: 'id',
    access_token: 'secret',
    refresh_token: 'secret',
    scopes: contract(['openid', 'email', 'profile', 'offline_access'], 'name'),
    provider_account_label: 'email',
    metadata: 'freeForm',
    expires_at: 'deadline',
    ...times,
  },
  repositories: {
    integration_id: 'id',
    id: 'id',
    name: 'name',
    owner: 'owner',
    url: 'url',
    default_branch: 'branch',
  },
  revisions: {
    id: 'id',
    deployment_id: 'id',
    ...times,
    status: contract(REVISION_STATUSES),
    source,
    source_revision_config: revisionConfig,
    outcome: contract(REVISION_OUTCOMES),
    history: { status: contract(REVISION_STATUSES), at: 'time' },
  },
}
