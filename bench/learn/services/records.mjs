// The records of services that are none of ours, before each writes them in its own way.

import { createHash } from 'node:crypto'

const START = Date.UTC(2026, 0, 5, 8, 30, 0, 123)
const DAY = 86_400_000
const WORDS = 'Atlas birch cobalt Dune ember fjord grove Harbor iris juniper krill lumen maple'.split(' ')
const PROVIDERS = ['zeta', 'alpha', 'mid', 'beta', 'omega', 'gamma', 'delta', 'kappa', 'eta']
const SOURCE = ['custom_url', 'resource_spec', 'listener_id', 'listener_config', 'install_command', 'build_command']
const REVISION = ['graph_config_path', 'image_uri', 'source_tarball_path', 'repo_commit_sha']

/** Returns an id that is the same in every run. */
export function idOf(text) {
  const hex = createHash('md5').update(text).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

export const TENANT = idOf('tenant')
export const INTEGRATION = idOf('integration')

/** What each filter selects where the services agree. */
export const commonFilters = {
  status:
    (text) =>
    ({ hidden }) =>
      hidden.status === text,
  remote_reconciled:
    (text) =>
    ({ hidden }) =>
      String(hidden.remote_reconciled) === text,
  tag_value_ids: () => () => false,
  deployment_type:
    (text) =>
    ({ hidden }) =>
      hidden.deployment_type === text,
  deployment_ids:
    (text) =>
    ({ record }) =>
      text.split(',').includes(record.id),
}

/** Builds deployments, whose times are milliseconds. What no response contains is in `hidden`. */
export function buildDeployments(count) {
  return Array.from({ length: count }, (_, n) => {
    const created_at = START + ((n * 7) % count) * DAY + n * 3_600_000
    const word = WORDS[n % WORDS.length]
    const record = {
      id: idOf(`deployment ${n}`),
      tenant_id: TENANT,
      name: `${word}-${['api', 'web', 'jobs'][n % 3]}-${n}`,
      source_config: {
        integration_id: INTEGRATION,
        repo_url: `https://git.example/acme/${word}`,
        build_on_push: n % 2 === 0,
        ...emptyFields(SOURCE),
      },
      source_revision_config: { repo_ref: 'main', ...emptyFields(REVISION) },
      secrets: [{ name: 'TOKEN', value: `key ${n}` }],
      secret_references: null,
      created_at,
      updated_at: created_at + ((n * 5) % 17) * DAY,
      latest_revision_id: idOf(`revision ${n}`),
      active_revision_id: n % 4 === 0 ? null : idOf(`revision ${n}`),
      image_version: ['0.7.28', '0.7.2', '0.8.1', null][n % 4],
    }
    const hidden = {
      status: ['READY', 'UNUSED', 'UNKNOWN'][n % 3],
      deployment_type: ['dev', 'prod', 'dev_free'][n % 3],
      remote_reconciled: n % 5 === 0,
    }
    return { record, hidden }
  })
}

/** Builds OAuth providers, the oldest first. */
export function buildProviders(count = PROVIDERS.length) {
  return PROVIDERS.slice(0, count).map((name, n) => ({
    id: idOf(`provider ${n}`),
    organization_id: TENANT,
    provider_id: name,
    name: name[0].toUpperCase() + name.slice(1),
    client_id: `client-${n}`,
    auth_url: 'https://id.example/a',
    token_url: 'https://id.example/t',
    uses_pkce: true,
    code_challenge_method: 'S256',
    created_at: START + n * DAY,
    updated_at: START + n * DAY,
    provider_type: null,
    mcp_server_url: null,
    token_endpoint_auth_method: 'client_secret_post',
    is_dynamic_client: false,
  }))
}

/** Builds repositories: name, owner, and so on, in no order. */
export function buildRepositories() {
  return [4, 2, 9, 1, 7, 0, 3, 8, 5].map((n) => ({
    id: 7000 + n,
    name: WORDS[n],
    owner: 'acme',
    url: `https://git.example/acme/${WORDS[n]}`,
  }))
}

/** Compares two values, such as those of a field. */
export const compare = (one, other) => Number(one > other) - Number(one < other)

function emptyFields(names) {
  return Object.fromEntries(names.map((name) => [name, null]))
}
