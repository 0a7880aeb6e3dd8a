import { awkwardNames } from '../fixtures/awkward-names.ts'
import { hugeResourceSpec } from '../fixtures/huge-resource-spec.ts'
import { defineBuiltIn } from './define-built-in.ts'

const OWNER = '“Żółw” & Søns <Ltd>'

const providers = [
  { record: { name: OWNER, provider_id: 'żółw', client_id: '"quoted"\\client' } },
  { record: { name: '   ', provider_id: ' ', auth_url: 'https://xn--w-uga1v8h.example/?a=b&c=%20#d' } },
  { record: { name: 'مزود الهوية', provider_id: 'null', id: 'an id with spaces/and a slash' } },
  { record: { name: '👩‍👩‍👧‍👦 Family SSO', provider_id: '👩‍👩‍👧‍👦', token_endpoint_auth_method: '' } },
  { record: { name: 'n'.repeat(250), provider_id: 'long', client_id: 'c'.repeat(1000) } },
  {
    record: {
      name: 'null everywhere',
      provider_id: 'nulls',
      code_challenge_method: null,
      provider_type: null,
      mcp_server_url: null,
    },
  },
]

const repositories = [
  { record: { name: 'node.js_–_тест', default_branch: 'feature/ünïcode-❤️#1' } },
  {
    record: { name: 'with spaces & 100%', url: 'https://github.com/zolw/with%20spaces%20%26%20100%25' },
  },
  { record: { name: '.git', url: 'https://github.com/zolw/.git.git', default_branch: 'HEAD' } },
  { record: { name: 'מאגר-קוד', default_branch: 'ראשי' } },
  { record: { name: '<img src=x onerror=alert(1)>' } },
  { record: { name: 'r'.repeat(250), default_branch: 'b'.repeat(250) } },
  { record: { name: '-', default_branch: '-' } },
]

// Deeper than a hand-written traversal expects, but within the limits of JSON parsers.
const deepObject: Record<string, unknown> = Array.from({ length: 40 }).reduce<Record<string, unknown>>(
  (inner, _, level) => ({ [`level ${level + 1}`]: inner, list: [[level], []] }),
  { bottom: true },
)

const emptySpec = {
  labels: {},
  annotations: {},
  service_account_name: '',
  image_pull_secrets: [],
  volumes: [],
  volume_mounts: [],
  init_containers: [],
  sidecars: [],
}

const oddNumbers = {
  min_scale: 0,
  max_scale: Number.MAX_SAFE_INTEGER,
  cpu: 0.1 + 0.2,
  cpu_limit: 1e-7,
  memory_mb: 1e21,
  db_storage_gi: -1,
}

const oddSecrets = [
  { name: 'MULTI_LINE', value: '-----BEGIN MOCK KEY-----\nbW9jaw==\n-----END MOCK KEY-----\n' },
  { name: 'MULTI_LINE', value: 'mock: a second one of the same name' },
  { name: 'JSON', value: '{"mock":"\\"quoted\\""}' },
  { name: 'empty value', value: '' },
  { name: '', value: 'mock: an empty name' },
]

export const awkwardScenario = defineBuiltIn({
  name: 'awkward',
  description:
    'The test tenant of “Żółw” & Søns <Ltd>. It collects every name, null value, list and spec that ever broke a page.',
  seed: -7,
  // The last microsecond of a leap day.
  now: '2028-02-29T23:59:59.999999Z',
  organization_id: `org ${OWNER} 組織`,
  // Free-form objects have unusual keys, and some deployments have a status that no client knows.
  assumptions: { freeFormObjects: 'nested', statusValues: 'extra' },
  providers,
  integrations: [
    { kind: 'standard', name: OWNER, repositories },
    // The contract only says that the id in the path is a string, so this is a valid one.
    { id: 'équipe 7 %', kind: 'standard', name: 'équipe 7 %', repositories: 2 },
    { kind: 'alternate', name: 'חנות', repositories: 3 },
    { kind: 'alternate', name: 'nothing in it', repositories: 0 },
  ],
  deployments: [
    { fixture: 'nothing-set' },
    { fixture: 'huge-spec', record: { name: 'huge-spec' } },
    { record: { name: 'no-secrets', secrets: [], secret_references: [], tag_value_ids: [] } },
    { record: { name: 'odd-secrets', secrets: oddSecrets } },
    { record: { name: 'empty-lists', source_config: { resource_spec: emptySpec } } },
    { record: { name: 'odd-numbers', source_config: { resource_spec: oddNumbers } } },
    {
      record: {
        name: 'deep-spec',
        source_config: { resource_spec: { ...hugeResourceSpec, labels: deepObject, annotations: { deepObject } } },
      },
    },
    { record: { name: 'from-the-future', created_at: '9999-12-31T23:59:59.999999Z' } },
    { record: { name: 'from-the-epoch', created_at: '1970-01-01T00:00:00Z', updated_at: '1970-01-01T00:00:00Z' } },
    // One deployment for each name. Its other fields are generated. No repository fits such a name.
    ...awkwardNames.map((name) => ({ record: { name, source: 'github' as const } })),
  ],
})
