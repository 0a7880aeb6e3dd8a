// Lists the OAuth tokens of users.

import { defineOperation } from '../../../../engine/define/operation/operation.ts'
import { list } from '../../../../engine/define/operation/responses.ts'
import { tokens } from '../../../resources/tokens/tokens.ts'
import { listUserTokens } from './tokens.ts'

/** Lists the OAuth tokens of users, without their secrets. The simulator does not know who calls, so it lists all. */
export const listOAuthTokens = defineOperation({
  name: 'listOAuthTokens',
  method: 'GET',
  template: '/v2/auth/tokens',
  summary: 'Lists the OAuth tokens of users, without their secrets.',
  addedBy: { operations: ['upstream'] },
  parameters: {
    provider_id: { in: 'query', kind: 'text', description: 'The `provider_id` of the OAuth provider. Default: all.' },
  },
  responses: { 200: list(tokens) },
  run: ({ world }, { values }) => listUserTokens(world, values.provider_id),
})
