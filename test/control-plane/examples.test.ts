import { expect, test } from 'vitest'
import { type Operation, templateOf } from '../../src/engine/contract/operation/operation.ts'
import { findExample } from '../../src/engine/reports/sample-requests.ts'
import type { Simulator, SimulatorOptions } from '../../src/index.ts'
import { operations } from '../../src/service/operations.ts'
import { createService, findOne } from '../support/control-plane.ts'

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** A world with a record of each resource that an example can be about. */
async function createWorld(options: SimulatorOptions = {}): Promise<Simulator> {
  const service = createService({ seed: 7, ...options })
  const { db } = service
  db.picker_sessions.create({ kind: 'alternate', return_to: 'https://app.example' })
  db.listeners.create({ compute_id: 'cluster' })
  const { id } = db.tokens.create({ provider_id: String(db.providers.list()[0]?.provider_id) })
  db.connections.create({ agent_id: 'agent', oauth_token_id: id })
  await service.fetch(`/v2/deployments/${findOne(service, { source: 'github' }).id}/upload-url`, { method: 'POST' })
  return service
}

function listExamples({ db, assumptions }: Simulator) {
  return operations.flatMap((operation) => {
    const template = templateOf(operation, assumptions)
    if (template === undefined || operation.isDocumentation) return []
    return [{ operation, example: findExample(operation, { template, db, assumptions }) }]
  })
}

/** Sends the example of each operation to the same world. */
async function* sendExamples() {
  const service = await createWorld()
  const world = service.snapshot()
  for (const { operation, example } of listExamples(service)) {
    if ('missing' in example) throw new Error(`${operation.name}: ${example.missing}`)
    const { method, path, body } = example
    service.restore(world)
    const init = body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }
    yield { operation, example, response: await service.fetch(path, { method, ...init }) }
  }
}

test('an operation names the headers of its results, which documents list', async () => {
  const others: string[] = []
  for await (const { operation, response } of sendExamples()) {
    const { name, resultHeaders = [] }: Operation = operation
    const named = ['content-type', 'content-length', 'etag', ...resultHeaders.map((each) => each.toLowerCase())]
    for (const header of response.headers.keys()) if (!named.includes(header)) others.push(`${name}: ${header}`)
  }
  expect(others, 'Name them in `resultHeaders` of the operation.').toEqual([])
})

