import { shipScenario } from '../src/service/ship-scenario.ts'

const SHOP_ID = '7d30e5b8-1c46-4a9f-b2e7-93f5a06c8d14'

// The release train started a deployment at each of these minutes after ten this morning.
const rollout = ['27', '25', '22', '21', '18', '16', '15', '12', '09', '08', '06', '04', '03', '01']

export const busyScenario = shipScenario({
  name: 'busy',
  description:
    'Brambleshanks Outfitters in the week before the winter sale. Four teams have 1,200 deployments, and create new ones every few minutes.',
  // A seed that no other scenario has, so that the ids differ from those in other scenarios.
  seed: 1200,
  now: '2026-11-23T10:30:00Z',
  organization_id: 'org-brambleshanks',
  tenant_id: '2f8a4c61-90d7-4b1e-8c35-7e6f01b9d248',
  providers: [
    // A group without `record` is generated. The generated providers start with the most common ones.
    { count: 8 },
    {
      record: {
        provider_id: 'brambleshanks-sso',
        name: 'Brambleshanks single sign-on',
        auth_url: 'https://sso.brambleshanks.example/oauth2/authorize',
        token_url: 'https://sso.brambleshanks.example/oauth2/token',
        uses_pkce: true,
        code_challenge_method: 'S256',
        provider_type: 'oidc',
      },
    },
  ],
  integrations: [
    {
      id: SHOP_ID,
      kind: 'standard',
      name: 'brambleshanks-shop',
      repositories: [{ count: 23 }, { record: { name: 'support-agents', default_branch: 'main' } }],
    },
    { kind: 'standard', name: 'brambleshanks-data', repositories: 16 },
    { kind: 'alternate', name: 'brambleshanks-platform', repositories: 12 },
    { kind: 'alternate', name: 'brambleshanks-stores', repositories: 18 },
  ],
  listeners: [
    { count: 2 },
    { record: { compute_id: 'brambleshanks-warehouse', compute_config: { k8s_namespaces: ['claims-agents'] } } },
  ],
  // The agents of the shop read calendars and post messages.
  tokens: [
    { count: 3 },
    {
      record: {
        provider_id: 'brambleshanks-sso',
        provider_account_label: 'support@brambleshanks.example',
        scopes: ['openid', 'orders:read'],
        is_default: true,
      },
    },
  ],
  connections: 6,
  deployments: [
    // These use the newest image and wait for their databases.
    ...rollout.map((minutes) => ({
      record: {
        status: 'AWAITING_DATABASE',
        image_version: '0.7.28',
        created_at: `2026-11-23T10:${minutes}:00Z`,
        updated_at: `2026-11-23T10:${minutes}:00Z`,
      },
    })),
    // These were upgraded to the newest image before the code freeze.
    { count: 45, record: { status: 'READY', image_version: '0.7.28', updated_at: '2026-11-20T16:00:00Z' } },
    // Hand-written deployments among the generated ones: the most important one of each team.
    {
      fixture: 'github-agent',
      record: {
        source_config: {
          integration_id: SHOP_ID,
          repo_url: 'https://github.com/brambleshanks-shop/support-agents',
          // Fields of a config override the fixture's one by one. This replaces its whole resource spec.
          resource_spec: { min_scale: 8, max_scale: 10, cpu: 4, cpu_limit: 8, memory_mb: 8192, memory_limit_mb: 16384 },
        },
      },
    },
    { fixture: 'listener-agent' },
    { fixture: 'uploaded-agent' },
    { fixture: 'pushed-image' },
    // These are from last year's sale, and are kept for comparison.
    { count: 137, record: { status: 'UNUSED', image_version: '0.5.41' } },
    { count: 1000 },
  ],
})
