// The OpenAPI document.

import * as z from 'zod'
import { assumptionsSchemaOf } from '../../define/assumptions/assumptions-schema.ts'
import { faultInputSchemaOf } from '../../faults/fault-input.ts'
import { mediaTypeOf, type TextKind } from '../../http/operation-declaration.ts'
import { listPlaceholders } from '../../http/route-table.ts'
import { keepAnnotations } from '../../input/schemas/duration-schema.ts'
import { capitalize } from '../../input/text/words.ts'
import { describeTags, type Json, ORIGIN } from '../../reports/openapi/parts.ts'
import { scenarioSchemaOf, worldChangesSchemaOf } from '../../scenario/scenario.ts'
import type { ServiceDeclarations } from '../../scenario/service.ts'
import { SESSION_NAME } from '../../sessions/session-names.ts'
import { snapshotSchemaOf } from '../../sessions/state/snapshot.ts'
import type { ControlOperation } from '../control-operation.ts'
import { isOpenTemplate } from '../control-paths.ts'
import { takesText } from '../requests/control-input.ts'
import { type ControlShape, isJson } from '../requests/control-responses.ts'
import { refusalSchema } from '../shared/control-failure.ts'
import { type Declared, schemaFor } from '../shared/fields.ts'

/** Schemas that are used in several places of the document, or in large schemas. */
function listShared(declared: ServiceDeclarations): readonly NamedSchema[] {
  const { resources, questions } = declared
  return [
    ...resources.map(({ typeName, schema }) => [typeName, schema] as const),
    ...resources.flatMap(({ parts = {} }) => Object.entries(parts)),
    ['Assumptions', assumptionsSchemaOf(questions)],
    ['Fault', faultInputSchemaOf(declared)],
    ['WorldChanges', worldChangesSchemaOf(declared)],
    ['Scenario', scenarioSchemaOf(declared)],
    ['Snapshot', snapshotSchemaOf(declared)],
  ]
}

const REFUSALS: Readonly<Record<number, readonly [name: string, description: string]>> = {
  307: ['OtherPath', 'It has to be sent to another path, which `Location` names.'],
  400: ['BadRequest', 'The body is not JSON, or the name of the session is invalid.'],
  401: ['Unauthorized', 'A token is required.'],
  403: ['Forbidden', 'The page or the host is not allowed to use the control API.'],
  404: ['NotFound', 'It does not exist.'],
  409: ['Conflict', 'The name or id is already in use.'],
  413: ['ContentTooLarge', 'The body is too large.'],
  422: [
    'UnprocessableContent',
    'The body or the query is invalid. Up to a hundred issues are listed, and nothing has changed.',
  ],
  503: [
    'ServiceUnavailable',
    'There are too many sessions or long-running requests. `Retry-After` says when to try again.',
  ],
  507: ['InsufficientStorage', 'It does not fit into the memory limit of the simulator, and nothing has changed.'],
}

export function buildDocument(declared: ServiceDeclarations, operations: readonly ControlOperation[]): Json {
  const bodies = nameSchemas('input', declared, operations.map(toNamedBody))
  const results = nameSchemas('output', declared, operations.map(toNamedResult))
  const templates = new Set(operations.map(({ template }) => template))
  const paths = Array.from(templates, (template) => {
    const there = operations.filter((each) => each.template === template)
    const items = there.map((each) => [
      each.method.toLowerCase(),
      describeOperation(each, declared, { bodies, results }),
    ])
    return [`/_simulator${template}`, Object.fromEntries(items)]
  })
  const refusals = Object.values(REFUSALS).map(([name, description]) => [
    name,
    { description, content: describeContent('json', results.refer(refusalSchema)) },
  ])
  return {
    openapi: '3.1.1',
    info: {
      title: 'deploymock control API',
      version: '1',
      description: 'Inspects and controls a simulator. The same paths below `/_s/NAME` apply to the session NAME.',
      ...ORIGIN,
    },
    tags: describeTags(operations.map(findTag)),
    servers: [{ url: '..', description: 'The server that this document comes from.' }],
    security: [{}, { bearer: [] }, { header: [] }],
    paths: Object.fromEntries(paths),
    components: {
      schemas: { ...bodies.schemas, ...results.schemas },
      responses: Object.fromEntries(refusals),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        header: { type: 'apiKey', in: 'header', name: 'X-Simulator-Token' },
      },
    },
  }
}

interface DocumentParts {
  readonly bodies: NamedSchemas
  readonly results: NamedSchemas
}

