// Receives a user from an OAuth provider.

import { defineOperation } from '../../../../engine/define/operation/operation.ts'
import { html } from '../../../../engine/define/operation/responses.ts'
import { providerId } from '../../providers/find-provider.ts'
import { callbackQuery } from './callback-query.ts'
import { receiveCallback, refusalsOfCallback } from './receive-callback.ts'

/** Receives a user from an OAuth provider, and completes the authentication. The browser has no credentials. */
export const getOAuthCallback = defineOperation({
  name: 'getOAuthCallback',
  method: 'GET',
  template: '/v2/auth/callback/{provider_id}',
  summary: 'Receives a user from an OAuth provider, and completes the authentication.',
  addedBy: { operations: ['upstream'] },
  isOpen: true,
  parameters: { provider_id: providerId, ...callbackQuery },
  responses: { 200: html },
  refusals: refusalsOfCallback,
  example: () => ({ path: { provider_id: 'google' }, query: { error: 'access_denied' } }),
  run: ({ world }, { values }) => receiveCallback(world, values),
})
