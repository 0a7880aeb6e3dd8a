// Reads and changes random faults.

import type * as z from 'zod'
import { chaosChangeSchema, chaosSettingsSchema } from '../../../faults/chaos/chaos-input.ts'
import { omitUndefined } from '../../../input/schemas/schema-walk.ts'
import type { Session } from '../../../sessions/session.ts'
import { type ControlOperation, defineControl } from '../../control-operation.ts'
import { countSchema, json } from '../../requests/control-responses.ts'

const chaosStateSchema = chaosSettingsSchema.extend({
  requests: countSchema.describe('For how many requests it was drawn whether a fault applies.'),
  applied: countSchema.describe('How many faults applied.'),
})

/** The random faults of a session, and what they have done since they were set. The level is 0 if there are none. */
export type ChaosState = z.output<typeof chaosStateSchema>

export const chaosOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'getChaos',
    request: 'GET /chaos',
    summary: 'The random faults of the session. The level is 0 if there are none.',
    responses: { 200: json(chaosStateSchema) },
    run: ({ session }) => readChaosState(session),
  }),
  defineControl({
    name: 'setChaos',
    request: 'PATCH /chaos',
    summary: 'Changes the level or the seed of random faults. The draws start anew if one of them changes.',
    body: chaosChangeSchema,
    responses: { 200: json(chaosStateSchema) },
    run({ session }, { body }) {
      session.setChaos(omitUndefined(body))
      return readChaosState(session)
    },
  }),
]

/** Reads the level and the seed of random faults. */
export function readChaosSettings({ chaos, scenario }: Session): { level: number; seed: number } {
  return chaos ?? { level: 0, seed: scenario.seed }
}

function readChaosState(session: Session): ChaosState {
  return { ...readChaosSettings(session), ...session.chaosCounts }
}
