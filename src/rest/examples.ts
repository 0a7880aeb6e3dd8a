// Requests to try: values for the path, and a body, from the records of a world.

import type * as z from 'zod'
import type { Example } from '../engine/contract/operation/operation.ts'
import type { AnyResource } from '../engine/define/resource/resource.ts'
import { listPlaceholders } from '../engine/http/route-table.ts'
import type { Fields } from '../engine/input/schemas/schema-walk.ts'
import { onDemand } from '../engine/limits/on-demand.ts'
import { type Collections, collectionOf } from '../engine/world/collections.ts'
import type { DeclaredResource } from './resource.ts'

/** What a request to try is made from. */
interface Tried {
  readonly name: string
  readonly path: string
  /** The resource that the operation is about. Default: one that its path names. */
  readonly of: DeclaredResource | undefined
  /** The resources of the API. */
  readonly resources: readonly DeclaredResource[]
  readonly body?: z.ZodType | undefined
  /** What the path selects, where it is a list. */
  within?(path: Readonly<Record<string, string>>): unknown
}

type FindExample = (db: Collections) => Example

/** Creates what finds a request to try: what a path names is a field of the first record, or of what it belongs to. */
export function createExample({ name, path, of: own, resources, body, within }: Tried): FindExample {
  const placeholders = listPlaceholders(path)
  const selecting = onDemand(() => findSelecting(placeholders, within))
  return (db): Example => {
    const shown = resources.filter((each) => Object.hasOwn(db, each.name))
    const isBelow = ({ name: many }: AnyResource) => path.includes(`/${many}/{`)
    const of = own ?? shown.find((each) => isNamed(each, placeholders.at(-1))) ?? shown.findLast(isBelow)
    if (of === undefined) return placeholders.length === 0 ? {} : { missing: describeMissing(name, placeholders[0]) }
    const [record] = collectionOf(db, of).list({ limit: 1 })
    const values = placeholders.map((each) => {
      const others = placeholders.filter((other) => other !== each)
      // What stands before an id says of which kind it is: `/courses/{id}/lessons`.
      const owner = each === 'id' ? resources.find((other) => path.includes(`/${other.name}/{id}`)) : undefined
      const found = owner ? findId(owner, { of, record }, db) : findValue(each, { of, record, others }, db)
      return [each, found ?? readValue(record, selecting().get(each) ?? '')]
    })
    const unknown = values.find(([, value]) => value === undefined)
    if (unknown !== undefined) return { missing: describeMissing(name, String(unknown[0])) }
    const tried = body === undefined ? undefined : findBody(body, record ?? {})
    if (tried === undefined && body?.safeParse(undefined).success === false)
      return { missing: `No request for ${name}: no record of this world has what its body needs.` }
    return { path: Object.fromEntries(values), ...(tried !== undefined && { body: tried }) }
  }
}

function isNamed({ singular }: AnyResource, placeholder: string | undefined): boolean {
  return placeholder === singular || placeholder === `${singular}_id`
}

function describeMissing(name: string, placeholder: string | undefined): string {
  return `No request for ${name}: no record of this world says what {${placeholder}} is.`
}

interface NamedRecord {
  readonly of: AnyResource
  /** The first record, if there is one. */
  readonly record: Fields | undefined
  /** The other placeholders of the path. */
  readonly others: readonly string[]
}

function findId(
  owner: AnyResource,
  { of, record }: Pick<NamedRecord, 'of' | 'record'>,
  db: Collections,
): string | undefined {
  if (owner === of) return readValue(record, 'id')
  const [reference] = Object.entries(of.belongsTo ?? {}).find(([, parent]) => parent === owner) ?? ['']
  return readValue(record, reference) ?? readValue(collectionOf(db, owner).list({ limit: 1 })[0], 'id')
}

// A path names a record by its id, by a field, or by the name of its kind.
function findValue(placeholder: string, { of, record, others }: NamedRecord, db: Collections): string | undefined {
  const own = readValue(record, placeholder)
  if (own !== undefined) return own
  for (const [reference, parent] of Object.entries(of.belongsTo ?? {})) {
    const parents = collectionOf(db, parent)
    const found = record === undefined ? parents.list({ limit: 1 })[0] : parents.get(record[reference] as string)
    const value = found && findValue(placeholder, { of: parent, record: found, others }, db)
    if (value !== undefined) return value
  }
  return nameOf(placeholder, { of, record, others })
}

// `{owner}/{repo}` names a repository by its name, because the owner is a field of it; `{project}` alone is an id.
function nameOf(placeholder: string, { of, record, others }: NamedRecord): string | undefined {
  if (!isNamed(of, placeholder)) return undefined
  if (placeholder !== of.singular) return readValue(record, 'id')
  const isQualified = others.some((other) => other !== 'id' && readValue(record, other) !== undefined)
  const fields = isQualified ? ['name', 'slug', 'id'] : ['id']
  return fields.map((field) => readValue(record, field)).find((value) => value !== undefined)
}

/** Finds the fields that a list compares with what its path names, as far as they are compared as they are. */
function findSelecting(placeholders: readonly string[], within: Tried['within']): ReadonlyMap<string, string> {
  const marks = new Map(placeholders.map((each, index) => [each, String(987_654_321 + index)]))
  try {
    const selected = Object.entries(Object(within?.(Object.fromEntries(marks))))
    const fields = [...marks].flatMap(([each, mark]) => {
      const [field] = selected.find(([, value]) => String(value) === mark) ?? []
      return field === undefined ? [] : [[each, field] as const]
    })
    return new Map(fields)
  } catch {
    // It looks for a record, and there is none of such a name.
    return new Map()
  }
}

function readValue(record: Fields | undefined, field: string): string | undefined {
  const value = record?.[field]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** Returns a body that a schema takes: nothing, or what the first record has of its fields. */
function findBody(schema: z.ZodType, record: Fields): unknown {
  const shape = 'shape' in schema ? Object.keys((schema as z.ZodObject).shape) : []
  const fields = Object.fromEntries(shape.flatMap((field) => (record[field] == null ? [] : [[field, record[field]]])))
  return [fields, {}].find((each) => schema.safeParse(each).success)
}
