// Takes, stores and restores named snapshots.

import * as z from 'zod'
import { nothing } from '../../http/operation-declaration.ts'
import { formatMicroseconds, parseMicroseconds } from '../../input/schemas/timestamp.ts'
import type { SnapshotEvent } from '../../sessions/events/event-source.ts'
import type { SessionKeeper } from '../../sessions/session-keeper.ts'
import { parseSnapshotInSteps, type Snapshot, snapshotSchemaOf } from '../../sessions/state/snapshot.ts'
import { countChangedRecords } from '../../world/apply-changes.ts'
import { type ControlContext, type ControlOperation, defineControl } from '../control-operation.ts'
import { json } from '../requests/control-responses.ts'
import { buildAbsentFailure } from '../shared/control-failure.ts'
import { keepQuerySchema, metSchema, readKeepQuery } from '../shared/fields.ts'
import { makeUpName } from '../shared/random-id.ts'
import { fetchSnapshot, waitForKept } from '../shared/read-kept.ts'
import { buildFullError, buildTakenNameError, isPassing, MOST_SNAPSHOTS } from '../shared/snapshot-store.ts'
import { assertSize } from '../shared/world-size.ts'
import { readState, stateSchemaOf } from './state.ts'

const listedSchema = z.strictObject({
  name: z.string().describe('The name of the snapshot.'),
  scenario: z.string().describe('The scenario of its session.'),
  now: z.string().describe('The time on the clock of its world.'),
  edits: z.int().describe('How many records were added, replaced and removed since the start of its scenario.'),
})

/** A stored snapshot. */
export type KeptSnapshot = z.output<typeof listedSchema>

function describeSnapshot({ declared: { resources } }: ControlContext, name: string, snapshot: Snapshot): KeptSnapshot {
  const { scenario, current } = snapshot
  const start = parseMicroseconds(scenario.now)
  return {
    name,
    scenario: scenario.name,
    now: formatMicroseconds(start + BigInt(current.changes.elapsed ?? 0)),
    edits: countChangedRecords(resources, current.changes),
  }
}

export const snapshotOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'listSnapshots',
    request: 'GET /snapshots',
    summary:
      'The stored snapshots of all sessions, oldest first, without those whose names begin with a dot. A store forgets these after a minute or two. When the memory is full, those used longest ago are dropped.',
    responses: { 200: json(z.array(listedSchema)) },
    async run(context) {
      const inMemory = context.snapshots.list()
      const kept = await describeKept(context, new Set(inMemory.map(([name]) => name)))
      const all = [...kept, ...inMemory.map(([name, snapshot]) => describeSnapshot(context, name, snapshot))]
      return all.filter(({ name }) => !isPassing(name))
    },
  }),
  defineControl({
    name: 'takeSnapshot',
    request: 'POST /snapshots',
    summary: 'Takes a snapshot of the session and stores it: the current state, or the one that a request met.',
    body: z.strictObject({
      name: z.string().optional().describe('Default: a generated name.'),
      request: metSchema.optional(),
    }),
    responses: { 201: json(listedSchema) },
    refusals: [409],
    async run(context, { body }) {
      const snapshot = context.session.snapshot({ request: body.request })
      const name = await storeNew(context, body.name, snapshot)
      emitChange(context, 'taken', name)
      return describeSnapshot(context, name, snapshot)
    },
  }),
  defineControl({
    name: 'getSnapshot',
    request: 'GET /snapshots/{name}',
    summary: 'A stored snapshot, which can be saved as a file.',
    responses: { 200: json(snapshotSchemaOf) },
    isTakenBack: true,
    refusals: [404, 409],
    // The schema has wider types for a scenario than its type.
    async run(context, { path: { name = '' } }) {
      return (await findSnapshot(context, name)) as Snapshot & SnapshotJson
    },
  }),
  defineControl({
    name: 'putSnapshot',
    request: 'PUT /snapshots/{name}',
    summary: 'Stores a snapshot that was taken here or elsewhere. It replaces a snapshot with the same name.',
    body: snapshotSchemaOf,
    chooseForm: () => z.unknown(),
    responses: { 200: json(listedSchema) },
    async run(context, { path: { name = '' }, body }) {
      const snapshot: Snapshot = await context.inTurns(parseSnapshotInSteps(context.declared, body))
      assertSize(context.declared, snapshot.scenario)
      await storeSnapshot(context, name, snapshot, { isNew: false })
      emitChange(context, 'stored', name)
      return describeSnapshot(context, name, snapshot)
    },
  }),
  defineControl({
    name: 'restoreSnapshot',
    request: 'POST /snapshots/{name}/restore',
    summary: 'Restores a snapshot in the session.',
    responses: { 200: json(stateSchemaOf) },
    refusals: [404, 409],
    query: keepQuerySchema,
    async run(context, { path: { name = '' }, query }) {
      const snapshot = await findSnapshot(context, name)
      await context.whenBuilt(() => context.session.restore(snapshot, readKeepQuery(query)))
      return readState(context)
    },
  }),
  defineControl({
    name: 'deleteSnapshot',
    request: 'DELETE /snapshots/{name}',
    summary: 'Deletes a snapshot.',
    responses: { 204: nothing },
    refusals: [404],
    async run(context, { path: { name = '' } }) {
      const { snapshots, sessions } = context
      if (!(await isThere(context, name))) throw buildAbsentFailure(snapshots.describeAbsence(name))
      if (sessions.keeper !== undefined) await waitForKept(sessions.keeper.snapshots.remove(name))
      snapshots.delete(name)
      emitChange(context, 'deleted', name)
    },
  }),
]

