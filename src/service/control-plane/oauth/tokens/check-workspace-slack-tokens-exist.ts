// Whether the workspace has a token for Slack.

import { listTokens } from '../../oauth/tokens.ts'
import { object } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'
import { SLACK } from './slack.ts'
import { tokenStatusSchema } from './token-status.ts'

/** Returns whether anybody in the workspace has a token for Slack. */
export const checkWorkspaceSlackTokensExist = defineOperation({
  name: 'checkWorkspaceSlackTokensExist',
  method: 'GET',
  template: whenUpstream('/v2/auth/tokens/workspace/slack/exists'),
  summary: 'Returns whether anybody in the workspace has a token for Slack.',
  addedBy: 'operations',
  parameters: {},
  responses: { 200: object('OAuthTokenStatus', tokenStatusSchema) },
  run: ({ world }) => ({ has_token: listTokens(world, SLACK).length > 0 }),
})
