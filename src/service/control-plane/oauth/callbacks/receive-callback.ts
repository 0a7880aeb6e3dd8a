// What happens when an OAuth provider sends a user back.

import { refuse } from '../../../../engine/define/operation/failure.ts'
import { defineRefusal } from '../../../../engine/define/operation/refusal.ts'
import type { World } from '../../../../engine/world/world.ts'
import { cutText, MOST_ECHOED } from '../../../../fastapi/errors/cut-input.ts'
import { writeCallbackPage } from './callback-page.ts'
import { completeAuthentication, denyAuthentication, readAuthentication, unknownState } from './flow.ts'

/** What a provider passes on in the URL. */
export interface Callback {
  readonly provider_id: string
  readonly code: string | null
  readonly state: string | null
  readonly error: string | null
  readonly error_description: string | null
}

const missingCode = defineRefusal({ name: 'no code or no state', status: 400, text: 'Missing code or state.' })

/** What `receiveCallback` rejects. */
export const refusalsOfCallback = [missingCode, unknownState]

/** Completes or ends an authentication, and returns the page for the user. @throws ServiceError if there is none */
export function receiveCallback(
  world: World,
  { provider_id, code, state, error, error_description }: Callback,
): string {
  if (error !== null) {
    if (state !== null) denyAuthentication(world, readAuthentication(world, provider_id, state))
    const reason = cutText(error_description ?? error, MOST_ECHOED)
    return writeCallbackPage('Authentication failed', `${provider_id} has refused access: ${reason}.`)
  }
  if (code === null || state === null) refuse(missingCode)
  completeAuthentication(world, readAuthentication(world, provider_id, state))
  return writeCallbackPage('Authentication completed', 'You can close this window.')
}
