// Completes an authentication for a client that has received the callback itself.

import * as z from 'zod'
import { defineOperation } from '../../../../engine/define/operation/operation.ts'
import { object } from '../../../../engine/define/operation/responses.ts'
import { providerId } from '../../providers/find-provider.ts'
import { oauthFinalizeRequest } from '../bodies.ts'
import { completeAuthentication, readAuthentication, unknownState } from './flow.ts'

const responseSchema = z.strictObject({ status: z.literal('completed'), provider_id: z.string() })

/** Completes an authentication for a client that has received the callback itself. */
export const finalizeOAuthCallback = defineOperation({
  name: 'finalizeOAuthCallback',
  method: 'POST',
  template: '/v2/auth/callback/{provider_id}',
  summary: 'Completes an authentication for a client that has received the callback itself.',
  addedBy: { operations: ['upstream'] },
  parameters: { provider_id: providerId },
  body: oauthFinalizeRequest,
  responses: { 200: object('OAuthFinalizeResponse', responseSchema) },
  refusals: [unknownState],
  example: () => ({
    path: { provider_id: 'google' },
    body: { code: 'my-code', state: '00000000-0000-4000-8000-000000000000' },
  }),
  run({ world }, { values: { provider_id }, body: { state } }) {
    completeAuthentication(world, readAuthentication(world, provider_id, state))
    return { status: 'completed' as const, provider_id }
  },
})