type SnapshotJson = z.output<ReturnType<typeof snapshotSchemaOf>>

function emitChange({ session, events }: ControlContext, what: SnapshotEvent['what'], name: string): void {
  events.emit(session.name, () => ({ type: 'snapshot', session: session.name, what, name }))
}

async function findSnapshot(context: ControlContext, name: string): Promise<Snapshot> {
  const found = await fetchSnapshot(context, name)
  if (found === undefined) throw buildAbsentFailure(context.snapshots.describeAbsence(name))
  return found
}

/** Whether there is a snapshot. If it cannot be read, there is one. */
async function isThere(context: ControlContext, name: string): Promise<boolean> {
  try {
    return (await fetchSnapshot(context, name)) !== undefined
  } catch {
    return true
  }
}

/** Stores a snapshot under a new name, by default a generated one. @returns the name */
async function storeNew(context: ControlContext, chosenName: string | undefined, snapshot: Snapshot): Promise<string> {
  const { sessions, snapshots } = context
  if (sessions.keeper === undefined) return snapshots.add(chosenName, snapshot)
  // A number could be that of a snapshot that is kept from an earlier time.
  const name = chosenName ?? makeUpName('snapshot')
  const release = snapshots.claim(name)
  try {
    if ((await fetchSnapshot(context, name)) !== undefined) throw buildTakenNameError(name)
    if (!(await storeSnapshot(context, name, snapshot, { isNew: true }))) throw buildTakenNameError(name)
    return name
  } finally {
    release()
  }
}

/** Stores a snapshot. With a store outside of the memory, it is stored there, or nowhere. @returns whether it is stored */
async function storeSnapshot(
  { sessions: { keeper }, snapshots }: ControlContext,
  name: string,
  snapshot: Snapshot,
  options: { readonly isNew: boolean },
): Promise<boolean> {
  if (keeper === undefined) {
    snapshots.put(name, snapshot)
    return true
  }
  const known = await waitForKept(keeper.snapshots.list(ALL))
  if (known.length >= MOST_SNAPSHOTS && !known.includes(name)) throw buildFullError(name)
  snapshots.remember(name, snapshot)
  let isKept = false
  try {
    isKept = await waitForKept(keeper.snapshots.write(name, snapshot, options))
    return isKept
  } finally {
    if (!isKept) snapshots.delete(name)
  }
}

const ALL = { after: '', limit: MOST_SNAPSHOTS }

/**
 * Describes the snapshots that are only kept outside of the memory, one after the other: all of them may take more
 * memory than there is. Those that cannot be read are left out.
 */
async function describeKept(context: ControlContext, known: ReadonlySet<string>): Promise<KeptSnapshot[]> {
  const { keeper } = context.sessions
  if (keeper === undefined) return []
  const names = await waitForKept(keeper.snapshots.list(ALL))
  const described: KeptSnapshot[] = []
  for (const name of names) {
    const snapshot = known.has(name) ? undefined : await readListed(keeper, name)
    if (snapshot !== undefined) described.push(describeSnapshot(context, name, snapshot))
  }
  return described
}

async function readListed({ snapshots }: SessionKeeper, name: string): Promise<Snapshot | undefined> {
  try {
    return await waitForKept(snapshots.read(name))
  } catch {
    // Only this one is left out, unless nothing can be read.
    await waitForKept(snapshots.list({ ...ALL, limit: 1 }))
    return undefined
  }
}
