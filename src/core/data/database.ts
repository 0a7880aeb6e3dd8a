import { factory, nullable, primaryKey } from '@mswjs/data'
import { z } from 'zod'
import { type Deployment, storedDeploymentSchema } from '../records/deployment.ts'
import { deepFreeze, type Frozen } from '../records/freeze.ts'
import { type Integration, integrationSchema } from '../records/integration.ts'
import { type OAuthProvider, oauthProviderSchema } from '../records/oauth-provider.ts'
import { type Repository, repositorySchema } from '../records/repository.ts'
import { describeIssues } from './describe-issues.ts'
import {
  findDeploymentMistakes,
  findProviderMistakes,
  findRepositoryMistakes,
  type RecordRules,
} from './record-rules.ts'

/**
 * The records of one kind, in the order in which they were added. Every record that goes in
 * is validated first; every record that comes out is frozen and no row of the database.
 */
export interface Table<Item> {
  /** Adds a record. @throws naming the field or the id when the record cannot be kept. */
  insert(input: unknown): Frozen<Item>
  /** Puts another record in the place of one. @throws like `insert`, and for an unknown id. */
  replace(id: string, input: unknown): Frozen<Item>
  /** Removes a record and tells whether there was one. */
  remove(id: string): boolean
  /** Removes every record. */
  clear(): void
  get(id: string): Frozen<Item> | undefined
  all(): readonly Frozen<Item>[]
  count(): number
  /** A number that differs after every change, for those who keep something derived. */
  version(): number
}

export interface Database {
  providers: Table<OAuthProvider>
  integrations: Table<Integration>
  repositories: Table<Repository>
  deployments: Table<Deployment>
}

type RecordSchema = z.ZodObject<{ id: z.ZodType<string> }>

/** A row of @mswjs/data: the fields of a record, and two symbols of the library's own. */
type Row = Readonly<Record<string, unknown>>

/** What a table uses of a model of @mswjs/data. */
interface Model {
  create(values: Row): Row
  delete(query: { where: { id: { equals: string } } }): unknown
  deleteMany(query: { where: object }): unknown
}

/** What there is to know of one kind of record. */
interface TableDefinition<Item> {
  kind: string
  schema: RecordSchema
  findMistakes(record: Frozen<Item>): string[]
}

/** Creates an empty database over @mswjs/data. */
export function createDatabase(rules: RecordRules): Database {
  const integrations = createTable<Integration>({
    kind: 'integration',
    schema: integrationSchema,
    findMistakes: () => [],
  })
  return {
    integrations,
    providers: createTable<OAuthProvider>({
      kind: 'provider',
      schema: oauthProviderSchema,
      findMistakes: findProviderMistakes,
    }),
    repositories: createTable<Repository>({
      kind: 'repository',
      schema: repositorySchema,
      findMistakes: (record) => findRepositoryMistakes(record, rules, (id) => integrations.get(id) !== undefined),
    }),
    deployments: createTable<Deployment>({
      kind: 'deployment',
      schema: storedDeploymentSchema,
      findMistakes: (record) => findDeploymentMistakes(record, rules),
    }),
  }
}

/**
 * Creates a table over a model.
 *
 * @note @mswjs/data scans all rows to find one, by primary key too, ignores updates of object
 * fields, and hands out its live rows. So a table keeps the rows by id, replaces instead of
 * patching, and gives out frozen records made of them.
 */
function createTable<Item>(definition: TableDefinition<Item>): Table<Item> {
  const { kind, schema } = definition
  const model = createModel(kind, schema)
  const rows = new Map<string, Row>()
  const records = new WeakMap<Row, Frozen<Item>>()
  let version = 0

  const toRecord = (row: Row): Frozen<Item> => {
    const record = records.get(row) ?? readRow<Item>(row)
    records.set(row, record)
    return record
  }
  const write = (values: Row & { id: string }): Frozen<Item> => {
    const row = model.create(values)
    rows.set(values.id, row)
    version += 1
    return toRecord(row)
  }

  return {
    insert(input) {
      const values = parseRecord('create', definition, input)
      if (rows.has(values.id)) {
        throw new Error(
          `Failed to create ${kind}: the id "${values.id}" exists. Choose another id, or update that ${kind}.`,
        )
      }
      return write(values)
    },
    replace(id, input) {
      if (!rows.has(id)) throw new Error(`Failed to update ${kind}: there is none with the id "${id}".`)
      const values = parseRecord('update', definition, input)
      if (values.id !== id) {
        throw new Error(`Failed to update ${kind}: the id is "${values.id}". The id of "${id}" cannot change.`)
      }
      model.delete({ where: { id: { equals: id } } })
      return write(values)
    },
    remove(id) {
      if (!rows.delete(id)) return false
      model.delete({ where: { id: { equals: id } } })
      version += 1
      return true
    },
    clear() {
      model.deleteMany({ where: {} })
      rows.clear()
      version += 1
    },
    get(id) {
      const row = rows.get(id)
      return row === undefined ? undefined : toRecord(row)
    },
    all: () => [...rows.values()].map(toRecord),
    count: () => rows.size,
    version: () => version,
  }
}

function parseRecord<Item>(
  verb: string,
  { kind, schema, findMistakes }: TableDefinition<Item>,
  input: unknown,
): Row & { id: string } {
  const result = schema.safeParse(input, { reportInput: true })
  if (!result.success) throw new Error(`Failed to ${verb} ${kind}: ${describeIssues(result.error, schema)}.`)
  const values = deepFreeze(result.data)
  // A table's schema is that of its items, which its generic type cannot say.
  const mistakes = findMistakes(values as Frozen<Item>)
  if (mistakes.length > 0) throw new Error(`Failed to ${verb} ${kind}: ${mistakes.join('; ')}.`)
  return values
}

// What is nested in a row is frozen since it was written; the symbols are left behind.
function readRow<Item>(row: Row): Frozen<Item> {
  return Object.freeze(Object.fromEntries(Object.entries(row))) as Frozen<Item>
}

/**
 * Builds the model of a kind from its record schema.
 *
 * @note Where there is a window, @mswjs/data opens a BroadcastChannel and plays every write
 * into the databases of other tabs, so two simulators would share one world: it must not
 * find the constructor while it starts.
 */
function createModel(kind: string, schema: RecordSchema): Model {
  const columns = Object.entries<z.ZodType>(schema.shape).map(([field, type]) => [
    field,
    field === 'id' ? primaryKey(String) : toColumn(type),
  ])
  // The model is named by a plain string here, so the library's own types cannot follow.
  const start = () => factory({ [kind]: Object.fromEntries(columns) })[kind] as unknown as Model
  if (typeof window === 'undefined') return start()
  const channel = globalThis.BroadcastChannel
  try {
    Reflect.set(globalThis, 'BroadcastChannel', undefined)
    return start()
  } finally {
    Reflect.set(globalThis, 'BroadcastChannel', channel)
  }
}

function toColumn(type: z.ZodType) {
  const column = toColumnType(type)
  return type.safeParse(null).success ? nullable(column) : column
}

// The library takes Object as a column of free form, but only its documentation says so.
function toColumnType(type: z.ZodType): () => string {
  if (type instanceof z.ZodDefault || type instanceof z.ZodNullable) return toColumnType(type.unwrap() as z.ZodType)
  if (type instanceof z.ZodBoolean) return Boolean as unknown as () => string
  if (type instanceof z.ZodArray || type instanceof z.ZodObject) return Object as unknown as () => string
  return String
}
