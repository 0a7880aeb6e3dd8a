// Returns what a user can choose from in a picker session.

import * as z from 'zod'
import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { object } from '../../../engine/define/operation/responses.ts'
import { integrations } from '../../resources/integrations/integrations.ts'
import { integrationWire } from '../../resources/integrations/wire.ts'
import { readPickerSession, unknownSession } from '../oauth/callbacks/installations.ts'
import { listIntegrations } from './of-kind.ts'
import { sessionId, trySession } from './session.ts'

const responseSchema = z.strictObject({
  session_id: z.string(),
  return_to: z.string().nullable().describe('Where the user goes afterwards.'),
  integration_id: z.string().nullable().describe('The integration that was chosen or installed.'),
  installations: z.array(integrationWire),
})

/** Returns the installations that a user can choose from in a picker session. */
export const getPickerSession = defineOperation({
  name: 'getPickerSession',
  method: 'GET',
  template: '/v2/integrations/forge-github/picker-sessions/{session_id}',
  summary: 'Returns the installations that a user can choose from.',
  addedBy: { operations: ['upstream'] },
  parameters: { session_id: sessionId },
  responses: { 200: object('PickerSession', responseSchema) },
  refusals: [unknownSession],
  example: trySession,
  run({ assumptions, world }, { values }) {
    const { id, kind, return_to, integration_id } = readPickerSession(world, values.session_id)
    const installations = listIntegrations(world, kind).map(
      (each) => integrations.toWire(each, assumptions) as z.output<typeof integrationWire>,
    )
    return { session_id: id, return_to, integration_id, installations }
  },
})
