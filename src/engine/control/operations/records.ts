// Records of every kind, and their counts.

import * as z from 'zod'
import { MOST_OF_A_BODY } from '../../contract/operation/value.ts'
import type { AnyResource } from '../../define/resource/resource.ts'
import { nothing } from '../../http/operation-declaration.ts'
import { partOf } from '../../input/schemas/optional.ts'
import { quote } from '../../input/text/quote.ts'
import { capitalize, withArticle } from '../../input/text/words.ts'
import { onDemand } from '../../limits/on-demand.ts'
import { totalsSchema } from '../../sessions/reading.ts'
import { collectionOf } from '../../world/collections.ts'
import { listFilterFields } from '../../world/list-records.ts'
import { listNames } from '../../world/start/world-plan.ts'
import { type ControlOperation, defineControl } from '../control-operation.ts'
import { json } from '../requests/control-responses.ts'
import { buildAbsentFailure, type ControlFailure, describeUnknownName } from '../shared/control-failure.ts'
import { countSchema, integerText } from '../shared/fields.ts'

const MOST = 1000
// A record can have what several requests have sent.
const MOST_VALUES = 10 * MOST_OF_A_BODY.values

const rangeSchema = z.strictObject({
  offset: integerText(0).default(0).describe('How many records to skip.'),
  limit: integerText(1, MOST).default(100).describe('How many records to return at most.'),
  ids: z
    .string()
    .transform((text) => text.split(','))
    .refine((ids) => ids.length <= MOST, `It must not contain more than ${MOST} ids`)
    .optional()
    .describe('Only the records with these ids, separated by commas, in this order.'),
})

// A record is found by any field with a single value, and fastest by the record that it belongs to.
function buildQuery(resource: AnyResource): typeof rangeSchema {
  const fields = listFilterFields(resource).map((field) => {
    const parent = resource.belongsTo?.[field]
    const description =
      parent === undefined
        ? 'Only the records with this value, which is compared as text.'
        : `Only the records that belong to the ${parent.singular} with this id.`
    return [field, z.string().optional().describe(description)]
  })
  // The fields besides those of a range are read as a whole.
  return rangeSchema.extend(Object.fromEntries(fields)) as typeof rangeSchema
}

export const buildRecordOperations = (resources: readonly AnyResource[]): readonly ControlOperation[] => [
  ...resources.flatMap((each) => defineResource(each, resources)),
  defineCount(resources),
]

function defineResource(resource: AnyResource, resources: readonly AnyResource[]): ControlOperation[] {
  const { name: kind, singular, schema, nested } = resource
  const querySchemaOf = onDemand(() => buildQuery(resource))
  // Two, so that each has a name of its own in the document.
  const createdSchemaOf = onDemand(() => partOf(schema, nested))
  const changesSchemaOf = onDemand(() => partOf(schema, nested))
  const createUnknown = (verb: string, id: string): ControlFailure =>
    buildAbsentFailure({
      attempt: `${verb} ${singular} ${quote(id)}`,
      received: 'it does not exist',
      advice: `GET /_simulator/records/${kind} lists the ${kind}.`,
    })
  return [
    defineControl({
      name: `list${capitalize(singular)}Records`,
      request: `GET /records/${kind}`,
      summary: `The ${kind} in the order in which they were added, and their total number.`,
      query: querySchemaOf,
      responses: { 200: json(z.strictObject({ total: countSchema, records: z.array(schema) })) },
      run: ({ session, inTurns }, { query: { offset, limit, ids, ...where } }) =>
        inTurns(session.readRecords(resource, { offset, limit, ids, where })),
    }),
    defineControl({
      name: `create${capitalize(singular)}Record`,
      request: `POST /records/${kind}`,
      summary: `Creates ${withArticle(singular)}. Absent fields are generated.`,
      body: createdSchemaOf,
      mostValues: MOST_VALUES,
      responses: { 201: json(schema) },
      refusals: [409],
      run: ({ session }, { body }) => collectionOf(session.db, resource).create(body),
    }),
    defineControl({
      name: `get${capitalize(singular)}Record`,
      request: `GET /records/${kind}/{id}`,
      summary: `${capitalize(withArticle(singular))}.`,
      responses: { 200: json(schema) },
      refusals: [404],
      run({ session }, { path: { id = '' } }) {
        const record = collectionOf(session.db, resource).get(id)
        if (record === undefined) throw createUnknown('find', id)
        return record
      },
    }),
    defineControl({
      name: `update${capitalize(singular)}Record`,
      request: `PATCH /records/${kind}/{id}`,
      summary: `Updates fields of ${withArticle(singular)}. The others stay unchanged.`,
      body: changesSchemaOf,
      mostValues: MOST_VALUES,
      responses: { 200: json(schema) },
      refusals: [404],
      run({ session }, { path: { id = '' }, body }) {
        const collection = collectionOf(session.db, resource)
        if (collection.get(id) === undefined) throw createUnknown('update', id)
        return collection.update(id, body)
      },
    }),
    defineControl({
      name: `delete${capitalize(singular)}Record`,
      request: `DELETE /records/${kind}/{id}`,
      summary: describeDeletion(resource, resources),
      responses: { 204: nothing },
      refusals: [404],
      run({ session }, { path: { id = '' } }) {
        if (!collectionOf(session.db, resource).delete(id)) throw createUnknown('delete', id)
      },
    }),
  ]
}

function describeDeletion({ name, singular }: AnyResource, resources: readonly AnyResource[]): string {
  const children = resources.filter(({ belongsTo = {} }) => Object.values(belongsTo).some((each) => each.name === name))
  return `${[`Deletes ${withArticle(singular)}`, ...children.map((each) => `its ${each.name}`)].join(' and ')}.`
}

function defineCount(resources: readonly AnyResource[]): ControlOperation {
  return defineControl({
    name: 'countRecords',
    request: 'GET /totals/{resource}',
    pathValues: listNames(resources),
    summary: 'How many records of a resource there are: by their fields, and by the time of their creation.',
    query: z.strictObject({
      per: z.enum(['hour', 'day', 'month', 'auto']).default('auto').describe('How long a period is.'),
    }),
    responses: { 200: json(totalsSchema) },
    refusals: [404],
    run({ session, inTurns }, { path: { resource: name = '' }, query: { per } }) {
      const resource = resources.find((each) => each.name === name)
      if (resource !== undefined) return inTurns(session.countTotals(resource, per))
      throw buildAbsentFailure(describeUnknownName('count the records of', name, listNames(resources)))
    },
  })
}
