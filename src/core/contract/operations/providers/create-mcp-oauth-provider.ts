// TODO createMcpOAuthProvider

import { mcpOAuthProviderCreateRequest } from '../../bodies/oauth-providers.ts'
import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const createMcpOAuthProvider = defineOperation({
  name: 'createMcpOAuthProvider',
  method: 'POST',
  template: whenUpstream('/v2/auth/providers/mcp-discover'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {},
  body: mcpOAuthProviderCreateRequest,
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'createMcpOAuthProvider is not simulated yet.' })
  },
})
