// The current state of a session; reset.

import * as z from 'zod'
import { describeUsualCredentials } from '../../contract/operation/access.ts'
import { listDiffering } from '../../define/assumptions/assumptions.ts'
import type { Questions } from '../../define/assumptions/register-entry.ts'
import { varySeedSchema } from '../../define/assumptions/variation.ts'
import { listShown } from '../../define/resource/resource.ts'
import { chaosSettingsSchema } from '../../faults/chaos/chaos-input.ts'
import { MEMORY_KINDS, type MemoryKind } from '../../limits/byte-budget.ts'
import { derivedFrom } from '../../limits/on-demand.ts'
import type { ServiceDeclarations } from '../../scenario/service.ts'
import type { Session } from '../../sessions/session.ts'
import { finish } from '../../work/steps.ts'
import { forEachResource } from '../../world/start/world-plan.ts'
import { type ControlContext, type ControlOperation, defineControl } from '../control-operation.ts'
import { json } from '../requests/control-responses.ts'
import { countSchema, keepQuerySchema, readKeepQuery, strictSchema } from '../shared/fields.ts'
import { readChaosSettings } from './faults.ts'

const NO_RECORDS = { where: {}, offset: 0, limit: 0 } as const

const memorySchema = z.strictObject({
  limit: countSchema.describe('The memory limit.'),
  used: countSchema.describe('The memory in use, the sum of all kinds.'),
  kinds: z
    .strictObject(
      Object.fromEntries(MEMORY_KINDS.map((kind) => [kind, countSchema])) as Record<MemoryKind, typeof countSchema>,
    )
    .describe('The memory in use for each kind.'),
  evictions: countSchema.describe('How many entries were dropped to make room for others.'),
})

export const credentialsSchema = z
  .string()
  .nullable()
  .describe('What every request of a client must have, in words; null if it needs no credentials.')

export const stateSchemaOf = derivedFrom(({ questions, resources }: ServiceDeclarations) =>
  z.strictObject({
    session: z.string().describe('The name of the session.'),
    instance: z.string().describe('The id of the simulator. It is another one after the server was started again.'),
    version: z.string().describe('The version of deploymock; empty if it is unknown.'),
    scenario: z
      .strictObject({ name: z.string(), description: z.string(), seed: z.int(), now: z.string() })
      .describe('The scenario that the world was built from.'),
    beginning: z.string().describe('The name of the scenario that a reset returns to.'),
    edited: z.boolean().describe('Whether the data differs from the start of the scenario.'),
    now: z.string().describe('The time on the world’s clock.'),
    clock: z.strictObject({ frozen: z.boolean().describe('Whether the clock is frozen.') }).describe('The clock.'),
    speed: z
      .union([z.number(), z.literal('instant')])
      .describe('How many times faster than usual records go through their states.'),
    preset: z.enum(questions.presets).describe('The preset of the assumptions.'),
    assumptions: z.record(z.string(), z.string()).describe('Those that differ from the preset.'),
    credentials: credentialsSchema,
    strict: strictSchema,
    vary: varySeedSchema
      .nullable()
      .describe('The seed that the other assumptions are drawn from; null if none is drawn.'),
    counts: z
      .strictObject(forEachResource(listShown(resources), () => countSchema))
      .describe('How many records there are.'),
    faults: countSchema.describe('How many faults can still apply.'),
    chaos: chaosSettingsSchema.describe('The random faults. The level is 0 if there are none.'),
    requests: countSchema.describe('How many requests are in the request log.'),
    memory: memorySchema.describe('The memory of the whole simulator, in bytes.'),
    paths: z
      .record(z.string(), z.string())
      .describe(
        'The paths below the control API, by name. Some take only POST, and `totals` continues with the name of a resource.',
      ),
  }),
)

/** The current state of a session. */
export type ControlState = z.output<ReturnType<typeof stateSchemaOf>>

export const stateOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'getState',
    request: 'GET ',
    summary: 'The current state of the session, and the paths of the control API.',
    responses: { 200: json(stateSchemaOf) },
    run: readState,
  }),
  defineControl({
    name: 'reset',
    request: 'POST /reset',
    summary:
      'Returns to what the session was made with: scenario, data, ids, time, settings, assumptions, faults and requests.',
    query: keepQuerySchema,
    responses: { 200: json(stateSchemaOf) },
    async run(context, { query }) {
      await context.whenBuilt(() => context.session.reset(readKeepQuery(query)))
      return readState(context)
    },
  }),
]

export function readState({ declared, session, budget, listPaths, instance, host }: ControlContext): ControlState {
  const { name, description, seed, now } = session.scenario
  const { speed } = session.readState().world
  return {
    session: session.name,
    instance,
    version: host.readVersion?.() ?? '',
    scenario: { name, description, seed, now },
    beginning: session.beginning,
    edited: session.edited,
    now: session.clock.now(),
    clock: { frozen: session.clock.isFrozen() },
    speed: speed === Number.POSITIVE_INFINITY ? 'instant' : speed,
    preset: session.preset,
    assumptions: readDiffering(declared.questions, session),
    credentials: describeUsualCredentials(declared.access, session.assumptions),
    strict: session.strict,
    vary: session.vary?.seed ?? null,
    // The collections would stay in memory as long as the session.
    counts: forEachResource(
      listShown(declared.resources),
      (resource) => finish(session.readRecords(resource, NO_RECORDS)).total,
    ),
    faults: session.faults.list().length,
    chaos: readChaosSettings(session),
    requests: session.requests.count(),
    memory: budget.read(),
    paths: listPaths(),
  }
}

function readDiffering(questions: Questions, session: Session): Record<string, string> {
  return Object.fromEntries(listDiffering(questions, session).map(([id]) => [id, String(session.assumptions[id])]))
}
