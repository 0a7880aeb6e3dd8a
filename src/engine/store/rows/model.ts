// Models, rows and queries of @mswjs/data.

import * as z from 'zod'
import { factory, nullable, primaryKey } from '#data'
import { onDemand } from '../../limits/on-demand.ts'

export type RecordSchema = z.ZodObject<{ id: z.ZodType<string> }>

/** A row of @mswjs/data: the fields of a record, and two symbols of the library. */
export type Row = Readonly<Record<string, unknown> & { id: string }>

/** The methods of a model of @mswjs/data that tables use. */
export interface TableModel {
  create(values: Row): Row
  findMany(query: { where: Query }): readonly Row[]
  deleteMany(query: { where: { id: { in: readonly string[] } } }): unknown
}

type Query = Readonly<Record<string, { readonly equals: string | boolean }>>

/** The values that fields of a record must have. */
export type Where = Readonly<Record<string, string | boolean>>

/** Finds the rows with some values, by a query of the library. It scans all rows of the model. */
export function findRows(model: TableModel, where: Where): readonly Row[] {
  const query = Object.entries(where).map(([field, value]) => [field, { equals: value }])
  return model.findMany({ where: Object.fromEntries(query) })
}

/**
 * Creates the model of a kind of record: a column for each field, and one for the number of a record
 * that is not completed yet.
 *
 * @note @mswjs/data captures a stack trace for an id that nothing needs. A test runner maps it to the
 * sources, which took longer than all else, so it is kept empty.
 */
export function createModel(kind: string, schema: RecordSchema): TableModel {
  const columns = Object.entries<z.ZodType>(schema.shape).map(([field, type]) => [field, toColumn(field, type)])
  const definition = { ...Object.fromEntries(columns), [POSITION]: nullable(Number) }
  // The name of the model is a plain string, so the library cannot infer its type.
  return withoutTrace(() => factory({ [kind]: definition })[kind] as unknown as TableModel)
}

function withoutTrace<Result>(call: () => Result): Result {
  const { stackTraceLimit } = Error
  try {
    Error.stackTraceLimit = 0
    return call()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/**
 * Creates a function that makes the rows that are written after the start of a world.
 *
 * @note @mswjs/data scans all rows of a model to remove one. So it lets each row go at once, and a world keeps it.
 */
export function createRowMaker(kind: string, schema: RecordSchema): (values: Row) => Row {
  const findModel = onDemand(() => createModel(kind, schema))
  return (values) => {
    const model = findModel()
    const row = model.create(toRow(values))
    model.deleteMany({ where: { id: { in: [row.id] } } })
    return row
  }
}

/** Returns the values of a complete row. Every column gets one, because the library would set its own otherwise. */
export function toRow(values: Row): Row {
  return { [POSITION]: null, ...values }
}

export function pickSchema(schema: RecordSchema, fields: readonly string[]): RecordSchema {
  const types = Object.entries<z.ZodType>(schema.shape).filter(([field]) => fields.includes(field))
  return z.object(Object.fromEntries(types)) as unknown as RecordSchema
}

/** The column with the number of a seeded record that is not completed yet. */
export const POSITION = '$position'

// Every column is nullable, because a record that is not completed lacks some values.
function toColumn(field: string, type: z.ZodType) {
  return field === 'id' ? primaryKey(String) : nullable(toColumnType(type))
}

// The library accepts Object for a free-form column. This is documented, but missing in its types.
function toColumnType(type: z.ZodType): () => string {
  if (type instanceof z.ZodDefault || type instanceof z.ZodNullable) return toColumnType(type.unwrap() as z.ZodType)
  if (type instanceof z.ZodBoolean) return Boolean as unknown as () => string
  if (type instanceof z.ZodArray || type instanceof z.ZodObject) return Object as unknown as () => string
  return String
}
