// Creates an OAuth provider for an MCP server.

import { refuse } from '../../../engine/define/operation/failure.ts'
import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { defineRefusal } from '../../../engine/define/operation/refusal.ts'
import { record } from '../../../engine/define/operation/responses.ts'
import { cutText, MOST_ECHOED } from '../../../fastapi/errors/cut-input.ts'
import { providers } from '../../resources/providers/providers.ts'
import { mcpOAuthProviderCreateRequest } from './bodies.ts'
import { assertFreeProviderId, takenProviderId } from './provider-ids.ts'

const notServer = defineRefusal({
  name: 'not the URL of a server',
  status: 400,
  text: (url: string) =>
    `Failed to discover OAuth endpoints of MCP server '${cutText(url, MOST_ECHOED)}': not an http(s) URL.`,
})

/**
 * Creates an OAuth provider for an MCP server. The real service asks the server for its endpoints and registers a
 * client there. Here, the endpoints are the usual ones of the server's origin.
 */
export const createMcpOAuthProvider = defineOperation({
  name: 'createMcpOAuthProvider',
  method: 'POST',
  template: '/v2/auth/providers/mcp-discover',
  summary: 'Creates an OAuth provider for an MCP server.',
  addedBy: { operations: ['upstream'] },
  parameters: {},
  body: mcpOAuthProviderCreateRequest,
  responses: { 200: record(providers) },
  refusals: [takenProviderId, notServer],
  example: () => ({
    body: { provider_id: 'my-mcp', name: 'My MCP server', mcp_server_url: 'https://mcp.example.com/mcp' },
  }),
  run({ world }, { body: { provider_id, name, mcp_server_url } }) {
    const origin = findOrigin(mcp_server_url)
    assertFreeProviderId(provider_id, world)
    return world.collections.providers.create({
      provider_id,
      name,
      auth_url: `${origin}/authorize`,
      token_url: `${origin}/token`,
      uses_pkce: true,
      code_challenge_method: 'S256',
      provider_type: 'mcp',
      mcp_server_url,
      token_endpoint_auth_method: 'none',
      is_dynamic_client: true,
    })
  },
})

function findOrigin(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed?.protocol === 'https:' || parsed?.protocol === 'http:') return parsed.origin
  return refuse(notServer, url)
}