function describeOperation(
  operation: ControlOperation,
  declared: ServiceDeclarations,
  { bodies, results }: DocumentParts,
): Json {
  const { name, method, template, summary, body, refusals = [] } = operation
  const isOpen = isOpenTemplate(template)
  const parameters = [...describePath(operation), ...describeQuery(operation, declared)]
  const usual = isOpen ? [422] : [400, 401, 403, 404, 422, 503, 507]
  const tooLarge = body === undefined ? [] : [413]
  const statuses = Array.from(new Set([...usual, ...tooLarge, ...refusals]), (status) => [
    status,
    { $ref: `#/components/responses/${REFUSALS[status]?.[0]}` },
  ])
  return {
    tags: [findTag(operation)],
    operationId: name,
    summary,
    description: `\`${method} /_simulator${template}\`, or \`/_s/NAME/_simulator${template}\` in the session NAME.`,
    ...(isOpen && { security: [{}] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: describeBody(body, bodies) }),
    responses: {
      ...describeSuccess(operation, results),
      ...describeUnchanged(operation),
      ...Object.fromEntries(statuses),
    },
  }
}

/** The tag of an operation: the first part of its path. */
function findTag({ template }: ControlOperation): string {
  return template.split('/')[1] || 'overview'
}

function describeBody(body: Declared<z.ZodType>, bodies: NamedSchemas): Json {
  return { content: describeContent(takesText(body) ? 'text' : 'json', bodies.refer(body)) }
}

function describeSuccess({ responses, summary }: ControlOperation, results: NamedSchemas): Json {
  const described = Object.entries(responses).map(([status, shape]) => [
    status,
    describeResponse(shape, summary, results),
  ])
  return Object.fromEntries(described)
}

function describeResponse(shape: ControlShape, summary: string, results: NamedSchemas): Json {
  switch (shape.kind) {
    case 'nothing':
      return { description: 'Done.' }
    case 'redirect':
      return { description: summary, headers: { Location: { schema: { type: 'string' } } } }
    case 'json':
      return { description: summary, content: describeContent('json', results.refer(shape.schema)) }
    default:
      return { description: summary, content: describeContent(shape.kind, { type: 'string' }) }
  }
}

function describeUnchanged({ isCacheable }: ControlOperation): Json {
  return isCacheable === true ? { 304: { description: 'It has not changed since the response with this `ETag`.' } } : {}
}

function describeContent(kind: 'json' | 'events' | TextKind, schema: Json): Json {
  return { [mediaTypeOf(kind)]: { schema } }
}

function describePath({ template }: ControlOperation): Json[] {
  return listPlaceholders(template).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(isSessionPath(template) && { pattern: SESSION_NAME.source }) },
  }))
}

function isSessionPath(template: string): boolean {
  return template.startsWith('/sessions/{')
}

function describeQuery({ query }: ControlOperation, declared: ServiceDeclarations): Json[] {
  const { shape } = query === undefined ? {} : schemaFor(query, declared)
  return Object.entries<z.ZodType>(shape ?? {}).map(([name, schema]) => {
    const { description, $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', override: keepAnnotations })
    return { name, in: 'query', ...(description !== undefined && { description }), schema: rest }
  })
}

type NamedSchemas = ReturnType<typeof nameSchemas>

type NamedSchema = readonly [name: string, schema: Declared<z.ZodType>]

// Fields with defaults are optional in the input but not in the output, so each has its own schemas.
function nameSchemas(io: 'input' | 'output', declared: ServiceDeclarations, own: readonly (NamedSchema | undefined)[]) {
  const registry = z.registry<{ id: string }>()
  const shared = listShared(declared).map(
    ([name, schema]): NamedSchema => [io === 'input' ? `${name}Input` : name, schema],
  )
  if (io === 'output') shared.push(['Refusal', refusalSchema])
  for (const [id, each] of [...shared, ...own].filter((named) => named !== undefined)) {
    const schema = schemaFor(each, declared)
    if (!registry.has(schema)) registry.add(schema, { id })
  }
  const toUri = (id = '') => `#/components/schemas/${id}`
  const override: typeof keepAnnotations = (each) => {
    completeTuple(each)
    if (io === 'input') keepAnnotations(each)
  }
  const { schemas } = z.toJSONSchema(registry, { io, uri: toUri, override })
  return {
    schemas: Object.fromEntries(Object.entries(schemas).map(([name, { $id, $schema, ...schema }]) => [name, schema])),
    refer: (schema: Declared<z.ZodType>): Json => ({ $ref: toUri(registry.get(schemaFor(schema, declared))?.id) }),
  }
}

interface OverriddenSchema {
  readonly jsonSchema: z.core.JSONSchema.BaseSchema
}

// Many tools expect `items` in every array.
function completeTuple({ jsonSchema }: OverriddenSchema): void {
  const { prefixItems } = jsonSchema
  if (prefixItems === undefined) return
  Object.assign(jsonSchema, { items: prefixItems[0], minItems: prefixItems.length, maxItems: prefixItems.length })
}

function toNamedBody({ name, body }: ControlOperation): NamedSchema | undefined {
  return body === undefined ? undefined : [`${capitalize(name)}Body`, body]
}

// An operation has at most one response with JSON.
function toNamedResult({ name, responses }: ControlOperation): NamedSchema | undefined {
  const shape = Object.values(responses).find(isJson)
  return shape === undefined ? undefined : [`${capitalize(name)}Result`, shape.schema]
}
