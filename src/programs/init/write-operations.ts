/** Writes operations: lists, reads, creations, changes and deletions, and those that are not recognised. */

import {
  type Code,
  call,
  comment,
  either,
  type Item,
  lambda,
  list,
  member,
  object,
  print,
  property,
  statements,
  text,
} from './code.ts'
import { writeFilters, writeTimes } from './fields.ts'
import { type Leaf, writeLike } from './like.ts'
import { toSnake } from './names.ts'
import type { Operation } from './operations.ts'
import { findRecord, type Recognised, type Resource } from './recognise.ts'
import type { Shape } from './shape.ts'
import { type Finder, listPositions, type WrittenResource, writePath, writeWanted } from './write-resource.ts'
import type { SchemaWriter, Use } from './write-schema.ts'

export interface OperationTools {
  readonly shapeOf: (schema: unknown) => Shape
  readonly writer: SchemaWriter
  readonly finders: ReadonlyMap<Resource, Finder>
  readonly written: ReadonlyMap<Resource, WrittenResource>
  readonly isTyped: boolean
}

const NOT_FOUND = "request.refuse(404, 'Not found.')"

export function writeRecognised(resource: Resource, found: Recognised, tools: OperationTools): Item {
  if (found.kind === 'list') return writeList(resource, found.operation, tools)
  const parts = {
    get: writeGet,
    create: writeCreate,
    update: writeUpdate,
    delete: writeDelete,
  }[found.kind](resource, found, tools)
  return { code: writeOperation(found.operation, parts, tools) }
}

/** Writes an operation that says that it is not simulated. */
export function writeUnrecognised({ name, method, path }: Operation): Item {
  const code = call('api.operation', text(name), text(method), text(path), 'notSimulated')
  return { comment: comment('Not recognised:', name), code }
}

interface Parts {
  /** What it returns, or what it does. */
  readonly result?: Code
  readonly statements?: readonly Code[]
  readonly responds?: string | undefined
  readonly status: number
  readonly body?: Code | undefined
  readonly refuses: readonly number[]
}

function writeOperation(operation: Operation, parts: Parts, { writer }: OperationTools): Code {
  const { name, method, path, summary, query, success, isNotModified } = operation
  const usual = method === 'POST' ? 201 : method === 'DELETE' && parts.responds === undefined ? 204 : 200
  const refuses = [...new Set([...parts.refuses, ...operation.failures.map(({ status }) => status)])].toSorted(
    (a, b) => a - b,
  )
  const isTagged = method === 'GET' && (isNotModified || success.headers.some((each) => /^etag$/i.test(each)))
  const fields = query.map((each) =>
    property(each.name, writer.field(each.schema, each.name, 'other', each.isRequired)),
  )
  const run: Code =
    parts.result === undefined
      ? ['run(request) ', statements(parts.statements ?? [])]
      : ['run: ', lambda('(request)', parts.result)]
  return call(
    'api.operation',
    text(name),
    text(method),
    text(path),
    object(
      [
        ...(summary === '' ? [] : [property('summary', text(summary))]),
        ...(fields.length === 0 ? [] : [property('query', call('z.object', object(fields)))]),
        ...(parts.body === undefined ? [] : [property('body', parts.body)]),
        ...(parts.responds === undefined ? [] : [property('responds', parts.responds)]),
        ...(parts.status === usual ? [] : [property('status', String(parts.status))]),
        ...(refuses.length === 0 ? [] : [property('refuses', list(refuses.map(String)))]),
        ...(isTagged ? [property('etag', 'true')] : []),
        run,
      ],
      true,
    ),
  )
}

function writeList(resource: Resource, operation: Operation, tools: OperationTools): Item {
  const { shapeOf, writer, written } = tools
  const { filters, others } = writeFilters(operation, resource, { shapeOf, writer })
  const { orders = [], orderParameter } = written.get(resource) ?? {}
  const [first] = orders
  const isChosen = orderParameter !== undefined && operation.query.some(({ name }) => name === orderParameter)
  const usual = shapeOf(operation.query.find(({ name }) => name === orderParameter)?.schema).keywords.default
  const chosen = orders.find(({ name }) => name === usual) ?? first
  const order = isChosen
    ? [
        property(
          'order',
          object([property('parameter', text(orderParameter)), property('usual', text(chosen?.name ?? ''))]),
        ),
      ]
    : orderParameter === undefined && orders.length > 1
      ? [property('order', `({ assumptions }) => assumptions.${nameOrderQuestion(resource)}`)]
      : []
  const options = [
    ...(operation.summary === '' ? [] : [property('summary', text(operation.summary))]),
    ...(filters.length === 0 ? [] : [property('filters', object(filters, true))]),
    ...order,
    ...writeWithin(resource, operation, tools),
  ]
  const code = call(
    'api.list',
    text(operation.name),
    text(operation.path),
    resource.name,
    ...(options.length === 0 ? [] : [object(options, true)]),
  )
  return { ...(others.length > 0 && { comment: comment('Not simulated:', ...others) }), code }
}

