// Records of every kind.

import * as z from 'zod'
import { MOST_OF_A_BODY } from '../../../define/operation/body-value.ts'
import { type AnyResource, withArticle } from '../../../define/resource/resource.ts'
import type { ServiceDeclarations } from '../../../define/service.ts'
import { nothing } from '../../../http/operation-declaration.ts'
import { partOf } from '../../../input/schemas/partial.ts'
import { capitalize } from '../../../input/text/capitalize.ts'
import { quote } from '../../../input/text/quote.ts'
import { collectionOf } from '../../../world/collections.ts'
import { listFilterFields } from '../../../world/list-records.ts'
import { type ControlOperation, defineControl } from '../../control-operation.ts'
import { type ControlFailure, createAbsence } from '../../requests/control-failure.ts'
import { json } from '../../requests/control-responses.ts'

const MOST = 1000

const rangeSchema = z.strictObject({
  offset: z.coerce.number().int().min(0).default(0).describe('How many records to skip.'),
  limit: z.coerce.number().int().min(1).max(MOST).default(100).describe('How many records to return at most.'),
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
  return rangeSchema.extend(Object.fromEntries(fields)) as unknown as typeof rangeSchema
}

export const buildRecordOperations = ({ resources }: ServiceDeclarations): readonly ControlOperation[] =>
  resources.flatMap((each) => [
    ...defineMany(each),
    defineGet(each),
    defineUpdate(each),
    defineDeletion(each, resources),
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
      query: buildQuery(resource),
      responses: { 200: json(z.strictObject({ total: z.int().min(0), records: z.array(schema) })) },
      run: ({ session, inTurns }, { query: { offset, limit, ids, ...where } }) =>
        inTurns(session.readRecords(resource, { offset, limit, ids, where })),
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
      run: ({ session }, { body }) => collectionOf(session.db, resource).create(body),
    }),
  ]
}

function templateOf({ name }: AnyResource): string {
  return `/records/${name}/{id}`
}

function nameOf(verb: string, { singular }: AnyResource): string {
  return `${verb}${capitalize(singular)}Record`
}

function defineGet(resource: AnyResource): ControlOperation {
  const { singular, schema } = resource
  return defineControl({
    name: nameOf('get', resource),
    method: 'GET',
    template: templateOf(resource),
    summary: `${capitalize(withArticle(singular))}.`,
    responses: { 200: json(schema) },
    refusals: [404],
    run({ session }, { path: { id = '' } }) {
      const record = collectionOf(session.db, resource).get(id)
      if (record === undefined) throw createRecordAbsence('find', resource, id)
      return record
    },
  })
}

function defineUpdate(resource: AnyResource): ControlOperation {
  const { singular, schema, nested } = resource
  return defineControl({
    name: nameOf('update', resource),
    method: 'PATCH',
    template: templateOf(resource),
    summary: `Updates fields of ${withArticle(singular)}. The others stay unchanged.`,
    body: partOf(schema, nested),
    mostValues: MOST_OF_A_BODY.values,
    responses: { 200: json(schema) },
    refusals: [404],
    run({ session }, { path: { id = '' }, body }) {
      const collection = collectionOf(session.db, resource)
      if (collection.get(id) === undefined) throw createRecordAbsence('update', resource, id)
      return collection.update(id, body)
    },
  })
}

function defineDeletion(resource: AnyResource, resources: readonly AnyResource[]): ControlOperation {
  return defineControl({
    name: nameOf('delete', resource),
    method: 'DELETE',
    template: templateOf(resource),
    summary: describeDeletion(resource, resources),
    responses: { 204: nothing },
    refusals: [404],
    run({ session }, { path: { id = '' } }) {
      if (!collectionOf(session.db, resource).delete(id)) throw createRecordAbsence('delete', resource, id)
    },
  })
}

function createRecordAbsence(verb: string, { name, singular }: AnyResource, id: string): ControlFailure {
  return createAbsence({
    attempt: `${verb} ${singular} ${quote(id)}`,
    received: 'it does not exist',
    advice: `GET /_simulator/records/${name} lists the ${name}.`,
  })
}

function describeDeletion({ name, singular }: AnyResource, resources: readonly AnyResource[]): string {
  const children = resources.filter(({ belongsTo = {} }) => Object.values(belongsTo).some((each) => each.name === name))
  return `${[`Deletes ${withArticle(singular)}`, ...children.map((each) => `its ${each.name}`)].join(' and ')}.`
}
