// TODO waitForAuthCompletion

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const waitForAuthCompletion = defineOperation({
  name: 'waitForAuthCompletion',
  method: 'GET',
  template: whenUpstream('/v2/auth/wait/{auth_id}'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    auth_id: { in: 'path', kind: 'text', description: 'TODO' },
    timeout: { in: 'query', kind: 'integer', description: 'TODO', fallback: 30n },
  },
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'waitForAuthCompletion is not simulated yet.' })
  },
})
