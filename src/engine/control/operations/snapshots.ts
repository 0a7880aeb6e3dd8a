// Takes, stores and restores named snapshots.

import * as z from 'zod'
import type { ServiceDeclarations } from '../../define/service.ts'
import { nothing } from '../../http/operation-declaration.ts'
import { formatMicroseconds, parseMicroseconds } from '../../input/schemas/timestamp.ts'
import type { SnapshotEvent } from '../../sessions/events/events.ts'
import { parseSnapshotInSteps, type Snapshot, snapshotSchemaOf } from '../../sessions/state/snapshot.ts'
import { countChanges } from '../../world/apply-changes.ts'
import { type ControlContext, type ControlOperation, defineControl } from '../control-operation.ts'
import { createAbsence } from '../requests/control-failure.ts'
import { json } from '../requests/control-responses.ts'
import { keepQuerySchema, readKeepQuery } from '../shared/keep-query.ts'
import { metSchema } from '../shared/met-world.ts'
import type { SnapshotStore } from '../shared/snapshot-store.ts'
import { assertSize } from '../shared/world-size.ts'
import { readState, stateSchemaOf } from './state.ts'

const listedSchema = z.strictObject({
  name: z.string(),
  scenario: z.string().describe('The scenario of its session.'),
  now: z.string().describe('The time on the clock of its world.'),
  edits: z.int().describe('How many records were added, replaced and removed since the start of its scenario.'),
})

/** A stored snapshot. */
export type KeptSnapshot = z.output<typeof listedSchema>

/** Builds the operations on stored snapshots. */
export function buildSnapshotOperations(declared: ServiceDeclarations): readonly ControlOperation[] {
  return [...buildReading(declared), ...buildStoring(declared)]
}

function describeSnapshot({ resources }: ServiceDeclarations, name: string, snapshot: Snapshot): KeptSnapshot {
  const { scenario, current } = snapshot
  const start = parseMicroseconds(scenario.now)
  return {
    name,
    scenario: scenario.name,
    now: formatMicroseconds(start + BigInt(current.changes.elapsed ?? 0)),
    edits: countChanges(resources, current.changes),
  }
}

const buildReading = (declared: ServiceDeclarations): readonly ControlOperation[] => [
  defineControl({
    name: 'listSnapshots',
    method: 'GET',
    template: '/snapshots',
    summary:
      'The stored snapshots of all sessions, oldest first. When the memory is full, those used longest ago are dropped.',
    responses: { 200: json(z.array(listedSchema)) },
    run: ({ snapshots }) => snapshots.list().map(([name, snapshot]) => describeSnapshot(declared, name, snapshot)),
  }),
  defineControl({
    name: 'takeSnapshot',
    method: 'POST',
    template: '/snapshots',
    summary: 'Takes a snapshot of the session and stores it: the current state, or the one that a request met.',
    body: z.strictObject({
      name: z.string().optional().describe('Default: a generated name.'),
      request: metSchema.optional(),
    }),
    responses: { 201: json(listedSchema) },
    refusals: [409],
    run(context, { body }) {
      const { session, snapshots } = context
      const snapshot = session.snapshot({ request: body.request })
      const name = snapshots.add(body.name, snapshot)
      emitChange(context, 'taken', name)
      return describeSnapshot(declared, name, snapshot)
    },
  }),
  defineControl({
    name: 'getSnapshot',
    method: 'GET',
    template: '/snapshots/{name}',
    summary: 'A stored snapshot, which can be saved as a file.',
    responses: { 200: json(snapshotSchemaOf(declared)) },
    refusals: [404],
    // The schema has wider types for a scenario than its type.
    run: ({ snapshots }, { path: { name = '' } }) => findSnapshot(snapshots, name) as Snapshot & SnapshotJson,
  }),
]

const buildStoring = (declared: ServiceDeclarations): readonly ControlOperation[] => [
  defineControl({
    name: 'putSnapshot',
    method: 'PUT',
    template: '/snapshots/{name}',
    summary: 'Stores a snapshot that was taken here or elsewhere. It replaces a snapshot with the same name.',
    body: snapshotSchemaOf(declared),
    chooseForm: () => z.unknown(),
    responses: { 200: json(listedSchema) },
    *run(context, { path: { name = '' }, body }) {
      const snapshot = yield* parseSnapshotInSteps(declared, body)
      assertSize(declared, snapshot.scenario)
      context.snapshots.put(name, snapshot)
      emitChange(context, 'stored', name)
      return describeSnapshot(declared, name, snapshot)
    },
  }),
  defineControl({
    name: 'restoreSnapshot',
    method: 'POST',
    template: '/snapshots/{name}/restore',
    summary: 'Restores a snapshot in the session.',
    responses: { 200: json(stateSchemaOf(declared)) },
    refusals: [404],
    query: keepQuerySchema,
    *run(context, { path: { name = '' }, query }) {
      const snapshot = findSnapshot(context.snapshots, name)
      yield* context.whenBuilt(() => context.session.restore(snapshot, readKeepQuery(query)))
      return readState(context)
    },
  }),
  defineControl({
    name: 'deleteSnapshot',
    method: 'DELETE',
    template: '/snapshots/{name}',
    summary: 'Deletes a snapshot.',
    responses: { 204: nothing },
    refusals: [404],
    run(context, { path: { name = '' } }) {
      const { snapshots } = context
      if (!snapshots.delete(name)) throw createAbsence(snapshots.describeAbsence(name))
      emitChange(context, 'deleted', name)
    },
  }),
]

type SnapshotJson = z.output<ReturnType<typeof snapshotSchemaOf>>

function emitChange({ session, events }: ControlContext, what: SnapshotEvent['what'], name: string): void {
  events.emit(session.name, () => ({ type: 'snapshot', session: session.name, what, name }))
}

function findSnapshot(snapshots: SnapshotStore, name: string): Snapshot {
  const found = snapshots.get(name)
  if (found === undefined) throw createAbsence(snapshots.describeAbsence(name))
  return found
}
