// How a user installs the GitHub app.

import type { Assumptions } from '../../../../engine/assumptions/assumptions.ts'
import { refuse } from '../../../../engine/define/operation/failure.ts'
import { defineRefusal } from '../../../../engine/define/operation/refusal.ts'
import type { World } from '../../../../engine/world/world.ts'
import { cutText, MOST_ECHOED } from '../../../../fastapi/errors/cut-input.ts'
import { findInstallationId } from '../../../resources/integrations/installation-id.ts'
import type { PickerSessionRecord } from '../../../resources/picker-sessions/picker-sessions.ts'
import { pickerSessions } from '../../../resources/picker-sessions/picker-sessions.ts'

type PickerSession = PickerSessionRecord

/** The refusal of an unknown picker session. */
export const unknownSession = defineRefusal({
  name: 'unknown session',
  status: 404,
  text: (id: string) => `Picker session ${cutText(id, MOST_ECHOED)} not found.`,
})

/** The service as the client sees it. */
export interface SeenService {
  /** What comes before the paths of the service. */
  readonly origin: string
  readonly assumptions: Assumptions
}

// A new installation has access to a few repositories.
const REPOSITORIES = 3

/** Starts an installation, and returns where the user continues it. */
export function beginInstallation(
  { collections }: World,
  { fields, ...seen }: SeenService & { readonly fields: Pick<PickerSessionRecord, 'kind' | 'return_to'> },
): string {
  return buildInstallationUrl(collections.picker_sessions.create(fields), seen)
}

/** Returns where a user continues an installation (assumption `authorizationUrl`). */
export function buildInstallationUrl({ id, kind }: PickerSession, { origin, assumptions }: SeenService): string {
  if (assumptions.authorizationUrl === 'provider') {
    const app = kind === 'standard' ? 'langsmith-deployment' : 'langsmith-forge'
    return `https://github.com/apps/${app}/installations/new?state=${id}`
  }
  const place = kind === 'standard' ? 'github' : 'forge-github'
  const query = { setup_action: 'install', installation_id: String(findInstallationId(id)), state: id }
  return `${origin}/v2/auth/setup/${place}?${new URLSearchParams(query)}`
}

/** Returns the picker session with an id. @throws ServiceError for an unknown id */
export function readPickerSession({ database }: World, id: string): PickerSession {
  return database.of(pickerSessions).get(id) ?? refuse(unknownSession, id)
}

/** Adds the integration of a session with its repositories, once. Returns whether there is such a session. */
export function finishInstallation({ database, collections }: World, state: string): boolean {
  const session = database.of(pickerSessions).get(state)
  if (session === undefined) return false
  if (session.integration_id !== null) return true
  const { id: integration_id } = collections.integrations.create({ kind: session.kind })
  for (let count = 0; count < REPOSITORIES; count += 1) collections.repositories.create({ integration_id })
  collections.picker_sessions.update(session.id, { integration_id })
  return true
}
