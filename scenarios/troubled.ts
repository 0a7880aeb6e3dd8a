import { defineBuiltIn } from './define-built-in.ts'

const createdAt = (timestamp: string) => ({ created_at: timestamp, updated_at: timestamp })

const WEATHER_ID = 'a2c84f17-5e90-4d3b-8f16-0be4d7c3952a'

// A deployment that was created during the outage, and waits for its database.
const attempt = (repository: string, name: string, timestamp: string) => ({
  fixture: 'new-agent',
  record: {
    ...createdAt(timestamp),
    name,
    source_config: {
      integration_id: WEATHER_ID,
      repo_url: `https://github.com/drizzlewick-weather/${repository}`,
    },
    source_revision_config: { repo_ref: 'main' },
  },
})

// It was registered during the outage, so it is a change and not part of the initial data.
const emergencyLogin = {
  id: 'd9a1f3c4-67b2-4e58-9c0d-5b8e2a7f4163',
  organization_id: 'org-drizzlewick',
  provider_id: 'emergency-login',
  name: 'Emergency login (remove after the outage!)',
  client_id: 'mock-emergency',
  auth_url: 'https://login.drizzlewick.example/authorize',
  token_url: 'https://login.drizzlewick.example/token',
  uses_pkce: false,
  code_challenge_method: null,
  provider_type: null,
  mcp_server_url: null,
  token_endpoint_auth_method: 'client_secret_post',
  is_dynamic_client: false,
  ...createdAt('2026-11-27T07:12:40Z'),
}

export const troubledScenario = defineBuiltIn({
  name: 'troubled',
  description:
    'Drizzlewick Umbrellas on the rainiest day of the year, an hour into a database outage. Most deployments are UNKNOWN or AWAITING_DELETE, responses are slow, and some requests fail.',
  seed: 503,
  // The time when the region went down. `changes` advances the clock by 65 minutes.
  now: '2026-11-27T06:40:00Z',
  organization_id: 'org-drizzlewick',
  providers: 3,
  integrations: [
    { kind: 'standard', name: 'drizzlewick-umbrellas', repositories: 11 },
    {
      id: WEATHER_ID,
      kind: 'alternate',
      name: 'drizzlewick-weather',
      repositories: [
        { record: { name: 'rain-radar', default_branch: 'main' } },
        { record: { name: 'storm-desk', default_branch: 'main' } },
        { count: 3 },
      ],
    },
  ],
  // Its cluster is in another region, so it still works.
  listeners: [{ record: { compute_id: 'drizzlewick-highlands', version: '0.2.9' } }],
  // Nobody could renew it during the outage.
  tokens: [{ record: { refresh_token: null, expires_at: '2026-11-27T06:55:00Z' } }],
  connections: 1,
  deployments: [
    attempt('rain-radar', 'rain-radar-retry-3', '2026-11-27T07:41:55.118000Z'),
    attempt('rain-radar', 'rain-radar-retry-2', '2026-11-27T07:20:13.902000Z'),
    attempt('rain-radar', 'rain-radar-retry', '2026-11-27T06:58:31.447000Z'),
    attempt('storm-desk', 'storm-desk-failover', '2026-11-27T06:44:06.260000Z'),
    // The platform lost contact with these when the region went down.
    { count: 90, record: { status: 'UNKNOWN', updated_at: '2026-11-27T06:40:00Z' } },
    // These are being deleted to save resources. The deletion waits for the database, too.
    { count: 70, record: { status: 'AWAITING_DELETE', updated_at: '2026-11-27T07:03:00Z' } },
    // These run in another region, without an outage.
    { count: 36, record: { status: 'READY' } },
  ],
  changes: { providers: { removed: [], replaced: [], added: [emergencyLogin] }, elapsed: 65 * 60 * 1_000_000 },
  // On the world's clock, half of the responses take longer than 0.9 seconds, and about one in fifty
  // takes longer than 3.
  latency: { median: 900, sigma: 0.6 },
  faults: [
    {
      id: 'list-unavailable',
      match: { operation: 'listDeployments' },
      effect: { kind: 'status', status: 503, detail: 'The deployment store is failing over. Try again in a moment.' },
      probability: 0.3,
    },
    {
      id: 'creation-fails',
      match: { operation: 'createDeployment' },
      effect: { kind: 'status', status: 500 },
      probability: 0.6,
    },
    // Some lists come from a replica that no longer receives updates. They lack what was created since then.
    {
      id: 'stale-replica',
      match: { operation: 'listDeployments' },
      effect: { kind: 'stale' },
      probability: 0.2,
    },
    // In an outage, everybody filters by UNKNOWN, so these requests are the slowest.
    {
      id: 'unknown-is-slow',
      match: { method: 'GET', path: '/v2/deployments', query: { status: 'UNKNOWN' } },
      effect: { kind: 'delay', milliseconds: { min: 1500, max: 4000 } },
      probability: 1,
    },
    // Connections from before the outage are dead. The first two requests that use them fail.
    {
      id: 'stale-connections',
      match: { operation: 'listOAuthProviders' },
      effect: { kind: 'status', status: 502 },
      probability: 1,
      times: 2,
    },
  ],
})
