// Lists the OAuth tokens of users.

import { tokens } from '../../../resources/tokens/tokens.ts'
import { listUserTokens } from '../../oauth/tokens.ts'
import { list } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** Lists the OAuth tokens of users, without their secrets. The simulator does not know who calls, so it lists all. */
export const listOAuthTokens = defineOperation({
  name: 'listOAuthTokens',
  method: 'GET',
  template: whenUpstream('/v2/auth/tokens'),
  summary: 'Lists the OAuth tokens of users, without their secrets.',
  addedBy: 'operations',
  parameters: {
    provider_id: { in: 'query', kind: 'text', description: 'The `provider_id` of the OAuth provider. Default: all.' },
  },
  responses: { 200: list(tokens) },
  run: ({ world }, { values }) => listUserTokens(world, values.provider_id),
})
