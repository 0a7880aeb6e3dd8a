// Marks the parts of a document with the assumptions that they depend on.

import type { Declarations } from '../../contract/operation/declarations.ts'
import { type Assumptions, listEntries, trackAssumptions } from '../../define/assumptions/assumptions.ts'
import type { Basis } from '../../define/basis.ts'
import { isRecord } from '../../input/schemas/schema-walk.ts'
import type { Json } from './parts.ts'

/** The extension that lists the assumptions of a part: `id=value`, or a list of them. */
const MARK = 'x-assumption'

/** Builds parts of a document and marks them. */
export interface Marker {
  readonly declared: Declarations
  readonly assumptions: Assumptions
  /** Builds a part, and marks it with the assumptions that are read meanwhile. Parts within it have their own marks. */
  mark(build: (assumptions: Assumptions) => Json): Json
  /** Builds anything, and returns it with the assumptions that are read meanwhile. */
  read<Result>(build: (assumptions: Assumptions) => Result): { result: Result; read: ReadonlySet<string> }
  add(part: Json, ids: Iterable<string>): Json
  /** Says where a part is known from, or each of its cases by its name. A part that does not say so is like the whole. */
  base(part: Json, basis: Basis | Readonly<Record<string, Basis>> | undefined): Json
}

interface MarkerOptions {
  readonly isMarked: boolean
}

/** Creates a marker. If the parts of a document are not marked, it only builds them. */
export function createMarker(declared: Declarations, assumptions: Assumptions, { isMarked }: MarkerOptions): Marker {
  const order = listEntries(declared.questions).map(([id]) => id)
  // Each part has a tracker of its own, so what a part within it reads does not count twice.
  const read: Marker['read'] = (build) => {
    const tracked = trackAssumptions(assumptions)
    return tracked.track(() => build(tracked.assumptions))
  }
  const add: Marker['add'] = (part, ids) => {
    const all = new Set([...listOwnMarks(part), ...ids])
    if (!isMarked || all.size === 0) return part
    const marks = order.filter((id) => all.has(id)).map((id) => `${id}=${assumptions[id]}`)
    return { ...part, [MARK]: marks.length === 1 ? marks[0] : marks }
  }
  return {
    declared,
    assumptions,
    read,
    add,
    base: (part, basis) => (isMarked && basis !== undefined ? { ...part, 'x-basis': basis } : part),
    mark(build) {
      const { result, read: ids } = read(build)
      return add(result, ids)
    },
  }
}

/** Lists the assumptions that a value is marked with at any depth, also in the schemas that it refers to. */
export function listMarks(value: unknown, schemas: ReadonlyMap<string, Json>): Set<string> {
  const found = new Set<string>()
  const seen = new Set<unknown>()
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return
    seen.add(part)
    for (const id of isRecord(part) ? listOwnMarks(part) : []) found.add(id)
    for (const child of Object.values(part)) visit(child)
    if ('$ref' in part) visit(schemas.get(String(part.$ref).split('/').at(-1) ?? ''))
  }
  visit(value)
  return found
}

function listOwnMarks(part: Json): string[] {
  const marks = part[MARK] ?? []
  // A mark begins with the id of an entry.
  return [marks].flat().map((mark) => String(mark).split('=')[0] as string)
}
