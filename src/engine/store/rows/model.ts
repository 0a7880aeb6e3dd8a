// Models, rows and queries of @mswjs/data.

import * as z from 'zod'
import { factory, nullable, primaryKey } from '#data'
import { onDemand } from '../../limits/on-demand.ts'
import { ADDED } from '../listing/ordering.ts'
import { isNumeric } from './keys.ts'

export type RecordSchema = z.ZodObject<{ id: z.ZodType }>

/** A kind of record, as far as its rows depend on it. */
export interface RowKind {
  readonly singular: string
  readonly schema: RecordSchema
  /** Whether its rows know the order in which they were added. */
  readonly isNumbered?: boolean
}

/** A row of @mswjs/data: the fields of a record, its id as a text, and two symbols of the library. */
export type Row = Readonly<Record<string, unknown> & { id: string }>

/** The methods of a model of @mswjs/data that tables use. */
export interface TableModel {
  create(values: Row): Row
  findMany(query: { where: Query }): readonly Row[]
  deleteMany(query: { where: { id: { in: readonly string[] } } }): unknown
}

type Query = Readonly<Record<string, { readonly equals: WhereValue }>>

type WhereValue = string | number | boolean

/** The values that fields of a record must have. Null is the value of a field that has none. */
export type Where = Readonly<Record<string, WhereValue | null | undefined>>

/** Finds the rows with some values, by a query of the library. It scans all rows of the model. */
export function findRows(model: TableModel, where: Where): readonly Row[] {
  const query = Object.entries(where).map(([field, value]) => [field, { equals: value }])
  return model.findMany({ where: Object.fromEntries(query) })
}

/**
 * Creates the model of a kind of record: a column for each field, one for the number of a record that is not
 * completed yet, and one for its place in the order in which records were added, if lists need that.
 *
 * @note @mswjs/data captures a stack trace for an id that nothing needs. A test runner maps it to the
 * sources, which took longer than all else, so it is kept empty.
 */
export function createModel({ singular, schema, isNumbered }: RowKind): TableModel {
  const names = [...Object.keys(schema.shape), POSITION, ...(isNumbered === true ? [ADDED] : [])]
  const definition = Object.fromEntries(names.map((name) => [name, toColumn(name)]))
  // The name of the model is a plain string, so the library cannot infer its type.
  return withoutTrace(() => factory({ [singular]: definition })[singular] as unknown as TableModel)
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
export function createRowMaker(kind: RowKind): (values: Row) => Row {
  const findModel = onDemand(() => createModel(kind))
  return (values) => {
    const model = findModel()
    const row = model.create({ [POSITION]: null, ...values })
    model.deleteMany({ where: { id: { in: [row.id] } } })
    return row
  }
}

/** Creates a function that reads the record of a complete row. */
export function createRowReader<Item>({ schema }: RowKind): (row: Row) => Item {
  const hasNumber = isNumeric(schema.shape.id)
  // Nested values of a row were frozen when they were written. Object.entries leaves out the library's symbols.
  return ({ [POSITION]: _position, [ADDED]: _added, ...fields }) => {
    const record = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    if (hasNumber) record.id = Number(record.id)
    return Object.freeze(record) as Item
  }
}

export function pickSchema(schema: RecordSchema, fields: readonly string[]): RecordSchema {
  const types = Object.entries<z.ZodType>(schema.shape).filter(([field]) => fields.includes(field))
  return z.object(Object.fromEntries(types)) as RecordSchema
}

/** The column with the number of a seeded record that is not completed yet. */
export const POSITION = '$position'

// Every column is nullable, because a record that is not completed lacks some values. Any value fits, and an absent one
// stays absent: the library would set its own, such as an empty text for a column of texts.
function toColumn(field: string) {
  return field === 'id' ? primaryKey(String) : nullable(() => undefined as unknown as string)
}

/** Returns the values of a record with its id as a text. */
export function withKey(values: Readonly<Record<string, unknown>>): Row {
  return (typeof values.id === 'string' ? values : { ...values, id: String(values.id) }) as Row
}