export const nameOrderQuestion = ({ name }: Resource): string => `${name}Order`

/** Writes what the path of a list selects. */
function writeWithin(resource: Resource, operation: Operation, tools: OperationTools): Code[] {
  const relation = findRelation(resource, operation, tools)
  if (relation.kind === 'none') return []
  if (relation.kind === 'unknown') {
    return [
      [
        'within(_path, { assumptions, refuse }) ',
        statements(["if (assumptions.otherPaths === 'refused') refuse(404, 'Not found.')", 'return {}']),
      ],
    ]
  }
  if (relation.kind === 'field')
    return [property('within', lambda('(path)', object([property(relation.field, relation.value('path'))])))]
  const { parent, find } = relation
  const nothing = parent.resource.isNumbered ? '0' : "''"
  return [
    [
      'within(path, context) ',
      statements([
        `const parent = ${find('path', 'context')}`,
        "if (parent === undefined && context.assumptions.unknownParents === 'refused') context.refuse(404, 'Not found.')",
        `return { ${parent.field}: parent?.id ?? ${nothing} }`,
      ]),
    ],
  ]
}

type Relation =
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'field'; readonly field: string; value(path: string): string }
  | {
      readonly kind: 'parent'
      readonly parent: NonNullable<Resource['parent']>
      find(path: string, context: string): string
    }

/** Finds how the path of a list or a creation tells which records belong to it. */
function findRelation(
  resource: Resource,
  { steps, parameters }: Operation,
  { finders, shapeOf }: OperationTools,
): Relation {
  const { parent, fields } = resource
  if (parameters.length === 0) return { kind: 'none' }
  const above = parent && finders.get(parent.resource)
  const path = parent?.resource.steps ?? []
  if (parent !== undefined && above !== undefined && path.every((step, index) => step === steps[index])) {
    return {
      kind: 'parent',
      parent,
      find: (from, context) => `${above.name}(${writePath(parent.resource, above, parameters, from)}, ${context})`,
    }
  }
  for (const parameter of parameters.toReversed()) {
    const field = [...fields.values()].find(({ name, schema }) => {
      return (
        toSnake(name) === toSnake(parameter) &&
        ['string', 'integer'].includes(shapeOf(schema).type) &&
        name !== resource.id
      )
    })
    if (field === undefined) continue
    const isNumber = shapeOf(field.schema).type === 'integer'
    return {
      kind: 'field',
      field: field.name,
      value: (from) => (isNumber ? `Number(${from}.${parameter})` : `${from}.${parameter}`),
    }
  }
  return { kind: 'unknown' }
}

/** Writes what finds the record that a request is about. */
function writeFind(resource: Resource, { steps, parameters }: Operation, { finders }: OperationTools): string {
  const { name, key, isSingle } = resource
  if (isSingle) return `request.all(${name})[0]`
  const finder = finders.get(resource)
  const isUsual = finder !== undefined && resource.steps?.join('/') === steps.join('/')
  if (isUsual) return `${finder.name}(${writePath(resource, finder, parameters, 'request.path')}, request)`
  return `request.find(${name}, { ${key}: ${writeWanted(resource, `request.path.${parameters.at(-1)}`)} })`
}

function writeGet(resource: Resource, found: Recognised, tools: OperationTools): Parts {
  const find = either(writeFind(resource, found.operation, tools), NOT_FOUND)
  const { isRecord, value } = writeResult(resource, found, tools)
  const common = {
    status: found.operation.success.status,
    refuses: [404],
    responds: isRecord ? resource.name : undefined,
  }
  if (isRecord) return { ...common, result: find }
  return { ...common, statements: [isUsed(value) ? { head: 'const record =', rest: find } : find, ['return ', value]] }
}

