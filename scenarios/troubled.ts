import { shipScenario } from '../src/core/scenario.ts'

const createdAt = (timestamp: string) => ({ created_at: timestamp, updated_at: timestamp })

const WEATHER_ID = 'a2c84f17-5e90-4d3b-8f16-0be4d7c3952a'

// Whoever tried again during the outage waits for a database, too.
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

// Registered in a hurry while the outage lasted: no part of what the world began with.
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

export const troubledScenario = shipScenario({
  name: 'troubled',
  description:
    'Drizzlewick Umbrellas on the rainiest day of the year, an hour into an outage of its database region: most deployments are UNKNOWN or AWAITING_DELETE, answers are slow, and some fail.',
  seed: 503,
  // When the region went down; `changes` say what happened since, and that it took 65 minutes.
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
  deployments: [
    attempt('rain-radar', 'rain-radar-retry-3', '2026-11-27T07:41:55.118000Z'),
    attempt('rain-radar', 'rain-radar-retry-2', '2026-11-27T07:20:13.902000Z'),
    attempt('rain-radar', 'rain-radar-retry', '2026-11-27T06:58:31.447000Z'),
    attempt('storm-desk', 'storm-desk-failover', '2026-11-27T06:44:06.260000Z'),
    // The platform lost sight of these when the region went down.
    { count: 90, record: { status: 'UNKNOWN', updated_at: '2026-11-27T06:40:00Z' } },
    // Removed to save what is left; the removal waits for the database as well.
    { count: 70, record: { status: 'AWAITING_DELETE', updated_at: '2026-11-27T07:03:00Z' } },
    // Another region: these never noticed.
    { count: 36, record: { status: 'READY' } },
  ],
  changes: { providers: { removed: [], replaced: [], added: [emergencyLogin] }, elapsed: 65 * 60 * 1_000_000 },
  // In the time of the world's clock: half of the answers take longer than 0.9 seconds, and about one in fifty longer than three.
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
    // Some lists come from a replica that has stopped: what was created since is not in them.
    {
      id: 'stale-replica',
      match: { operation: 'listDeployments' },
      effect: { kind: 'stale' },
      probability: 0.2,
    },
    // What everybody asks in an outage is what the service answers last.
    {
      id: 'unknown-is-slow',
      match: { method: 'GET', path: '/v2/deployments', query: { status: 'UNKNOWN' } },
      effect: { kind: 'delay', milliseconds: { min: 1500, max: 4000 } },
      probability: 1,
    },
    // Connections from before the outage are gone; the first two to be used again show it.
    {
      id: 'stale-connections',
      match: { operation: 'listOAuthProviders' },
      effect: { kind: 'status', status: 502 },
      probability: 1,
      times: 2,
    },
  ],
})
