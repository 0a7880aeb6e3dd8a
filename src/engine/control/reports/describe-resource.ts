// What a client needs to know about a resource to show and edit its records.

import type { Contract } from '../../contract/contract.ts'
import type { Declarations } from '../../contract/operation/declarations.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { findResource } from '../../contract/operation/responses.ts'
import { listDeclared } from '../../contract/operation/value.ts'
import type { Route } from '../../contract/routing.ts'
import { type AnyResource, titleOf } from '../../define/resource/resource.ts'
import type { ResponseShape } from '../../http/operation-declaration.ts'
import { listPlaceholders } from '../../http/route-table.ts'
import { buildFormSchema, type JsonSchema } from '../../input/schemas/form-schema.ts'
import { partOf } from '../../input/schemas/optional.ts'
import { isRecord } from '../../input/schemas/schema-walk.ts'
import { capitalize } from '../../input/text/words.ts'
import { buildParameterSchema, type ParameterRules } from '../../reports/openapi/value-schemas.ts'

/** The parts of a resource's description that are the same in all sessions. */
export interface FixedDescription {
  readonly schema: JsonSchema
  readonly given: JsonSchema
}

/** Builds the schemas of a resource's records. This takes some milliseconds. */
export function describeRecords({ schema, nested }: AnyResource): FixedDescription {
  return { schema: buildFormSchema(schema, 'output'), given: buildFormSchema(partOf(schema, nested), 'input') }
}

export function describeResource(
  resource: AnyResource,
  { schema, given }: FixedDescription,
  { declared, routes, assumptions }: DescribedService,
) {
  const { name, description, belongsTo = {}, isMinor = false, lifecycle } = resource
  const [one, many] = titleOf(resource)
  const states = lifecycle?.statesOf?.(assumptions) ?? readStates(schema, lifecycle?.field)
  return {
    name,
    singular: one,
    title: capitalize(many),
    description,
    isMinor,
    recordsPath: `/records/${name}`,
    belongsTo: Object.fromEntries(Object.entries(belongsTo).map(([field, parent]) => [field, parent.name])),
    states: states === undefined ? null : [...states],
    ...describePaths(resource, { declared, routes, assumptions }),
    schema: withStates(schema, lifecycle?.field, states),
    given: withStates(given, lifecycle?.field, states),
  }
}

function readStates({ properties }: JsonSchema, field: string | undefined): readonly string[] | undefined {
  const property = field !== undefined && isRecord(properties) ? properties[field] : undefined
  return isRecord(property) && Array.isArray(property.enum) ? property.enum : undefined
}

// Which states exist can depend on the assumptions of the session.
function withStates(schema: JsonSchema, field: string | undefined, states: readonly string[] | undefined): JsonSchema {
  const { properties } = schema
  if (field === undefined || states === undefined || !isRecord(properties)) return schema
  const property = properties[field]
  return isRecord(property)
    ? { ...schema, properties: { ...properties, [field]: { ...property, enum: states } } }
    : schema
}

interface Placed {
  readonly operation: Operation
  readonly path: string
  readonly kind: ResponseShape['kind']
}

/** A service under a set of assumptions, as far as the paths to its records depend on it. */
type DescribedService = Pick<Contract, 'declared' | 'routes' | 'assumptions'>

// A page can be filtered and has a known size. A slice has neither.
const LISTS: readonly ResponseShape['kind'][] = ['page', 'list', 'slice']

function describePaths(resource: AnyResource, { declared, routes, assumptions }: DescribedService) {
  const placed = place(resource, declared.operations, routes)
  const read = placed.filter(({ operation }) => operation.method === 'GET')
  const list = LISTS.flatMap((kind) => read.filter((each) => each.kind === kind && listsAll(each)))[0]
  const created = placed.filter(({ operation, kind }) => operation.method === 'POST' && kind === 'record')
  const create = created.find(({ path }) => path === list?.path) ?? created[0]
  const single = read.filter((each) => each.kind === 'record' && countPlaceholders(each) === 1)
  const get = single.find(({ path }) => list !== undefined && path.startsWith(`${list.path}/{`)) ?? single[0]
  return {
    list: list === undefined ? null : describeList(list, { framework: declared.framework, assumptions }),
    get: describePlace(get),
    create: describePlace(create),
  }
}

function describePlace(placed: Placed | undefined) {
  return placed === undefined ? null : { operation: placed.operation.name, path: placed.path }
}

// One that asks for a text is a search.
function listsAll(placed: Placed): boolean {
  const parameters = Object.values(placed.operation.parameters)
  return countPlaceholders(placed) === 0 && !parameters.some(({ isRequired }) => isRequired === true)
}

/** Finds the operations whose results are records of a resource. */
function place(resource: AnyResource, operations: Declarations['operations'], routes: readonly Route[]): Placed[] {
  return routes.flatMap(({ operation: name, template }) => {
    const operation = operations.find((each) => each.name === name)
    const [shape] = Object.values(operation?.responses ?? {})
    if (operation === undefined || shape === undefined) return []
    return findResource(shape)?.name === resource.name ? [{ operation, path: template, kind: shape.kind }] : []
  })
}

function countPlaceholders({ path }: Placed): number {
  return listPlaceholders(path).length
}

// As the engine's own pages are called (`pageParameters`).
function findPages({ pages, parameters }: Operation): NonNullable<Operation['pages']> | null {
  const { offset, limit } = parameters
  if (pages !== undefined) return pages
  return offset === undefined || limit === undefined ? null : { size: 'limit', by: 'offset', parameter: 'offset' }
}

function describeList({ operation, path }: Placed, rules: ParameterRules) {
  return {
    operation: operation.name,
    path,
    method: operation.method,
    pages: findPages(operation),
    parameters: listDeclared(operation.parameters, rules.assumptions).map(([name, parameter]) => ({
      name,
      in: parameter.in,
      description: parameter.description,
      schema: buildParameterSchema(parameter, rules),
      filters: parameter.filter?.field ?? null,
      isRequired: parameter.in === 'path' || parameter.isRequired === true,
    })),
  }
}
