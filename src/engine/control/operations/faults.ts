// Faults, and the random faults of chaos.

import * as z from 'zod'
import { chaosChangeSchema, chaosSettingsSchema } from '../../faults/chaos/chaos-input.ts'
import { type FaultInput, faultSchemaOf } from '../../faults/fault.ts'
import { faultInputSchemaOf } from '../../faults/fault-input.ts'
import { nothing } from '../../http/operation-declaration.ts'
import { derivedFrom } from '../../limits/on-demand.ts'
import type { ServiceDeclarations } from '../../scenario/service.ts'
import type { Session } from '../../sessions/session.ts'
import { type ControlOperation, defineControl } from '../control-operation.ts'
import { json } from '../requests/control-responses.ts'
import { buildAbsentFailure, describeUnknownName } from '../shared/control-failure.ts'
import { countSchema } from '../shared/fields.ts'

// A fault has at most a hundred query parameters.
const MOST_VALUES = 1000

const usedFields = {
  description: z.string().describe('What it does to a request: `responds with 503`.'),
  applied: z.int().min(0).describe('How often it applied.'),
  lastRequest: z.int().nullable().describe('The last request that it applied to, by its id in the request log.'),
  coveredBy: z
    .string()
    .nullable()
    .describe(
      'The id of an earlier fault that responds to every request that this one matches, so that it never applies.',
    ),
}

const MOST_MATCHES = 100

const matchesSchema = z.strictObject({
  matching: z.int().min(0).describe('How many requests of the request log it would have matched.'),
  requests: z.array(z.int()).describe(`The ids of these requests, newest first, at most ${MOST_MATCHES}.`),
})

export type FaultMatches = z.output<typeof matchesSchema>

const keptSchemaOf = derivedFrom((declared: ServiceDeclarations) => faultSchemaOf(declared).required({ id: true }))
const usesSchemaOf = derivedFrom((declared: ServiceDeclarations) => z.array(keptSchemaOf(declared).extend(usedFields)))

export const faultOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'listFaults',
    request: 'GET /faults',
    summary: 'The faults that can still apply, in the order in which they do, until one responds itself.',
    responses: { 200: json(usesSchemaOf) },
    run: ({ session }) => session.faults.uses(),
  }),
  defineControl({
    name: 'addFault',
    request: 'POST /faults',
    summary: 'Adds a fault.',
    body: faultInputSchemaOf,
    mostValues: MOST_VALUES,
    // The session validates the fault, so that issues have the paths of the fields as they were sent.
    chooseForm: () => z.unknown(),
    responses: { 201: json(keptSchemaOf) },
    refusals: [409],
    run: ({ session }, { body }) => session.faults.add(body as FaultInput),
  }),
  defineControl({
    name: 'matchFault',
    request: 'POST /fault-matches',
    summary: 'Which requests of the request log a fault would have matched. Nothing is added.',
    body: faultInputSchemaOf,
    mostValues: MOST_VALUES,
    chooseForm: () => z.unknown(),
    responses: { 200: json(matchesSchema) },
    run({ session }, { body }) {
      const isMatch = session.faults.buildTest(body as FaultInput)
      const ids = session.requests.list().flatMap((entry) => (isMatch(entry) ? entry.id : []))
      return { matching: ids.length, requests: ids.toReversed().slice(0, MOST_MATCHES) }
    },
  }),
  defineControl({
    name: 'clearFaults',
    request: 'DELETE /faults',
    summary: 'Removes all faults.',
    responses: { 204: nothing },
    run: ({ session }) => session.faults.clear(),
  }),
  defineControl({
    name: 'removeFault',
    request: 'DELETE /faults/{id}',
    summary: 'Removes a fault.',
    responses: { 204: nothing },
    refusals: [404],
    run({ session }, { path: { id = '' } }) {
      if (session.faults.remove(id)) return
      const ids = session.faults.list().map((fault) => fault.id)
      throw buildAbsentFailure(describeUnknownName('remove fault', id, ids))
    },
  }),
]

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
      session.setChaos(body)
      return readChaosState(session)
    },
  }),
]

export function readChaosSettings({ chaos, scenario }: Session): { level: number; seed: number } {
  return chaos ?? { level: 0, seed: scenario.seed }
}

function readChaosState(session: Session): ChaosState {
  return { ...readChaosSettings(session), ...session.chaosCounts }
}