/** Writes what responses have of a record: all of it, or what their schema says. */
function writeResult(resource: Resource, { operation, inside }: Recognised, { shapeOf }: OperationTools) {
  const { schema } = operation.success
  if (schema === undefined) return { isRecord: false, value: 'undefined' as Code }
  const view = `request.view(${resource.name}, record)`
  const isAlike =
    inside !== undefined &&
    countCommon(shapeOf(inside.schema), resource) * 2 >=
      Math.min(shapeOf(inside.schema).fields.size, resource.fields.size)
  const [wrapper, ...others] = inside?.path ?? []
  if (isAlike && inside !== undefined && wrapper === undefined) return { isRecord: true, value: 'record' as Code }
  if (isAlike && wrapper !== undefined && others.length === 0)
    return { isRecord: false, value: object([property(wrapper, view)]) }
  const like = writeLike(schema, shapeOf, (leaf, path) => (path.length > 1 ? undefined : writeKnown(leaf, resource)))
  return { isRecord: false, value: like ?? view }
}

function writeKnown({ name, shape: { type } }: Leaf, { id, isNumbered }: Resource): string | undefined {
  if ([toSnake(id ?? 'id'), 'id'].includes(name))
    return type === 'string' && isNumbered ? 'String(record.id)' : 'record.id'
  if (type === 'boolean' && /^(deleted|success|ok|succeeded)$/.test(name)) return 'true'
  return type === 'string' && /^(message|detail|status)$/.test(name) ? "'Done.'" : undefined
}

/** Whether the code of a result has something of the record. */
const isUsed = (code: Code): boolean => /\brecord\b/.test(print(code, 0).replace(/'(\\.|[^'\\])*'/g, ''))

const countCommon = ({ fields }: Shape, resource: Resource): number =>
  [...fields.keys()].filter((name) => resource.fields.has(name)).length

function writeCreate(resource: Resource, found: Recognised, tools: OperationTools): Parts {
  const { operation } = found
  const { body, given } = writeBody(resource, operation, 'create', tools)
  const relation = findRelation(resource, operation, tools)
  const fields = [
    ...given,
    ...(relation.kind === 'field' ? [property(relation.field, relation.value('request.path'))] : []),
    ...(relation.kind === 'parent' ? [property(relation.parent.field, 'parent.id')] : []),
    ...writeTimes(tools.written.get(resource)?.fields ?? [], true, 'request.now', tools.shapeOf),
  ]
  const create: Code = call(
    'request.create',
    resource.name,
    fields.length === 1 && fields[0] === '...request.body' ? 'request.body' : object(fields),
  )
  const { isRecord, value } = writeResult(resource, found, tools)
  const lines: Code[] = [
    ...(relation.kind === 'parent'
      ? [{ head: 'const parent =', rest: either(relation.find('request.path', 'request'), NOT_FOUND) }]
      : []),
    ...(isRecord
      ? [['return ', create]]
      : [
          [isUsed(value) ? 'const record = ' : '', create],
          ['return ', value],
        ]),
  ]
  return {
    ...(lines.length === 1 && isRecord ? { result: create } : { statements: lines }),
    body,
    responds: isRecord ? resource.name : undefined,
    status: operation.success.status,
    refuses: relation.kind === 'parent' ? [404] : [],
  }
}

function writeUpdate(resource: Resource, found: Recognised, tools: OperationTools): Parts {
  const { operation } = found
  const { body, given } = writeBody(resource, operation, 'other', tools)
  const fields = [
    ...given,
    ...writeTimes(tools.written.get(resource)?.fields ?? [], false, 'request.now', tools.shapeOf),
  ]
  const changes: Code = fields.length === 1 && fields[0] === '...request.body' ? 'request.body' : object(fields)
  const { isRecord, value } = writeResult(resource, found, tools)
  const find: Code = { head: 'const record =', rest: either(writeFind(resource, operation, tools), NOT_FOUND) }
  const update = call('request.update', resource.name, 'record', changes)
  const hasValue = operation.success.schema !== undefined
  return {
    statements: isRecord
      ? [find, ['return ', update]]
      : [
          find,
          isUsed(value) ? ['const changed = ', update] : update,
          ...(hasValue ? [['return ', rename(value)]] : []),
        ],
    body,
    responds: isRecord ? resource.name : undefined,
    status: operation.success.status,
    refuses: [404],
  }
}

// What the response of a change has is the record after it.
function rename(code: Code): Code {
  if (typeof code === 'string') return code.replace(/\brecord\b/g, 'changed')
  if ('head' in code) return { ...code, rest: rename(code.rest) }
  if ('callee' in code) return { ...code, args: code.args.map(rename) }
  return 'open' in code
    ? { ...code, items: code.items.map((each) => ({ ...each, code: rename(each.code) })) }
    : code.map(rename)
}

