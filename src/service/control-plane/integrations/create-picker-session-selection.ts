// Chooses an installation in a picker session.

import * as z from 'zod'
import { ServiceError } from '../../../engine/define/failure.ts'
import { defineOperation } from '../../../engine/define/operation.ts'
import { object } from '../../../engine/define/responses.ts'
import { findInstallationId } from '../../resources/integrations/installation-id.ts'
import { buildInstallationUrl, readPickerSession, UNKNOWN_SESSION } from '../oauth/callbacks/installations.ts'
import { whenUpstream } from '../when-upstream.ts'
import { forgeGithubPickerSelectionRequest } from './bodies.ts'
import { listIntegrations } from './of-kind.ts'
import { sessionId, trySession } from './session.ts'

const responseSchema = z.strictObject({
  action: z.enum(['ATTACH', 'INSTALL_NEW']),
  installation_id: z.int().nullable(),
  url: z.string().nullable().describe('Where the user continues.'),
})

/** Chooses one of the installations of a picker session, or starts another installation. */
export const createPickerSessionSelection = defineOperation({
  name: 'createPickerSessionSelection',
  method: 'POST',
  template: whenUpstream('/v2/integrations/forge-github/picker-sessions/{session_id}/selection'),
  summary: 'Chooses an installation, or starts another one.',
  addedBy: 'operations',
  parameters: { session_id: sessionId },
  body: forgeGithubPickerSelectionRequest,
  responses: { 200: object('PickerSelection', responseSchema) },
  refusals: () => ({ ...UNKNOWN_SESSION, 'unknown installation': 404, 'no installation to attach': 400 }),
  example(db) {
    const example = trySession(db)
    return 'missing' in example ? example : { ...example, body: { action: 'INSTALL_NEW' } }
  },
  run({ assumptions, world }, { values, body: { action, installation_id: given }, findOrigin }) {
    const session = readPickerSession(world, values.session_id)
    if (action === 'INSTALL_NEW') {
      const url = buildInstallationUrl(session, { origin: findOrigin(), assumptions })
      return { action, installation_id: null, url }
    }
    if (given === null) throw new ServiceError({ status: 400, detail: "'installation_id' is required to attach." })
    const installation_id = Number(given)
    const chosen = listIntegrations(world, session.kind).find(({ id }) => findInstallationId(id) === installation_id)
    if (chosen === undefined) throw new ServiceError({ status: 404, detail: `Installation ID ${given} not found.` })
    world.collections.picker_sessions.update(session.id, { integration_id: chosen.id })
    return { action, installation_id, url: session.return_to }
  },
})
