// Takes, stores and restores named snapshots.

import * as z from 'zod'
import type { ServiceDeclarations } from '../../../define/service.ts'
import { nothing } from '../../../http/operation-declaration.ts'
import { formatMicroseconds, parseMicroseconds } from '../../../input/schemas/timestamp.ts'
import type { Steps } from '../../../limits/steps.ts'
import type { SnapshotEvent } from '../../../sessions/events/events.ts'
import { parseSnapshotInSteps, type Snapshot, snapshotSchemaOf } from '../../../sessions/state/snapshot.ts'
import { countChanges } from '../../../world/apply-changes.ts'
import { type ControlContext, type ControlOperation, defineControl } from '../../control-operation.ts'
import { createAbsence } from '../../requests/control-failure.ts'
import { json } from '../../requests/control-responses.ts'
import { fetchSnapshot } from '../../shared/fetch-snapshot.ts'
import { keepQuerySchema, readKeepQuery } from '../../shared/keep-query.ts'
import { metSchema } from '../../shared/met-world.ts'
import { waitForKept } from '../../shared/prepare-session.ts'
import { makeUpName } from '../../shared/random-id.ts'
import { assertSize } from '../../shared/world-size.ts'
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
    *run(context) {
      const inMemory = context.snapshots.list()
      const kept = yield* readKept(context, new Set(inMemory.map(([name]) => name)))
      return [...kept, ...inMemory].map(([name, snapshot]) => describeSnapshot(declared, name, snapshot))
    },
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
    *run(context, { body }) {
      const { session, snapshots } = context
      if (body.name !== undefined) yield* fetchSnapshot(context, body.name)
      // A number could be that of a snapshot that is kept from an earlier time.
      const chosenName = body.name ?? (context.sessions.keeper && makeUpName('snapshot'))
      const snapshot = session.snapshot({ request: body.request })
      const name = snapshots.add(chosenName, snapshot)
      yield* keepSnapshot(context, name)
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
    *run(context, { path: { name = '' } }) {
      return (yield* findSnapshot(context, name)) as Snapshot & SnapshotJson
    },
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
      yield* keepSnapshot(context, name)
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
      const snapshot = yield* findSnapshot(context, name)
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
    *run(context, { path: { name = '' } }) {
      const { snapshots, sessions } = context
      yield* fetchSnapshot(context, name)
      if (sessions.keeper !== undefined) yield* waitForKept(sessions.keeper.snapshots.remove(name))
      if (!snapshots.delete(name)) throw createAbsence(snapshots.describeAbsence(name))
      emitChange(context, 'deleted', name)
    },
  }),
]

type SnapshotJson = z.output<ReturnType<typeof snapshotSchemaOf>>

function emitChange({ session, events }: ControlContext, what: SnapshotEvent['what'], name: string): void {
  events.emit(session.name, () => ({ type: 'snapshot', session: session.name, what, name }))
}

function* findSnapshot(context: ControlContext, name: string): Steps<Snapshot> {
  const found = yield* fetchSnapshot(context, name)
  if (found === undefined) throw createAbsence(context.snapshots.describeAbsence(name))
  return found
}

function* keepSnapshot({ sessions: { keeper }, snapshots }: ControlContext, name: string): Steps<void> {
  const snapshot = snapshots.get(name)
  if (keeper !== undefined && snapshot !== undefined) yield* waitForKept(keeper.snapshots.write(name, snapshot))
}

const MOST_LISTED = 1000

/** Reads the snapshots that are only kept outside of the memory. */
function* readKept(
  { sessions: { keeper } }: ControlContext,
  known: ReadonlySet<string>,
): Steps<[name: string, snapshot: Snapshot][]> {
  if (keeper === undefined) return []
  const names = yield* waitForKept(keeper.snapshots.list({ after: '', limit: MOST_LISTED }))
  const found: [string, Snapshot][] = []
  for (const name of names) {
    if (known.has(name)) continue
    const snapshot = yield* waitForKept(keeper.snapshots.read(name))
    if (snapshot !== undefined) found.push([name, snapshot])
  }
  return found
}
