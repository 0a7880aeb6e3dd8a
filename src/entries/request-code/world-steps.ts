// The steps that lead from the start of a scenario to a world.

import type { RemoteSimulator } from '../client/index.ts'
import { type AnyRecord, recordsOf } from '../client/remote/records-of.ts'

/** A change of a record, as a test makes it. */
export type WorldStep =
  | { readonly kind: 'create'; readonly resource: string; readonly fields: AnyRecord }
  | { readonly kind: 'update'; readonly resource: string; readonly id: string; readonly changes: AnyRecord }
  | { readonly kind: 'delete'; readonly resource: string; readonly id: string }

/** The records of a resource that differ from the start, as a scenario lists them. */
interface ResourceChanges {
  readonly removed?: readonly string[]
  readonly replaced?: readonly AnyRecord[]
  readonly added?: readonly AnyRecord[]
}

/** Lists the changes of records in a scenario. A record that is changed takes the place of its old form. */
export function listWorldSteps(changes: AnyRecord = {}): readonly WorldStep[] {
  return Object.entries(changes).flatMap(([resource, part]) => {
    if (typeof part !== 'object' || part === null) return []
    const { removed = [], replaced = [], added = [] } = part as ResourceChanges
    return [
      ...added.map((fields) => ({ kind: 'create' as const, resource, fields })),
      ...replaced.map((record) => ({ kind: 'update' as const, resource, id: String(record.id), changes: record })),
      ...removed.map((id) => ({ kind: 'delete' as const, resource, id })),
    ]
  })
}

export async function applySteps(session: RemoteSimulator, steps: readonly WorldStep[]): Promise<void> {
  for (const step of steps) {
    const collection = recordsOf(session, step.resource)
    if (step.kind === 'create') await collection.create(step.fields)
    else if (step.kind === 'update') await collection.update(step.id, step.changes)
    else await collection.delete(step.id)
  }
}

/**
 * Shortens steps: a record is created with the fields that the factory would not generate, and changed in
 * the fields that differ.
 *
 * @param openScratch opens a session at the start of the scenario
 */
export async function shortenSteps(
  steps: readonly WorldStep[],
  openScratch: () => Promise<RemoteSimulator>,
): Promise<readonly WorldStep[]> {
  if (steps.every(({ kind }) => kind === 'delete')) return steps
  // Some fields follow from others, such as a URL from a name. So scalars come first, and then what is left.
  const bare = steps.map((step) => (step.kind === 'create' ? { ...step, fields: {} } : step))
  const once = await compareSteps(steps, bare, await openScratch(), isScalar)
  return compareSteps(steps, once, await openScratch(), () => true)
}

async function compareSteps(
  full: readonly WorldStep[],
  attempted: readonly WorldStep[],
  scratch: RemoteSimulator,
  counts: (value: unknown) => boolean,
): Promise<WorldStep[]> {
  const shortened: WorldStep[] = []
  for (const [index, step] of full.entries()) {
    shortened.push(await compareStep(step, attempted[index] ?? step, recordsOf(scratch, step.resource), counts))
  }
  return shortened
}

async function compareStep(
  full: WorldStep,
  attempted: WorldStep,
  collection: ReturnType<typeof recordsOf>,
  counts: (value: unknown) => boolean,
): Promise<WorldStep> {
  if (full.kind === 'create' && attempted.kind === 'create') {
    const built = await collection.create(attempted.fields).catch(() => undefined)
    if (built === undefined) return full
    return { ...full, fields: { ...attempted.fields, ...pickDifferent(full.fields, built, counts) } }
  }
  if (full.kind === 'update') {
    const before = await collection.get(full.id)
    return before === undefined ? full : { ...full, changes: pickDifferent(full.changes, before, () => true) }
  }
  return full
}

function pickDifferent(fields: AnyRecord, existing: AnyRecord, counts: (value: unknown) => boolean): AnyRecord {
  const different = Object.entries(fields).filter(
    ([name, value]) => counts(value) && JSON.stringify(value) !== JSON.stringify(existing[name]),
  )
  return Object.fromEntries(different)
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}
