import { factory, nullable, primaryKey } from '@mswjs/data'
import { z } from 'zod'

export type RecordSchema = z.ZodObject<{ id: z.ZodType<string> }>

/** A row of @mswjs/data: the fields of a record, and two symbols of the library's own. */
export type Row = Readonly<Record<string, unknown> & { id: string }>

/** What a table uses of a model of @mswjs/data. */
export interface Model {
  create(values: Row): Row
  deleteMany(query: { where: { id: { in: readonly string[] } } }): unknown
}

/**
 * Creates the model of a kind of record: a column for each field, and one for the number of a
 * record that is still to be completed.
 *
 * @note Where there is a window, @mswjs/data opens a BroadcastChannel and plays every write
 * into the databases of other tabs, so two simulators would share one world: it must not
 * find the constructor while it starts.
 */
export function createModel(kind: string, schema: RecordSchema): Model {
  const columns = Object.entries<z.ZodType>(schema.shape).map(([field, type]) => [field, toColumn(field, type)])
  const definition = { ...Object.fromEntries(columns), [POSITION]: nullable(Number) }
  // The model is named by a plain string here, so the library's own types cannot follow.
  const start = () => factory({ [kind]: definition })[kind] as unknown as Model
  if (typeof window === 'undefined') return start()
  const channel = globalThis.BroadcastChannel
  try {
    Reflect.set(globalThis, 'BroadcastChannel', undefined)
    return start()
  } finally {
    Reflect.set(globalThis, 'BroadcastChannel', channel)
  }
}

/** The rows of a table that come and go. */
export interface OwnRows {
  create(values: Row): Row
  remove(row: Row): void
}

const ROWS_IN_A_MODEL = 100

/**
 * Creates a place for rows that come and go.
 *
 * @note @mswjs/data looks at every row of a model to remove one. So there are many small models,
 * and what one change takes does not grow with the changes before it.
 */
export function createOwnRows(kind: string, schema: RecordSchema): OwnRows {
  const homes = new WeakMap<Row, Model>()
  let model = createModel(kind, schema)
  let count = 0
  return {
    create(values) {
      if (count === ROWS_IN_A_MODEL) [model, count] = [createModel(kind, schema), 0]
      const row = model.create(values)
      count += 1
      homes.set(row, model)
      return row
    },
    remove(row) {
      homes.get(row)?.deleteMany({ where: { id: { in: [row.id] } } })
    },
  }
}

/** The column that has the number of a seeded record which nobody has read yet. */
export const POSITION = '$position'

// Every column takes null: a record that is still to be completed has no values for some.
function toColumn(field: string, type: z.ZodType) {
  return field === 'id' ? primaryKey(String) : nullable(toColumnType(type))
}

// The library takes Object as a column of free form, but only its documentation says so.
function toColumnType(type: z.ZodType): () => string {
  if (type instanceof z.ZodDefault || type instanceof z.ZodNullable) return toColumnType(type.unwrap() as z.ZodType)
  if (type instanceof z.ZodBoolean) return Boolean as unknown as () => string
  if (type instanceof z.ZodArray || type instanceof z.ZodObject) return Object as unknown as () => string
  return String
}