test('the example of each operation is a request that it takes', async () => {
  const lines: string[] = []
  for await (const { operation, example, response } of sendExamples()) {
    const line = `${operation.name}: ${response.status} ${example.method} ${example.path} ${example.body ?? ''}`
    lines.push(line.replace(UUID, '<id>').trim())
  }
  expect(lines).toMatchInlineSnapshot(`
    [
      "listOAuthProviders: 200 GET /v2/auth/providers",
      "listRepositories: 200 GET /v1/integrations/github/<id>/repos",
      "listAlternateRepositories: 200 GET /v1/integrations/forge/github/<id>/repos",
      "listDeployments: 200 GET /v2/deployments?limit=5&status=READY",
      "createDeployment: 201 POST /v2/deployments {"name":"new-deployment","source":"github","source_config":{"integration_id":"<id>","repo_url":"https://github.com/lumen-works/release-triage","deployment_type":"dev","build_on_push":true},"source_revision_config":{"repo_ref":"trunk","langgraph_config_path":"new-deployment/langgraph.json"},"secrets":[]}",
      "listGithubIntegrations: 200 GET /v1/integrations/github/install",
      "listForgeGithubIntegrations: 200 GET /v1/integrations/forge/github/install",
      "listGithubInstallations: 200 GET /v2/integrations/github/installations",
      "listGithubInstallationRepositories: 200 GET /v2/integrations/github/installations/<id>/repositories",
      "createGithubInstallationLink: 200 POST /v2/integrations/github/installation-link",
      "listForgeGithubInstallations: 200 GET /v2/integrations/forge-github/installations",
      "listForgeGithubInstallationRepositories: 200 GET /v2/integrations/forge-github/installations/<id>/repositories",
      "createForgeGithubInstallationLink: 200 POST /v2/integrations/forge-github/installation-link {"return_to":"https://app.example.com/settings"}",
      "getPickerSession: 200 GET /v2/integrations/forge-github/picker-sessions/<id>",
      "createPickerSessionSelection: 200 POST /v2/integrations/forge-github/picker-sessions/<id>/selection {"action":"INSTALL_NEW"}",
      "deleteDeployments: 200 DELETE /v2/deployments?deployment_ids=<id>",
      "getFreeDeploymentCount: 200 GET /v2/deployments/free-count",
      "getDeployment: 200 GET /v2/deployments/<id>",
      "patchDeployment: 200 PATCH /v2/deployments/<id> {"secrets":[{"name":"LOG_LEVEL","value":"debug"}]}",
      "deleteDeployment: 204 DELETE /v2/deployments/<id>",
      "patchDeploymentTier: 200 PATCH /v2/deployments/<id>/deployment-tier {"deployment_tier":"DEDICATED_L"}",
      "patchDeploymentResourceTiers: 200 PATCH /v2/deployments/<id>/resource-tiers {"compute_tier":"DEDICATED_L"}",
      "createUploadUrl: 200 POST /v2/deployments/<id>/upload-url",
      "uploadSource: 400 PUT /storage/deployments/<id>/<id>/source.tar.gz?token=521b11060498400bbcdf53b15ba681df",
      "createPushToken: 400 POST /v2/deployments/<id>/push-token",
      "listRevisions: 200 GET /v2/deployments/<id>/revisions",
      "createRevision: 201 POST /v2/deployments/<id>/revisions {}",
      "getRevision: 200 GET /v2/deployments/<id>/revisions/<id>",
      "redeployRevision: 200 POST /v2/deployments/<id>/revisions/<id>/redeploy",
      "interruptRevision: 400 POST /v2/deployments/<id>/revisions/<id>/interruption",
      "listDeploymentLogs: 200 GET /v2/deployments/<id>/logs",
      "listRevisionLogs: 200 GET /v2/deployments/<id>/revisions/<id>/logs?type=build",
      "listDeploymentLogEntries: 200 GET /v2/deployment-logs?deployment_id=<id>",
      "listProjectDeployLogs: 200 POST /v1/projects/<id>/deploy_logs {"limit":100,"order":"desc"}",
      "listProjectRevisionDeployLogs: 200 POST /v1/projects/<id>/revisions/<id>/deploy_logs {"limit":100,"order":"desc"}",
      "listProjectRevisionBuildLogs: 200 POST /v1/projects/<id>/revisions/<id>/build_logs {"limit":100,"order":"desc"}",
      "listListeners: 200 GET /v2/listeners",
      "createListener: 201 POST /v2/listeners {"compute_type":"k8s","compute_id":"my-cluster","compute_config":{"k8s_namespaces":["agents"]}}",
      "getListener: 200 GET /v2/listeners/<id>",
      "patchListener: 200 PATCH /v2/listeners/<id> {"compute_config":{"k8s_namespaces":["agents","previews"]}}",
      "deleteListener: 204 DELETE /v2/listeners/<id>",
      "createOAuthProvider: 200 POST /v2/auth/providers {"provider_id":"my-provider","name":"My provider","client_id":"my-client","client_secret":"my-secret","auth_url":"https://sso.example.com/authorize","token_url":"https://sso.example.com/token"}",
      "listPlatformOAuthProviders: 200 GET /v2/auth/platform-providers",
      "getPlatformOAuthProvider: 200 GET /v2/auth/platform-providers/google",
      "setupOAuthCallback: 200 GET /v2/auth/setup/github?setup_action=update&installation_id=1",
      "getOAuthCallback: 200 GET /v2/auth/callback/google?error=access_denied",
      "finalizeOAuthCallback: 400 POST /v2/auth/callback/google {"code":"my-code","state":"<id>"}",
      "authenticate: 200 POST /v2/auth/authenticate {"provider":"google","scopes":["email"],"user_id":"my-user"}",
      "waitForAuthCompletion: 200 GET /v2/auth/wait/<id>?timeout=5",
      "createMcpOAuthProvider: 200 POST /v2/auth/providers/mcp-discover {"provider_id":"my-mcp","name":"My MCP server","mcp_server_url":"https://mcp.example.com/mcp"}",
      "getOAuthProvider: 200 GET /v2/auth/providers/google",
      "updateOAuthProvider: 200 PATCH /v2/auth/providers/google {"name":"My provider"}",
      "deleteOAuthProvider: 200 DELETE /v2/auth/providers/google",
      "listOAuthTokens: 200 GET /v2/auth/tokens",
      "deleteOAuthTokens: 200 DELETE /v2/auth/tokens?provider_id=google",
      "updateTokenMetadata: 200 PATCH /v2/auth/tokens/<id>/metadata {"provider_account_label":"me@example.com"}",
      "deleteOAuthToken: 204 DELETE /v2/auth/tokens/<id>",
      "checkOAuthTokenExists: 200 GET /v2/auth/tokens/exists?provider_id=google",
      "checkOAuthTokensExistBatch: 200 POST /v2/auth/tokens/exists/batch {"provider_ids":["google","github"]}",
      "importOAuthToken: 200 POST /v2/auth/tokens/import {"provider_id":"google","access_token":"my-token","expires_in_seconds":3600}",
      "checkWorkspaceSlackTokensExist: 200 GET /v2/auth/tokens/workspace/slack/exists",
      "revokeWorkspaceSlackTokens: 200 DELETE /v2/auth/tokens/workspace/slack",
      "listTokenEvents: 200 GET /v2/auth/token-events",
      "listConnections: 200 GET /v2/auth/agents/agent/connections",
      "createConnection: 201 POST /v2/auth/agents/agent/connections {"oauth_token_id":"<id>"}",
      "removeConnection: 204 DELETE /v2/auth/agents/agent/connections/<id>",
      "upsertAgentProviderToken: 201 POST /v2/auth/agents/agent/providers/google/tokens {"access_token":"my-token","scopes":["email"]}",
    ]
  `)
})

