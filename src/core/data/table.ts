import { deepFreeze, type Frozen } from '../records/freeze.ts'
import { describeIssues } from './describe-issues.ts'
import { createModel, POSITION, type RecordSchema, type Row } from './model.ts'

/** A record that left a table, one that came into it, or both where one took the other's place. */
export interface Change<Summary> {
  removed?: Summary
  added?: Summary
}

/**
 * The records of one kind, in the order in which they were added. Every record that goes in
 * is validated first; every record that comes out is frozen and no row of the database.
 */
export interface Table<Item, Summary = Frozen<Item>> {
  /** Adds a record. @throws naming the field or the id when the record cannot be kept. */
  insert(input: unknown): Frozen<Item>
  /** Adds a record of a scenario by its number and its summary; it is completed when it is read. */
  seed(position: number, summary: Summary): void
  /** Puts another record in the place of one. @throws like `insert`, and for an unknown id. */
  replace(id: string, input: unknown): Frozen<Item>
  /** Removes a record and tells whether there was one. */
  remove(id: string): boolean
  get(id: string): Frozen<Item> | undefined
  /** All records. Seeded ones are completed for it, which takes its time in a large world. */
  all(): readonly Frozen<Item>[]
  /** What there is to know of all records without completing any. */
  summaries(): Iterable<Summary>
  count(): number
  /** Calls a function after every change. */
  watch(listener: (change: Change<Summary>) => void): void
  /** Makes what is there now the state that `revert` goes back to. */
  mark(): void
  /** Undoes what was changed since the mark. */
  revert(): void
}

/** What there is to know of one kind of record. */
export interface TableDefinition<Item> {
  kind: string
  schema: RecordSchema
  findMistakes(record: Frozen<Item>): string[]
  /** Builds the seeded record of a number. */
  complete?(position: number): unknown
}

/**
 * Creates a table over a model.
 *
 * @note @mswjs/data scans all rows to find one, by primary key too, ignores updates of object
 * fields, and hands out its live rows. So a table keeps the rows by id, replaces instead of
 * patching, and gives out frozen records made of them.
 */
export function createTable<Item, Summary = Frozen<Item>>(definition: TableDefinition<Item>): Table<Item, Summary> {
  const { kind, schema } = definition
  const model = createModel(kind, schema)
  const blank = Object.fromEntries(Object.keys(schema.shape).map((field) => [field, null]))
  const records = new WeakMap<Row, Frozen<Item>>()
  const listeners: ((change: Change<Summary>) => void)[] = []
  const touched = new Set<string>()
  let marked: Map<string, Row> = new Map()
  let rows = marked

  const toRecord = (row: Row): Frozen<Item> => {
    const record = records.get(row) ?? readRow(row, definition)
    records.set(row, record)
    return record
  }
  const change = (id: string, values: Row | undefined): Row | undefined => {
    // The marked rows are shared until the first change.
    if (rows === marked && touched.size === 0) rows = new Map(marked)
    const before = rows.get(id)
    if (before !== undefined) model.deleteMany({ where: { id: { in: [id] } } })
    const after = values === undefined ? undefined : model.create(values)
    if (after === undefined) rows.delete(id)
    else rows.set(id, after)
    touched.add(id)
    notify(listeners, before, after)
    return after
  }
  // A column without a value would get one of the library's own.
  const write = (values: Row): Frozen<Item> => toRecord(change(values.id, { ...values, [POSITION]: null }) as Row)

  return {
    insert(input) {
      const values = parseRecord('create', definition, input)
      if (!rows.has(values.id)) return write(values)
      throw new Error(describeTakenId(kind, values.id))
    },
    seed(position, summary) {
      // A summary has an id, which its generic type cannot say.
      const values = { ...blank, ...summary, [POSITION]: position } as unknown as Row
      rows.set(values.id, model.create(values))
    },
    replace(id, input) {
      if (!rows.has(id)) throw new Error(`Failed to update ${kind}: there is none with the id "${id}".`)
      const values = parseRecord('update', definition, input)
      if (values.id === id) return write(values)
      throw new Error(`Failed to update ${kind}: the id is "${values.id}". The id of "${id}" cannot change.`)
    },
    remove(id) {
      if (!rows.has(id)) return false
      change(id, undefined)
      return true
    },
    get(id) {
      const row = rows.get(id)
      return row === undefined ? undefined : toRecord(row)
    },
    all: () => [...rows.values()].map(toRecord),
    // A row has the fields of a summary, complete or not.
    summaries: () => rows.values() as unknown as Iterable<Summary>,
    count: () => rows.size,
    watch: (listener) => void listeners.push(listener),
    mark() {
      marked = rows
      touched.clear()
    },
    revert() {
      if (touched.size === 0) return
      model.deleteMany({ where: { id: { in: [...touched] } } })
      for (const id of touched) {
        const original = marked.get(id)
        const restored = original === undefined ? undefined : model.create(original)
        if (restored !== undefined) marked.set(id, restored)
        notify(listeners, rows.get(id), restored)
      }
      rows = marked
      touched.clear()
    },
  }
}

function describeTakenId(kind: string, id: string): string {
  return `Failed to create ${kind}: the id "${id}" exists. Choose another id, or update that ${kind}.`
}

function notify<Summary>(
  listeners: readonly ((change: Change<Summary>) => void)[],
  before: Row | undefined,
  after: Row | undefined,
): void {
  const change = {
    ...(before === undefined ? {} : { removed: before as unknown as Summary }),
    ...(after === undefined ? {} : { added: after as unknown as Summary }),
  }
  for (const listener of listeners) listener(change)
}

function parseRecord<Item>(verb: string, { kind, schema, findMistakes }: TableDefinition<Item>, input: unknown): Row {
  const result = schema.safeParse(input, { reportInput: true })
  if (!result.success) throw new Error(`Failed to ${verb} ${kind}: ${describeIssues(result.error, schema)}.`)
  const values = deepFreeze(result.data)
  // A table's schema is that of its items, which its generic type cannot say.
  const mistakes = findMistakes(values as Frozen<Item>)
  if (mistakes.length > 0) throw new Error(`Failed to ${verb} ${kind}: ${mistakes.join('; ')}.`)
  return values
}

// What is nested in a row is frozen since it was written; the library's symbols stay behind.
function readRow<Item>(row: Row, { schema, complete }: TableDefinition<Item>): Frozen<Item> {
  const { [POSITION]: position, ...fields } = row
  if (typeof position === 'number' && complete !== undefined) {
    return deepFreeze(schema.parse(complete(position))) as Frozen<Item>
  }
  return Object.freeze(Object.fromEntries(Object.entries(fields))) as Frozen<Item>
}
