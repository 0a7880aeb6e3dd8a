// Chooses an installation in a picker session.

import * as z from 'zod'
import { refuse } from '../../../engine/define/operation/failure.ts'
import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { defineRefusal } from '../../../engine/define/operation/refusal.ts'
import { object } from '../../../engine/define/operation/responses.ts'
import { findInstallationId } from '../../resources/integrations/installation-id.ts'
import { buildInstallationUrl, readPickerSession, unknownSession } from '../oauth/callbacks/installations.ts'
import { forgeGithubPickerSelectionRequest } from './bodies.ts'
import { listIntegrations } from './of-kind.ts'
import { sessionId, trySession } from './session.ts'

const responseSchema = z.strictObject({
  action: z.enum(['ATTACH', 'INSTALL_NEW']),
  installation_id: z.int().nullable(),
  url: z.string().nullable().describe('Where the user continues.'),
})

const unknownInstallation = defineRefusal({
  name: 'unknown installation',
  status: 404,
  text: (id: bigint | number) => `Installation ID ${id} not found.`,
})
const noInstallation = defineRefusal({
  name: 'no installation to attach',
  status: 400,
  text: "'installation_id' is required to attach.",
})

/** Chooses one of the installations of a picker session, or starts another installation. */
export const createPickerSessionSelection = defineOperation({
  name: 'createPickerSessionSelection',
  method: 'POST',
  template: '/v2/integrations/forge-github/picker-sessions/{session_id}/selection',
  summary: 'Chooses an installation, or starts another one.',
  addedBy: { operations: ['upstream'] },
  parameters: { session_id: sessionId },
  body: forgeGithubPickerSelectionRequest,
  responses: { 200: object('PickerSelection', responseSchema) },
  refusals: [unknownSession, unknownInstallation, noInstallation],
  example(db) {
    const example = trySession(db)
    return 'missing' in example ? example : { ...example, body: { action: 'INSTALL_NEW' } }
  },
  run({ assumptions, world }, { values, body: { action, installation_id: requestedId }, findOrigin }) {
    const session = readPickerSession(world, values.session_id)
    if (action === 'INSTALL_NEW') {
      const url = buildInstallationUrl(session, { origin: findOrigin(), assumptions })
      return { action, installation_id: null, url }
    }
    if (requestedId === null) refuse(noInstallation)
    const installation_id = Number(requestedId)
    const chosen = listIntegrations(world, session.kind).find(({ id }) => findInstallationId(id) === installation_id)
    if (chosen === undefined) refuse(unknownInstallation, requestedId)
    world.collections.picker_sessions.update(session.id, { integration_id: chosen.id })
    return { action, installation_id, url: session.return_to }
  },
})
