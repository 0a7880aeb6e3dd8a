import { z } from 'zod'
import { MOST_OF_A_BODY } from '../../contract/operations/create-deployment.ts'
import type { Collection } from '../../data/collections.ts'
import type { Kind } from '../../data/database.ts'
import { storedDeploymentSchema } from '../../records/deployment.ts'
import { integrationSchema } from '../../records/integration.ts'
import { oauthProviderSchema } from '../../records/oauth-provider.ts'
import { partOf } from '../../records/partial.ts'
import { repositorySchema } from '../../records/repository.ts'
import type { Session } from '../../sessions/session.ts'
import { createAbsence } from '../control-failure.ts'
import { type ControlOperation, defineAction, defineControl } from '../control-operation.ts'

const MOST = 1000

interface KindOfRecord {
  kind: Kind
  /** The singular of `kind`. */
  one: string
  schema: z.ZodObject
  /** The fields that may be given in part. */
  nested?: readonly string[]
}

const KINDS: readonly KindOfRecord[] = [
  { kind: 'providers', one: 'provider', schema: oauthProviderSchema },
  { kind: 'integrations', one: 'integration', schema: integrationSchema },
  { kind: 'repositories', one: 'repository', schema: repositorySchema },
  {
    kind: 'deployments',
    one: 'deployment',
    schema: storedDeploymentSchema,
    nested: ['source_config', 'source_revision_config'],
  },
]

/** A record of any kind. Its fields are validated with the schema of its kind. */
type AnyRecord = Readonly<Record<string, unknown>>

const rangeSchema = z.strictObject({
  offset: z.coerce.number().int().min(0).default(0).describe('How many records to skip.'),
  limit: z.coerce.number().int().min(1).max(MOST).default(100).describe('How many records to return at most.'),
})

export const recordOperations: readonly ControlOperation[] = KINDS.flatMap((each) => [
  ...defineMany(each),
  ...defineOne(each),
])

function defineMany({ kind, one, schema, nested }: KindOfRecord): ControlOperation[] {
  const name = capitalize(one)
  return [
    defineControl({
      name: `list${name}Records`,
      method: 'GET',
      template: `/records/${kind}`,
      summary: `The ${kind} in the order in which they were added, and their total number.`,
      query: rangeSchema,
      success: {
        status: 200,
        schema: z.strictObject({ total: z.int().min(0), records: z.array(schema) }),
      },
      run({ session }, { query }) {
        const collection = collectionOf(session, kind)
        return { total: collection.count(), records: collection.all(query) }
      },
    }),
    defineControl({
      name: `create${name}Record`,
      method: 'POST',
      template: `/records/${kind}`,
      summary: `Creates a ${one}. Absent fields are generated.`,
      body: partOf(schema, nested),
      mostValues: MOST_OF_A_BODY.values,
      success: { status: 201, schema },
      refusals: [409],
      run: ({ session }, { body }) => collectionOf(session, kind).create(body),
    }),
  ]
}

function defineOne({ kind, one, schema, nested }: KindOfRecord): ControlOperation[] {
  const name = capitalize(one)
  const template = `/records/${kind}/{id}`
  const absence = (verb: string, id: string) =>
    createAbsence(
      `Failed to ${verb} ${one} "${id}": it does not exist. GET /_simulator/records/${kind} lists the ${kind}.`,
    )
  return [
    defineControl({
      name: `get${name}Record`,
      method: 'GET',
      template,
      summary: `A ${one}.`,
      success: { status: 200, schema },
      refusals: [404],
      run({ session }, { path: { id = '' } }) {
        const record = collectionOf(session, kind).get(id)
        if (record === undefined) throw absence('find', id)
        return record
      },
    }),
    defineControl({
      name: `update${name}Record`,
      method: 'PATCH',
      template,
      summary: `Updates fields of a ${one}. The others stay unchanged.`,
      body: partOf(schema, nested),
      mostValues: MOST_OF_A_BODY.values,
      success: { status: 200, schema },
      refusals: [404],
      run({ session }, { path: { id = '' }, body }) {
        const collection = collectionOf(session, kind)
        if (collection.get(id) === undefined) throw absence('update', id)
        return collection.update(id, body)
      },
    }),
    defineAction({
      name: `delete${name}Record`,
      method: 'DELETE',
      template,
      summary: kind === 'integrations' ? 'Deletes an integration and its repositories.' : `Deletes a ${one}.`,
      refusals: [404],
      run({ session }, { path: { id = '' } }) {
        if (!collectionOf(session, kind).delete(id)) throw absence('delete', id)
      },
    }),
  ]
}

// The schemas of the operations ensure that the records match their kind.
function collectionOf({ db }: Session, kind: Kind): Collection<AnyRecord, AnyRecord> {
  return db[kind] as unknown as Collection<AnyRecord, AnyRecord>
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
