import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { listOperations, type ServiceDocument } from '../support/service-document.ts'

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
}

const simulator = createSimulator({ preset: 'langsmith', scenario: 'empty' })
const document = (await simulator.openapi()) as ServiceDocument

const resolve = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] as Schema)

function allowsNull(schema: Schema): boolean {
  const { type, anyOf = [], ...rest } = resolve(schema)
  const isAnything = type === undefined && anyOf.length === 0 && rest.enum === undefined
  return isAnything || [type].flat().includes('null') || anyOf.some(allowsNull)
}

/** Sends null as one field of a body. Returns whether the service rejects it for that. */
async function isNullRejected(method: string, template: string, field: string): Promise<boolean> {
  const path = template.replaceAll(/\{[^}]*\}/g, '380dfd8b-3fce-4b14-bbcd-39f3215d7eb1')
  const response = await simulator.fetch(path, {
    method,
    headers: { 'x-api-key': 'any', 'content-type': 'application/json' },
    body: JSON.stringify({ [field]: null }),
  })
  const { detail } = (await response.json()) as { detail: { loc: string[] }[] }
  return Array.isArray(detail) && detail.some(({ loc }) => loc[0] === 'body' && loc[1] === field)
}

const fields = listOperations(document).flatMap(({ path, method, operation }) => {
  const schema = operation.requestBody?.content['application/json']?.schema
  const { properties = {} } = schema === undefined ? {} : resolve(schema)
  return Object.entries(properties).map(([field, each]) => ({ method, path, field, isNullable: allowsNull(each) }))
})

test('the document says which fields of bodies may be null', async () => {
  const rejected: boolean[] = []
  for (const { method, path, field } of fields) rejected.push(await isNullRejected(method.toUpperCase(), path, field))
  expect(new Set(rejected).size).toBe(2)
  expect(fields.map((each, index) => ({ ...each, isNullable: rejected[index] === false }))).toEqual(fields)
})
