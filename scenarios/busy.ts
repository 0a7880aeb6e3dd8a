import { defineBuiltIn } from './define-built-in.ts'

const SHOP_ID = '7d30e5b8-1c46-4a9f-b2e7-93f5a06c8d14'

// The release train started a deployment at each of these minutes after ten this morning. They have these ids.
const rollout = [
  ['27', 'ecb206da-868c-47c0-a218-6042907955c2'],
  ['25', 'b972152a-518d-42bf-9206-ad77a4f66cdc'],
  ['22', '85312a74-b5ab-4dec-98f0-d04d226e605e'],
  ['21', '92b06444-ffae-4b22-8aad-d7817ba90f30'],
  ['18', 'b83c51e6-2bef-4cab-86ff-5995204f0dda'],
  ['16', '09083214-eb09-4c77-a496-80e33451c31a'],
  ['15', 'b3123de2-2222-43e3-a83f-a2558d53ca4e'],
  ['12', '3dac7375-28e6-44fa-80d5-f5544f20d16f'],
  ['09', 'e1d97d2e-66d8-48a9-8908-1b9b8ad71390'],
  ['08', '13b485e0-6748-46ce-b3c3-9caabf1c7b2c'],
  ['06', '63cc072f-a779-41ce-8ff9-f75f91810df4'],
  ['04', '5a165777-f083-44fa-841b-8ad23012123d'],
  ['03', '8990ce40-1047-4a28-a60d-932f2ba878c7'],
  ['01', '9da8be80-998b-4fc1-8022-784b9464537e'],
] as const

// In microseconds.
const MINUTE = 60_000_000

export const busyScenario = defineBuiltIn({
  name: 'busy',
  description:
    'Brambleshanks Outfitters in the week before the winter sale. Four teams have 1,200 deployments, and a new one becomes ready every few minutes.',
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
    ...rollout.map(([minutes, id]) => ({
      record: {
        id,
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
    { count: 985 },
    // Previews of pull requests, which clean-up scripts must leave alone. Only newer clients see that they are, and only newer services delete them when
    // they are idle.
    { count: 15, record: { is_preview: true } },
  ],
  changes: {
    // Their databases become ready one after the other, the oldest first.
    timeline: rollout.toReversed().map(([, id], place) => ({
      due: (2 + 3 * place) * MINUTE,
      resource: 'deployments',
      id,
      when: { status: 'AWAITING_DATABASE' },
      set: { status: 'READY' },
    })),
  },
})
