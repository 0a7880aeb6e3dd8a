import * as z from 'zod'
import { type Envelope, schemaOfEnvelope } from '../../../engine/contract/operation/responses.ts'
import { splitList } from '../../../engine/define/assumptions/register-entry.ts'
import type { Fields } from '../../../engine/input/schemas/schema-walk.ts'
import { hashText } from '../../../engine/store/random.ts'
import type { Assumptions } from '../../assumptions/assumptions.ts'
import type { Preset } from '../../assumptions/presets.ts'
import type { PresetValue } from '../../assumptions/register.ts'
import { isNumericId, type RepositoryRecord } from './repository.ts'

const fields = {
  host_integration_id: z.string().describe('The integration that it is reached through.'),
  id: z.string().describe('The id of the repository.'),
  name: z.string().describe('The name of the repository.'),
  owner: z.string().describe('The account that owns it.'),
  url: z.string().describe('The URL of the repository.'),
  default_branch: z.string().describe('The branch that is deployed by default.'),
}

/**
 * A repository in a response (contract section 2.2), for each value of the assumption
 * `repositoryIdType`. The names of the fields are those of `repositoryFields: 'short'`.
 */
export const repositoryWire = {
  string: z.strictObject(fields),
  integer: z.strictObject({ ...fields, id: z.int() }),
} as const

/** The object that a list of repositories is in, for each value of the assumption `repositoryEnvelope`. */
export const repositoryEnvelopes = {
  array: undefined,
  resources: { list: 'resources', fields: {} },
  items: { list: 'items', fields: { next_cursor: { schema: z.null(), read: () => null } } },
} as const satisfies Record<Assumptions['repositoryEnvelope'], Envelope<readonly unknown[]> | undefined>

/** A list of repositories, for each value of the assumptions `repositoryIdType` and `repositoryEnvelope`. */
export const repositoryListWire = {
  string: listsOf(repositoryWire.string),
  integer: listsOf(repositoryWire.integer),
} as const

function listsOf<Schema extends z.ZodType>(repository: Schema) {
  return {
    array: z.array(repository),
    resources: schemaOfEnvelope(repositoryEnvelopes.resources, repository),
    items: schemaOfEnvelope(repositoryEnvelopes.items, repository),
  } as const
}

/**
 * A repository in a response, under the preset `spec` by default. The `id` of a
 * `Repository<'langsmith'>` is a number.
 *
 * The assumptions `repositoryFields` and `repositoryIdType` change its fields, and
 * `unknownFields: 'extra'` adds some.
 */
export type Repository<Name extends Preset = 'spec'> = z.output<
  (typeof repositoryWire)[PresetValue<'repositoryIdType', Name>]
>

/** The repositories of an integration. The assumption `repositoryEnvelope` wraps them in an object. */
export type RepositoryList<Name extends Preset = 'spec'> = z.output<
  (typeof repositoryListWire)[PresetValue<'repositoryIdType', Name>][PresetValue<'repositoryEnvelope', Name>]
>

/** Returns what a response contains of a repository. */
export function toRepositoryFields(record: RepositoryRecord, assumptions: Assumptions): Fields {
  const id = assumptions.repositoryIdType === 'integer' ? toNumber(record.id) : record.id
  const values = [record.integration_id, id, record.name, record.owner, record.url, record.default_branch]
  return Object.fromEntries(listFieldNames(assumptions).map((name, index) => [name, values[index]]))
}

// A repository that was created while ids were texts keeps its id, and is written with a number of its own.
function toNumber(id: string): number {
  return isNumericId(id) ? Number(id) : hashText(id)
}

export function buildRepositoryWire(assumptions: Assumptions): z.ZodObject {
  const { shape } = repositoryWire[assumptions.repositoryIdType]
  const schemas = Object.values<z.ZodType>(shape)
  return z.strictObject(
    Object.fromEntries(listFieldNames(assumptions).map((name, index) => [name, schemas[index] as z.ZodType])),
  )
}

// The names of the six fields, in the order of contract section 2.2.
function listFieldNames({ repositoryFields }: Assumptions): readonly string[] {
  if (repositoryFields === 'short') return Object.keys(fields)
  if (repositoryFields !== 'long') return splitList(repositoryFields)
  const own = ['id', 'name', 'owner', 'url'].map((name) => `repository_${name}`)
  return ['integration_id', ...own, 'default_branch']
}
