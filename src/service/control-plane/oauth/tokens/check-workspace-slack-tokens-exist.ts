// Whether the workspace has a token for Slack.

import { defineOperation } from '../../../../engine/define/operation/operation.ts'
import { object } from '../../../../engine/define/operation/responses.ts'
import { SLACK } from './slack.ts'
import { tokenStatusSchema } from './token-status.ts'
import { listTokens } from './tokens.ts'

/** Returns whether anybody in the workspace has a token for Slack. */
export const checkWorkspaceSlackTokensExist = defineOperation({
  name: 'checkWorkspaceSlackTokensExist',
  method: 'GET',
  template: '/v2/auth/tokens/workspace/slack/exists',
  summary: 'Returns whether anybody in the workspace has a token for Slack.',
  addedBy: { operations: ['upstream'] },
  parameters: {},
  responses: { 200: object('OAuthTokenStatus', tokenStatusSchema) },
  run: ({ world }) => ({ has_token: listTokens(world, SLACK).length > 0 }),
})
