// Receives a user from the setup page of a GitHub app.

import { defineOperation } from '../../../../engine/define/operation/operation.ts'
import { html } from '../../../../engine/define/operation/responses.ts'
import { providerId } from '../../providers/find-provider.ts'
import { writeCallbackPage } from './callback-page.ts'
import { setupQuery } from './callback-query.ts'
import { finishInstallation } from './installations.ts'
import { receiveCallback, refusalsOfCallback } from './receive-callback.ts'

/**
 * Receives a user from the setup page of a GitHub app. With the state of a picker session, the installation is
 * added. After an update there is nothing to do, and anything else is like the callback of an OAuth provider.
 */
export const setupOAuthCallback = defineOperation({
  name: 'setupOAuthCallback',
  method: 'GET',
  template: '/v2/auth/setup/{provider_id}',
  summary: 'Receives a user from the setup page of a GitHub app.',
  addedBy: { operations: ['upstream'] },
  isOpen: true,
  parameters: { provider_id: providerId, ...setupQuery },
  responses: { 200: html },
  refusals: refusalsOfCallback,
  example: () => ({ path: { provider_id: 'github' }, query: { setup_action: 'update', installation_id: '1' } }),
  run({ world }, { values }) {
    const { setup_action, state, error } = values
    if (setup_action === 'update' && error === null) {
      return writeCallbackPage('Installation updated', 'You can close this window.')
    }
    if (setup_action === 'install' && error === null && state !== null && finishInstallation(world, state)) {
      return writeCallbackPage('Installation completed', 'You can close this window.')
    }
    return receiveCallback(world, values)
  },
})
