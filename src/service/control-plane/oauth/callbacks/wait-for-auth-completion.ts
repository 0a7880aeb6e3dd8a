// Waits until a user has authenticated.

import * as z from 'zod'
import { defineOperation } from '../../../../engine/define/operation/operation.ts'
import { object } from '../../../../engine/define/operation/responses.ts'
import { tokens } from '../../../resources/tokens/tokens.ts'
import { findAuthentication } from './flow.ts'

const responseSchema = z.strictObject({
  status: z.enum(['completed', 'pending', 'timeout', 'not_found']),
  token: z.string().nullable().describe('The access token.'),
})

/**
 * Waits until a user has authenticated, or until the time has passed on the world's clock. An authentication that
 * was refused no longer exists, so nobody waits for it.
 */
export const waitForAuthCompletion = defineOperation({
  name: 'waitForAuthCompletion',
  method: 'GET',
  template: '/v2/auth/wait/{auth_id}',
  summary: 'Waits until a user has authenticated.',
  addedBy: { operations: ['upstream'] },
  parameters: {
    auth_id: { in: 'path', kind: 'text', description: 'The `auth_id` of the authentication.' },
    timeout: {
      in: 'query',
      kind: 'integer',
      description: 'How many seconds to wait at most. With 0, the response comes at once.',
      fallback: 30n,
    },
  },
  responses: { 200: object('AuthWaitResponse', responseSchema) },
  example: () => ({ path: { auth_id: '00000000-0000-4000-8000-000000000000' }, query: { timeout: '5' } }),
  run({ world }, { values: { auth_id, timeout } }) {
    const authentication = findAuthentication(world, auth_id)
    const { status, token_id } = authentication ?? { status: 'denied' }
    if (status === 'pending') return without(timeout > 0n ? 'timeout' : 'pending')
    const token = status === 'denied' ? undefined : world.database.of(tokens).get(String(token_id))
    return token === undefined ? without('not_found') : { status: 'completed' as const, token: token.access_token }
  },
  waits: ({ status }, { timeout }) => (status === 'timeout' ? Number(timeout) * 1000 : 0),
})

function without<Status extends string>(status: Status) {
  return { status, token: null }
}
