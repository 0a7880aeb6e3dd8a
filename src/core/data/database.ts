import { factory, nullable, primaryKey } from '@mswjs/data'
import { z } from 'zod'
import { type Deployment, storedDeploymentSchema } from '../records/deployment.ts'
import { deepFreeze, type Frozen } from '../records/freeze.ts'
import { type Integration, integrationSchema } from '../records/integration.ts'
import { type OAuthProvider, oauthProviderSchema } from '../records/oauth-provider.ts'
import { type Repository, repositorySchema } from '../records/repository.ts'
import { findRuleBreaks, type RecordRules } from './record-rules.ts'

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
/** The part of a model's interface in @mswjs/data that a table uses. */
interface Rows {
  create(values: Record<string, unknown>): unknown
  delete(query: { where: { id: { equals: string } } }): unknown
  deleteMany(query: { where: object }): unknown
}

/**
 * Creates an empty database over @mswjs/data.
 *
 * @note @mswjs/data scans all rows for every query, by primary key too, ignores updates of
 * object fields, and hands out its live rows. So a table keeps the records by id beside the
 * rows, replaces instead of patching, and never queries.
 */
export function createDatabase(rules: RecordRules): Database {
  const models = createModels({
    provider: oauthProviderSchema,
    integration: integrationSchema,
    repository: repositorySchema,
    deployment: storedDeploymentSchema,
  })
  const integrations = createTable<Integration>('integration', integrationSchema, models.integration, () => [])
  return {
    providers: createTable<OAuthProvider>('provider', oauthProviderSchema, models.provider, (record) =>
      findRuleBreaks.provider(record),
    ),
    integrations,
    repositories: createTable<Repository>('repository', repositorySchema, models.repository, (record) =>
      findRuleBreaks.repository(record, rules, (id) => integrations.get(id) !== undefined),
    ),
    deployments: createTable<Deployment>('deployment', storedDeploymentSchema, models.deployment, (record) =>
      findRuleBreaks.deployment(record, rules),
    ),
  }
}

function createTable<Item extends { id: string }>(
  kind: string,
  schema: RecordSchema,
  rows: Rows,
  findBreaks: (record: Frozen<Item>) => string[],
): Table<Item> {
  const records = new Map<string, Frozen<Item>>()
  let version = 0

  const parse = (verb: string, input: unknown): Frozen<Item> => {
    const result = schema.safeParse(input, { reportInput: true })
    if (!result.success) throw new Error(`Failed to ${verb} ${kind}: ${describeIssues(result.error, schema)}`)
    const record = deepFreeze(result.data) as Frozen<Item>
    const breaks = findBreaks(record)
    if (breaks.length > 0) throw new Error(`Failed to ${verb} ${kind}: ${breaks.join('; ')}.`)
    return record
  }
  const write = (record: Frozen<Item>): Frozen<Item> => {
    rows.create({ ...record })
    records.set(idOf(record), record)
    version += 1
    return record
  }

  return {
    insert(input) {
      const record = parse('create', input)
      if (records.has(idOf(record))) {
        throw new Error(
          `Failed to create ${kind}: the id "${idOf(record)}" exists. Choose another id, or update that ${kind}.`,
        )
      }
      return write(record)
    },
    replace(id, input) {
      if (!records.has(id)) throw new Error(`Failed to update ${kind}: there is none with the id "${id}".`)
      const record = parse('update', input)
      if (idOf(record) !== id) {
        throw new Error(`Failed to update ${kind}: the id is "${idOf(record)}". The id of "${id}" cannot change.`)
      }
      rows.delete({ where: { id: { equals: id } } })
      return write(record)
    },
    remove(id) {
      if (!records.delete(id)) return false
      rows.delete({ where: { id: { equals: id } } })
      version += 1
      return true
    },
    clear() {
      rows.deleteMany({ where: {} })
      records.clear()
      version += 1
    },
    get: (id) => records.get(id),
    all: () => [...records.values()],
    count: () => records.size,
    version: () => version,
  }
}

// A frozen record of a generic kind has an id, but its mapped type does not say so.
function idOf(record: unknown): string {
  return (record as { id: string }).id
}

/**
 * Builds the models of @mswjs/data from the record schemas.
 *
 * @note Where there is a window, @mswjs/data opens a BroadcastChannel and plays every write
 * into the databases of other tabs, so two simulators would share one world: it must not
 * find the constructor while it starts.
 */
function createModels<Kind extends string>(schemas: Record<Kind, RecordSchema>): Record<Kind, Rows> {
  const dictionary = Object.fromEntries(
    Object.entries<RecordSchema>(schemas).map(([kind, schema]) => [kind, toModel(schema)]),
  )
  // The models are named by a plain string here, so the library's own types cannot follow.
  const start = () => factory(dictionary) as unknown as Record<Kind, Rows>
  if (typeof window === 'undefined') return start()
  const channel = globalThis.BroadcastChannel
  try {
    Reflect.set(globalThis, 'BroadcastChannel', undefined)
    return start()
  } finally {
    Reflect.set(globalThis, 'BroadcastChannel', channel)
  }
}

function toModel(schema: RecordSchema) {
  return Object.fromEntries(
    Object.entries<z.ZodType>(schema.shape).map(([field, type]) => [
      field,
      field === 'id' ? primaryKey(String) : toColumn(type),
    ]),
  )
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

function describeIssues(error: z.ZodError, schema: RecordSchema): string {
  return error.issues.map((issue) => describeIssue(issue, schema)).join('; ')
}

function describeIssue(issue: z.core.$ZodIssue, schema: RecordSchema): string {
  if (issue.code === 'unrecognized_keys') {
    const parent = issue.path.length === 0 ? '' : `${issue.path.join('.')}.`
    const known = issue.path.length === 0 ? ` Known: ${Object.keys(schema.shape).join(', ')}.` : ''
    return `unknown field ${issue.keys.map((key) => `"${parent}${key}"`).join(', ')}.${known}`
  }
  return `"${issue.path.join('.')}" is ${JSON.stringify(issue.input) ?? 'missing'}. ${issue.message}.`
}