function writeDelete(resource: Resource, found: Recognised, tools: OperationTools): Parts {
  const { operation } = found
  const find = writeFind(resource, operation, tools)
  const { isRecord, value } = writeResult(resource, found, tools)
  const common = { status: operation.success.status, refuses: [404], responds: isRecord ? resource.name : undefined }
  if (operation.success.schema !== undefined) {
    return {
      ...common,
      statements: [
        { head: 'const record =', rest: either(find, NOT_FOUND) },
        `request.delete(${resource.name}, record)`,
        ['return ', value],
      ],
    }
  }
  return {
    ...common,
    // Without a result, it is always that.
    status: 204,
    statements: [
      `const record = ${find}`,
      `if (record !== undefined) request.delete(${resource.name}, record)`,
      `else if (request.assumptions.unknownDeletion === 'refused') ${NOT_FOUND}`,
    ],
  }
}

interface WrittenBody {
  readonly body: Code | undefined
  /** What a record takes from it. */
  readonly given: readonly Code[]
}

/** Writes the schema of a body, and what a record takes from it. */
function writeBody(resource: Resource, operation: Operation, use: Use, tools: OperationTools): WrittenBody {
  const { shapeOf, writer } = tools
  const { body } = operation
  if (body === undefined) return { body: undefined, given: [] }
  const wrapped = findRecord(body.schema, shapeOf)
  const inner = wrapped !== undefined && wrapped.path.length === 1 ? wrapped : { schema: body.schema, path: [] }
  const shape = shapeOf(inner.schema)
  const stored = tools.written.get(resource)?.fields ?? []
  const takes: [string, string][] = []
  const fields = [...shape.fields].filter(([, schema]) => shapeOf(schema).keywords.readOnly !== true)
  const properties = fields.map(([name, schema]) => {
    const field =
      stored.find((each) => each.name === name) ?? stored.find((each) => toSnake(each.name) === toSnake(name))
    const isTaken = field !== undefined && fits(shapeOf(schema), shapeOf(field.schema))
    if (isTaken) takes.push([field.name, name])
    // What a record refuses is refused as a body, too.
    const joined = isTaken ? { allOf: [field.schema, schema] } : schema
    return property(name, writer.field(joined, name, use, shape.required.has(name)))
  })
  const inner_ =
    fields.length === 0 ? writer.zod(inner.schema, operation.name, use) : call('z.object', object(properties, true))
  const [wrapper] = inner.path
  const written = wrapper === undefined ? inner_ : call('z.object', object([property(wrapper, inner_)]))
  const isOptional = !body.isRequired && wrapper === undefined && shape.required.size === 0
  const whole = isOptional && fields.length > 0 ? call('z.prefault', written, '{}') : written
  const from = wrapper === undefined ? 'request.body' : member('request.body', wrapper)
  const isSame = takes.every(([one, other]) => one === other)
  const given = isSame
    ? [
        takes.length === fields.length
          ? `...${from}`
          : ['...', call('pick', from, list(takes.map(([one]) => text(one))))],
      ]
    : [['...', call('take', from, object(takes.map(([one, other]) => property(one, text(other)))))]]
  return { body: whole, given: takes.length === 0 ? [] : given }
}

/** Whether a field of a body can become one of a record. */
function fits(given: Shape, stored: Shape): boolean {
  if (given.type !== stored.type || (given.isNullable && !stored.isNullable)) return false
  if (given.type === 'unknown') return false
  // Only the same objects are alike.
  if (given.type === 'object') return given.component !== undefined && given.component === stored.component
  if (given.type === 'array') return JSON.stringify(given.items) === JSON.stringify(stored.items)
  return (
    stored.choices === undefined || (given.choices ?? stored.choices).every((each) => stored.choices?.includes(each))
  )
}

/** Lists the resources that need a function to find one of their records. */
export function listFound(resources: readonly Resource[]): Resource[] {
  const found = new Set<Resource>()
  for (const each of resources) {
    if (!each.isSingle && each.operations.some(({ kind }) => kind !== 'list' && kind !== 'create')) found.add(each)
    for (let above = each.parent?.resource; above !== undefined; above = above.parent?.resource) found.add(above)
  }
  return resources.filter((each) => found.has(each))
}

/** Finds the names that the parameters of a resource's paths have, from an operation that has all of them. */
export function findParameters(resource: Resource, operations: readonly Operation[]): readonly string[] {
  const { steps = [] } = resource
  const own = operations.find((each) => steps.every((step, index) => each.steps[index] === step))
  const count = Math.max(...listPositions(resource)) + 1
  return own?.parameters.slice(0, count) ?? []
}
