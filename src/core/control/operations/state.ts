// The current state of a session; reset.

import * as z from 'zod'
import { MEMORY_KINDS, type MemoryKind } from '../../byte-budget.ts'
import { listEntries, presetValue } from '../../register/assumptions.ts'
import { PRESETS } from '../../register/register.ts'
import { collectionOf } from '../../world/collections.ts'
import { forEachResource } from '../../world/world-plan.ts'
import { type ControlContext, type ControlOperation, defineControl } from '../control-operation.ts'
import { json } from '../control-responses.ts'

const countSchema = z.int().min(0)

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

/** The schema of the current state of a session. */
export const stateSchema = z.strictObject({
  session: z.string().describe('The name of the session.'),
  scenario: z.strictObject({ name: z.string(), description: z.string(), seed: z.int(), now: z.string() }),
  now: z.string().describe('The time on the world’s clock.'),
  preset: z.enum(PRESETS),
  assumptions: z.record(z.string(), z.string()).describe('Those that differ from the preset.'),
  counts: z.strictObject(forEachResource(() => countSchema)).describe('How many records there are.'),
  faults: countSchema.describe('How many faults can still apply.'),
  requests: countSchema.describe('How many requests are in the journal.'),
  memory: memorySchema.describe('The memory of the whole simulator, in bytes.'),
  paths: z.record(z.string(), z.string()).describe('The paths that can be read, by name.'),
})

/** The current state of a session. */
export type ControlState = z.output<typeof stateSchema>

export const stateOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'getState',
    method: 'GET',
    template: '',
    summary: 'The current state of the session, and the paths that can be read.',
    responses: { 200: json(stateSchema) },
    run: readState,
  }),
  defineControl({
    name: 'reset',
    method: 'POST',
    template: '/reset',
    summary: 'Returns to the start of the scenario: data, ids, time, assumptions, faults and requests.',
    responses: { 200: json(stateSchema) },
    *run(context) {
      yield* context.whenBuilt(() => context.session.reset())
      return readState(context)
    },
  }),
]

/** Reads the current state of a session. */
export function readState({
  session,
  budget,
  listPaths,
}: Pick<ControlContext, 'session' | 'budget' | 'listPaths'>): ControlState {
  const { name, description, seed, now } = session.scenario
  const differing = listEntries().filter(
    ([id, entry]) => session.assumptions[id] !== presetValue(entry, session.preset),
  )
  return {
    session: session.name,
    scenario: { name, description, seed, now },
    now: session.clock.now(),
    preset: session.preset,
    assumptions: Object.fromEntries(differing.map(([id]) => [id, session.assumptions[id]])),
    counts: forEachResource((resource) => collectionOf(session.db, resource).count()),
    faults: session.faults.list().length,
    requests: session.requests.count(),
    memory: budget.read(),
    paths: listPaths(),
  }
}
