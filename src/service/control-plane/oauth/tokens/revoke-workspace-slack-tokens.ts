// Deletes the tokens of a workspace for Slack.

import * as z from 'zod'
import { defineOperation } from '../../../../engine/define/operation/operation.ts'
import { object } from '../../../../engine/define/operation/responses.ts'
import { SLACK } from './slack.ts'
import { listTokens, removeToken } from './tokens.ts'

const responseSchema = z.strictObject({ message: z.string(), revoked_count: z.int() })

/** Deletes the tokens of everybody in the workspace for Slack. */
export const revokeWorkspaceSlackTokens = defineOperation({
  name: 'revokeWorkspaceSlackTokens',
  method: 'DELETE',
  template: '/v2/auth/tokens/workspace/slack',
  summary: 'Deletes the tokens of everybody in the workspace for Slack.',
  addedBy: { operations: ['upstream'] },
  parameters: {},
  responses: { 200: object('WorkspaceSlackTokensRevoked', responseSchema) },
  run({ world }) {
    const found = listTokens(world, SLACK)
    for (const token of found) removeToken(world, token)
    return { message: 'Slack tokens of the workspace revoked', revoked_count: found.length }
  },
})
