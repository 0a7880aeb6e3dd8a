import { defineScenario } from '../../src/index.ts'

const REPOSITORY_URL = 'https://git.acme-robotics.test/acme-warehouse/picking-planner'

const container = {
  name: 'sidecar-collector',
  image: 'registry.acme-robotics.test/telemetry/collector:9.41.2',
  imagePullPolicy: 'Always',
  args: ['--endpoint=collector.acme-robotics.test:4317'],
  workingDir: '/srv/telemetry',
  env: [{ name: 'TELEMETRY_ACCOUNT', value: 'warehouse-seventeen' }],
}

/** A world with something private in a field of each kind. */
export const privateScenario = defineScenario({
  name: 'private',
  seed: 4711,
  now: '2026-04-08T15:16:23.421337Z',
  organization_id: 'org-acme-robotics',
  providers: [
    {
      record: {
        provider_id: 'acme-sso',
        name: 'Acme single sign-on',
        client_id: 'acme-client-Zx81QuantumLeap',
        auth_url: 'https://login.acme-robotics.test/oauth2/authorize?realm=warehouse',
        code_challenge_method: 'S256',
        provider_type: 'oidc',
      },
    },
  ],
  integrations: [
    {
      kind: 'standard',
      name: 'acme-warehouse',
      repositories: [{ record: { name: 'picking-planner', url: REPOSITORY_URL, default_branch: 'trunk-stable' } }],
    },
  ],
  listeners: [{ record: { compute_id: 'acme-cluster-oslo', compute_config: { k8s_namespaces: ['picking-agents'] } } }],
  tokens: [
    {
      record: {
        provider_id: 'acme-sso',
        provider_account_label: 'ingrid.solberg@acme-robotics.test',
        scopes: ['openid', 'warehouse:read'],
        created_at: '2026-03-02T10:11:12.131415Z',
        updated_at: '2026-03-02T10:11:12.131415Z',
        expires_at: '2026-05-06T07:08:09.101112Z',
      },
    },
  ],
  deployments: [
    {
      record: {
        name: 'picking-planner-prod',
        status: 'READY',
        source: 'github',
        deployment_type: 'prod',
        image_version: '0.7.28',
        created_at: '2026-02-01T04:05:06.070809Z',
        updated_at: '2026-02-03T04:05:06.070809Z',
        secrets: [{ name: 'STRIPE_RESTRICTED_KEY', value: 'rk_live_9QvTnorthwind' }],
        secret_references: [{ name: 'CRANE_TOKEN', secret_name: 'crane-credentials', secret_key: 'crane-token' }],
        source_config: {
          repo_url: REPOSITORY_URL,
          custom_url: 'https://picking-planner.acme-robotics.test',
          install_command: 'pip install --index-url https://pypi.acme-robotics.test/simple crane',
          listener_config: { k8s_namespace: 'picking-agents' },
          resource_spec: {
            cpu: 2,
            labels: { 'acme-robotics.test/cost-centre': 'robotics-northern', account: 91234567 },
            sidecars: [container],
          },
        },
        source_revision_config: {
          repo_ref: 'feature/faster-picking',
          graph_config_path: 'agents/picking/langgraph.json',
          image_uri: 'registry.acme-robotics.test/picking@sha256:0123456789abcdef0123456789abcdef',
          source_tarball_path: 'uploads/picking/source.tar.gz',
          repo_commit_sha: 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
        },
      },
    },
    { record: { name: 'picking-planner-dev' } },
    { record: { name: 'planners-review' } },
  ],
})