/** Fills the memory of a simulator. @returns a function that makes a little room again */
function fill({ db }: Simulator): () => void {
  const { id } = db.providers.create({ provider_id: 'filler', name: '' })
  let size = 0
  const resize = (next: number) => {
    db.providers.update(id, { name: 'x'.repeat(next) })
    size = next
  }
  for (const step of [100_000, 1000, 50])
    try {
      for (;;) resize(size + step)
    } catch {
      // A smaller step may still fit.
    }
  return () => resize(size - 50)
}

const writes = operations.filter(({ method, isDocumentation }) => method !== 'GET' && isDocumentation !== true)

test.for(writes)('without the memory for all that $name writes, it writes nothing', async ({ name }) => {
  const service = await createWorld({ memory: 1 })
  const makeRoom = fill(service)
  const { example } = listExamples(service).find(({ operation }) => operation.name === name) ?? {}
  if (example === undefined || 'missing' in example) return
  const { method, path, body } = example
  const init = body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }
  // Whatever draws a time takes a microsecond, which is no change of a record.
  const read = () => ({ ...service.snapshot().current.changes, elapsed: 0 })
  let status = 507
  for (let left = 300; status === 507 && left > 0; left -= 1) {
    const before = read()
    status = (await service.fetch(path, { method, ...init })).status
    if (status === 507) expect(read()).toEqual(before)
    makeRoom()
  }
  expect(status).not.toBe(507)
})

test('an operation says what is missing for an example', () => {
  const service = createService({ scenario: 'empty', deployments: 0 })
  const lines = listExamples(service).flatMap(({ operation: { name }, example }) =>
    'missing' in example ? [`${name}: ${example.missing}`] : [],
  )
  expect(lines).toMatchInlineSnapshot(`
    [
      "listRepositories: No repositories to list: this world has no standard integration.",
      "listAlternateRepositories: No repositories to list: this world has no alternate integration.",
      "createDeployment: No deployment to create: this world has no repository.",
      "listGithubInstallationRepositories: No repositories to list: this world has no standard integration.",
      "listForgeGithubInstallationRepositories: No repositories to list: this world has no alternate integration.",
      "getPickerSession: No request for getPickerSession: this world has no picker_session.",
      "createPickerSessionSelection: No request for createPickerSessionSelection: this world has no picker_session.",
      "deleteDeployments: No request for deleteDeployments: this world has no deployment.",
      "getDeployment: No request for getDeployment: this world has no deployment.",
      "patchDeployment: No request for patchDeployment: this world has no deployment.",
      "deleteDeployment: No request for deleteDeployment: this world has no deployment.",
      "patchDeploymentTier: No deployment to resize: this world has none.",
      "patchDeploymentResourceTiers: No deployment to resize: this world has none.",
      "createUploadUrl: No request for createUploadUrl: this world has no deployment.",
      "uploadSource: Nothing to upload: nobody has requested a URL for it.",
      "createPushToken: No request for createPushToken: this world has no deployment.",
      "listRevisions: No request for listRevisions: this world has no deployment.",
      "createRevision: No request for createRevision: this world has no deployment.",
      "getRevision: This world has no revision.",
      "redeployRevision: This world has no revision.",
      "interruptRevision: This world has no revision.",
      "listDeploymentLogs: No request for listDeploymentLogs: this world has no deployment.",
      "listRevisionLogs: No logs to list: this world has no revision.",
      "listDeploymentLogEntries: No request for listDeploymentLogEntries: this world has no deployment.",
      "listProjectDeployLogs: No request for listProjectDeployLogs: this world has no deployment.",
      "listProjectRevisionDeployLogs: No logs to list: this world has no revision.",
      "listProjectRevisionBuildLogs: No logs to list: this world has no revision.",
      "getListener: No request for getListener: this world has no listener.",
      "patchListener: No request for patchListener: this world has no listener.",
      "deleteListener: No request for deleteListener: this world has no listener.",
      "authenticate: No provider to authenticate with: this world has none.",
      "getOAuthProvider: No OAuth provider to try this with: this world has none.",
      "updateOAuthProvider: No OAuth provider to try this with: this world has none.",
      "deleteOAuthProvider: No OAuth provider to try this with: this world has none.",
      "updateTokenMetadata: No request for updateTokenMetadata: this world has no token.",
      "deleteOAuthToken: No request for deleteOAuthToken: this world has no token.",
      "importOAuthToken: No provider to import a token for: this world has none.",
      "createConnection: No token to connect an agent with: this world has none.",
      "removeConnection: No connection to end: this world has none.",
      "upsertAgentProviderToken: No provider to add a token for: this world has none.",
    ]
  `)
})
