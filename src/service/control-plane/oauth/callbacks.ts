// The callbacks to which an OAuth provider sends a user.

import { defineRefusal, refuse } from '../../../engine/contract/operation/failure.ts'
import type { Parameters, ParameterValues } from '../../../engine/contract/operation/parameter.ts'
import { htmlText } from '../../../engine/contract/operation/responses.ts'
import { html, writeHtmlPage } from '../../../engine/http/html.ts'
import { cutText, MOST_ECHOED } from '../../../fastapi/errors/cut-input.ts'
import type { World } from '../../operation.ts'
import { finishInstallation } from '../picker-sessions.ts'
import { providerId } from '../providers.ts'
import { defineUpstreamOperation } from '../upstream-operation.ts'
import { completeAuthentication, denyAuthentication, readAuthentication, unknownState } from './authentications.ts'

const result = {
  code: { in: 'query', kind: 'text', description: 'The authorization code.' },
  state: { in: 'query', kind: 'text', description: 'The `auth_id` of the authentication.' },
} as const satisfies Parameters

const failure = {
  error: { in: 'query', kind: 'text', description: 'Why the provider refuses access, such as `access_denied`.' },
  error_description: { in: 'query', kind: 'text', description: 'The same in words.' },
} as const satisfies Parameters

/** The parameters of a callback, in the order of the real service. */
const callbackQuery = { ...result, ...failure }

/** The parameters of a callback of a GitHub app, in the order of the real service. */
const setupQuery = {
  ...result,
  setup_action: { in: 'query', kind: 'text', description: 'What the user has done: `install` or `update`.' },
  installation_id: { in: 'query', kind: 'integer', description: 'The installation.' },
  ...failure,
} as const satisfies Parameters

/** Writes the page that a user sees after authenticating. */
function writeCallbackPage(title: string, text: string): string {
  return writeHtmlPage(title, html`<p>${text}</p>`)
}

type Callback = ParameterValues<typeof callbackQuery> & { readonly provider_id: string }

const missingCode = defineRefusal({ name: 'no code or no state', status: 400, text: 'Missing code or state.' })

const refusalsOfCallback = [missingCode, unknownState]

/** Completes or ends an authentication, and returns the page for the user. @throws ServiceError if there is none */
function receiveCallback(world: World, { provider_id, code, state, error, error_description }: Callback): string {
  if (error !== null) {
    if (state !== null) denyAuthentication(world, readAuthentication(world, provider_id, state))
    const reason = cutText(error_description ?? error, MOST_ECHOED)
    return writeCallbackPage('Authentication failed', `${provider_id} has refused access: ${reason}.`)
  }
  if (code === null || state === null) refuse(missingCode)
  completeAuthentication(world, readAuthentication(world, provider_id, state))
  return writeCallbackPage('Authentication completed', 'You can close this window.')
}

/**
 * With the state of a picker session, the installation is added. After an update there is nothing to do, and
 * anything else is like the callback of an OAuth provider.
 */
export const setupOAuthCallback = defineUpstreamOperation({
  name: 'setupOAuthCallback',
  method: 'GET',
  template: '/v2/auth/setup/{provider_id}',
  summary: 'Receives a user from the setup page of a GitHub app.',
  isOpen: true,
  parameters: { provider_id: providerId, ...setupQuery },
  responses: { 200: htmlText },
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

/** The browser that sends it has no credentials. */
export const getOAuthCallback = defineUpstreamOperation({
  name: 'getOAuthCallback',
  method: 'GET',
  template: '/v2/auth/callback/{provider_id}',
  summary: 'Receives a user from an OAuth provider, and completes the authentication.',
  isOpen: true,
  parameters: { provider_id: providerId, ...callbackQuery },
  responses: { 200: htmlText },
  refusals: refusalsOfCallback,
  example: () => ({ path: { provider_id: 'google' }, query: { error: 'access_denied' } }),
  run: ({ world }, { values }) => receiveCallback(world, values),
})
