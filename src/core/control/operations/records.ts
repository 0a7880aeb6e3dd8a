import { z } from 'zod'
import { MOST_OF_A_BODY } from '../../contract/operations/create-deployment.ts'
import { nothing } from '../../http/operation.ts'
import { quote } from '../../quote.ts'
import { type AnyResource, withArticle } from '../../resources/resource.ts'
import { allResources } from '../../resources/resources.ts'
import { partOf } from '../../schemas/partial.ts'
import type { Session } from '../../sessions/session.ts'
import type { Collection } from '../../world/collections.ts'
import { createAbsence } from '../control-failure.ts'
import { type ControlOperation, defineControl } from '../control-operation.ts'
import { json } from '../control-responses.ts'

const MOST = 1000

/** A record of any kind. Its fields are validated with the schema of its kind. */
type AnyRecord = Readonly<Record<string, unknown>>

const rangeSchema = z.strictObject({
  offset: z.coerce.number().int().min(0).default(0).describe('How many records to skip.'),
  limit: z.coerce.number().int().min(1).max(MOST).default(100).describe('How many records to return at most.'),
})

export const recordOperations: readonly ControlOperation[] = allResources.flatMap((each) => [
  ...defineMany(each),
  ...defineOne(each),
])

function defineMany(resource: AnyResource): ControlOperation[] {
  const { name: kind, singular: one, schema, nested } = resource
  const name = capitalize(one)
  return [
    defineControl({
      name: `list${name}Records`,
      method: 'GET',
      template: `/records/${kind}`,
      summary: `The ${kind} in the order in which they were added, and their total number.`,
      query: rangeSchema,
      responses: { 200: json(z.strictObject({ total: z.int().min(0), records: z.array(schema) })) },
      run({ session }, { query }) {
        const collection = collectionOf(session, kind)
        return { total: collection.count(), records: collection.all(query) }
      },
    }),
    defineControl({
      name: `create${name}Record`,
      method: 'POST',
      template: `/records/${kind}`,
      summary: `Creates ${withArticle(one)}. Absent fields are generated.`,
      body: partOf(schema, nested),
      mostValues: MOST_OF_A_BODY.values,
      responses: { 201: json(schema) },
      refusals: [409],
      run: ({ session }, { body }) => collectionOf(session, kind).create(body),
    }),
  ]
}

function defineOne(resource: AnyResource): ControlOperation[] {
  const { name: kind, singular: one, schema, nested } = resource
  const name = capitalize(one)
  const template = `/records/${kind}/{id}`
  const absence = (verb: string, id: string) =>
    createAbsence(
      `Failed to ${verb} ${one} ${quote(id)}: it does not exist. GET /_simulator/records/${kind} lists the ${kind}.`,
    )
  return [
    defineControl({
      name: `get${name}Record`,
      method: 'GET',
      template,
      summary: `${capitalize(withArticle(one))}.`,
      responses: { 200: json(schema) },
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
      summary: `Updates fields of ${withArticle(one)}. The others stay unchanged.`,
      body: partOf(schema, nested),
      mostValues: MOST_OF_A_BODY.values,
      responses: { 200: json(schema) },
      refusals: [404],
      run({ session }, { path: { id = '' }, body }) {
        const collection = collectionOf(session, kind)
        if (collection.get(id) === undefined) throw absence('update', id)
        return collection.update(id, body)
      },
    }),
    defineControl({
      name: `delete${name}Record`,
      method: 'DELETE',
      template,
      summary: describeDeletion(resource),
      responses: { 204: nothing },
      refusals: [404],
      run({ session }, { path: { id = '' } }) {
        if (!collectionOf(session, kind).delete(id)) throw absence('delete', id)
      },
    }),
  ]
}

function describeDeletion({ name, singular }: AnyResource): string {
  const children = allResources.filter(({ belongsTo = {} }) =>
    Object.values(belongsTo).some((each) => each.name === name),
  )
  return `${[`Deletes ${withArticle(singular)}`, ...children.map((each) => `its ${each.name}`)].join(' and ')}.`
}

// The schemas of the operations ensure that the records match their kind.
function collectionOf({ db }: Session, kind: string): Collection<AnyRecord, AnyRecord> {
  return Reflect.get(db, kind) as Collection<AnyRecord, AnyRecord>
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
