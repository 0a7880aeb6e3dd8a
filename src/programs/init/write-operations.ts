/** Writes operations: lists, reads, creations, changes and deletions, and those that are not recognised. */

import { type Meanings, readMeaning, type WriteKnown, writeLike } from './like.ts'
import { toSnake } from './names.ts'
import type { DocumentOperation } from './operations.ts'
import type { ListWriter } from './pages.ts'
import { type Field, findRecordIn, haveCommon, type Recognised, type RecognisedResource } from './recognise.ts'
import { findSorting, writeFilters, writeOrders, writeTimes } from './selection.ts'
import { isNested, isScalar, isText, type Shape } from './shape.ts'
import { block, commentOn, member, namesIn, object, property, tall, text } from './source.ts'
import type { FieldWriter } from './write-field.ts'
import { leadsAlong, listOwnFields, writeFinder, writeNotes } from './write-resource.ts'
import type { WrittenFile } from './written-file.ts'

interface Subject {
  readonly resource: RecognisedResource
  /** Its fields that records have. */
  readonly fields: readonly Field[]
  readonly found: Recognised
  readonly file: WrittenFile
  readonly writer: FieldWriter
}

export interface OperationTools extends Pick<Subject, 'file' | 'writer'> {
  readonly listWriter: ListWriter
}

/** Writes an operation that is recognised. */
export function writeRecognised(resource: RecognisedResource, found: Recognised, tools: OperationTools): string {
  const { file, writer, listWriter } = tools
  const { kind, operation } = found
  const subject = { resource, found, file, writer, fields: listOwnFields(resource) }
  if (kind === 'list') return writeList(subject, listWriter.writeOptions(found))
  const find = kind === 'create' ? '' : writeFinder(resource, operation, file)
  const result = writeResult(subject)
  const isBare = operation.query.length === 0 && !operation.isTagged
  if (isBare && kind === 'get' && result === 'record') return writeCall(operation, `reads(${resource.name}, ${find})`)
  if (isBare && kind === 'delete' && result === undefined)
    return writeCall(operation, `deletes(${resource.name}, ${find})`)
  const body = kind === 'get' || kind === 'delete' ? NO_BODY : writeBody(subject)
  const action = writeAction(subject, `${find}(request.path, request)`, body.given)
  const options = writeOptions(subject, { body: body.schema, action, result })
  const notes = writer.takeNotes()
  if (body.schema !== undefined && operation.body?.shape.forms.length) notes.narrowed.add('body')
  // Nothing reads parameters of operations that are no lists.
  const unread = commentOn(
    'Not simulated',
    operation.query.map((each) => each.name),
  )
  return unread + writeNotes(body.others, notes) + writeCall(operation, options)
}

const MOST_CHOICES = 10

interface OperationCode {
  readonly body: string | undefined
  readonly action: string
  readonly result: string | undefined
}

function writeOptions({ resource, found, writer }: Subject, { body, action, result }: OperationCode): string {
  const { kind, operation } = found
  const { success, query, isTagged, method } = operation
  const isRecord = result === 'record'
  const usual = method === 'POST' ? 201 : kind === 'delete' && !isRecord ? 204 : 200
  const status = kind === 'delete' && result === undefined ? 204 : success.status
  const fields = query.map(({ name, shape, isRequired }) => {
    const isLong = isNested(shape) || (shape.choices?.length ?? 0) > MOST_CHOICES
    const code = isLong
      ? `z.string()${isRequired ? '' : '.optional()'}`
      : writer.field(shape, name, 'other', isRequired)
    return property(name, code)
  })
  const steps = isRecord && kind !== 'delete' ? action : writeSteps(kind, resource.name, action, result)
  return tall([
    fields.length > 0 && property('query', `z.object(${object(fields)})`),
    body && property('body', body),
    isRecord && property('responds', resource.name),
    status !== usual && property('status', String(status)),
    action.includes('(request.path, request)') && property('refuses', '[404]'),
    isTagged && property('etag', 'true'),
    property('run', `(request) => ${steps}`),
  ])
}

/** Writes an operation that says that it is not simulated. */
export const writeUnrecognised = (operation: DocumentOperation): string => writeCall(operation, 'notSimulated')

const writeCall = ({ name, method, path }: DocumentOperation, options: string): string =>
  `api.operation(${text(name)}, ${text(method)}, ${text(path)}, ${options})`

function writeList(
  { resource, fields, found: { operation }, file }: Subject,
  options: readonly (string | undefined)[],
) {
  const { filters, others } = writeFilters(operation, resource, fields)
  const relation = findRelation(resource, operation, file)
  const written = [
    filters.length > 0 && property('filters', tall(filters)),
    writeOrder(resource, fields, operation),
    ...options,
    relation === 'unknown' && property('within', 'elsewhere'),
    typeof relation === 'object' &&
      property('within', `(path, context) => below(${object([relation.write('path', 'context')])}, context)`),
  ].filter((each) => each !== false && each !== undefined)
  const call = [
    text(operation.name),
    text(operation.path),
    resource.name,
    ...(written.length > 0 ? [tall(written)] : []),
  ]
  return `${commentOn('Not simulated', others)}api.list(${call.join(', ')})`
}

/** Writes the order of a list: as clients choose, or as a question leaves it open. */
function writeOrder(
  { operations }: RecognisedResource,
  fields: readonly Field[],
  operation: DocumentOperation,
): string | undefined {
  const lists = operations.filter(({ kind }) => kind === 'list').map((each) => each.operation)
  const sorting = findSorting(operation)
  if (sorting === undefined) {
    const isOpen = writeOrders(fields, lists).length > 0 && lists.every((each) => findSorting(each) === undefined)
    return isOpen ? property('order', 'usualOrder') : undefined
  }
  const choices = sorting.shape.choices?.map(String) ?? []
  const usual = choices.find((each) => each === sorting.shape.keywords.default) ?? choices[0] ?? ''
  return property('order', object([property('parameter', text(sorting.name)), property('usual', text(usual))]))
}

interface Relation {
  /** Writes the field that says what records belong to. */
  write(path: string, context: string): string
}

/** Finds how the path of a list or a creation tells which records belong to it. */
function findRelation(
  { parent, fields, id }: RecognisedResource,
  operation: DocumentOperation,
  file: WrittenFile,
): Relation | 'none' | 'unknown' {
  if (operation.parameters.length === 0) return 'none'
  if (parent !== undefined && leadsAlong(parent.resource, operation)) {
    const find = writeFinder(parent.resource, operation, file)
    return { write: (path, context) => property(parent.field, `${find}(${path}, ${context}).id`) }
  }
  for (const parameter of operation.parameters.toReversed()) {
    const field = [...fields.values()].find(
      ({ name, shape }) => toSnake(name) === toSnake(parameter.name) && isScalar(shape) && name !== id,
    )
    if (field === undefined) continue
    const wrap = (code: string) => (isText(field.shape) ? code : `Number(${code})`)
    return { write: (path) => property(field.name, wrap(member(path, parameter.name))) }
  }
  return 'unknown'
}

/** Writes what happens to the record that an operation is about. Its value is the record. */
function writeAction({ resource, found, fields, file }: Subject, find: string, given: readonly string[]): string {
  const { kind, operation } = found
  if (kind === 'get' || kind === 'delete') return find
  const relation = kind === 'create' ? findRelation(resource, operation, file) : 'none'
  const values = [
    ...given,
    ...(typeof relation === 'object' ? [relation.write('request.path', 'request')] : []),
    ...writeTimes(fields, kind === 'create'),
  ]
  const changes = values.length === 1 && values[0] === '...request.body' ? 'request.body' : object(values)
  return `request.${kind}(${resource.name}, ${kind === 'create' ? '' : `${find}, `}${changes})`
}

/** Writes an action, and a response that is another value than its record. */
function writeSteps(kind: Recognised['kind'], name: string, action: string, result: string | undefined): string {
  const isUsed = kind === 'delete' || (result !== undefined && namesIn(result).has('record'))
  return block(
    `${isUsed ? 'const record = ' : ''}${action}`,
    kind === 'delete' && `request.delete(${name}, record)`,
    result !== undefined && `return ${result}`,
  )
}

/** Writes what responses have of a record: all of it, or what their schema says. @returns undefined for no body */
function writeResult({ resource, found: { operation, inside } }: Subject): string | undefined {
  const { shape } = operation.success
  if (shape === undefined) return undefined
  const view = `request.view(${resource.name}, record)`
  const isAlike = inside !== undefined && haveCommon(inside.shape.fields, resource.fields)
  const [wrapper] = inside?.path ?? []
  if (isAlike) return wrapper === undefined ? 'record' : object([property(wrapper, view)])
  const known: WriteKnown = (leaf, path) => {
    if (path.length > 1) return undefined
    if (![toSnake(resource.id ?? 'id'), 'id'].includes(leaf.name)) return readMeaning(DONE, leaf)
    return isText(leaf.shape) && resource.idShape?.type === 'integer' ? 'String(record.id)' : 'record.id'
  }
  return writeLike(shape, known) ?? view
}

const DONE: Meanings = [
  ['boolean', /^(deleted|success|ok|succeeded)$/, 'true'],
  ['string', /^(message|detail|status)$/, "'Done.'"],
]

interface WrittenBody {
  readonly schema: string | undefined
  /** What a record takes from it. */
  readonly given: readonly string[]
  /** The fields that no record has. */
  readonly others: readonly string[]
}

const NO_BODY: WrittenBody = { schema: undefined, given: [], others: [] }

/** Writes the schema of a body, and what a record takes from it. */
function writeBody({ resource, found: { kind, operation }, fields: stored, writer, file }: Subject): WrittenBody {
  const { body } = operation
  if (body === undefined) return NO_BODY
  const use = kind === 'create' ? 'create' : 'other'
  const { shape, path } = findRecordIn(body.shape)
  const [wrapper] = path
  const from = wrapper === undefined ? 'request.body' : member('request.body', wrapper)
  const all = [...shape.fields].flatMap(([name, given]) => {
    if (given.keywords.readOnly === true) return []
    const like =
      stored.find((each) => each.name === name) ?? stored.find((each) => toSnake(each.name) === toSnake(name))
    const field = like !== undefined && fits(given, like.shape) ? like : undefined
    const isRequired = shape.required.has(name)
    // What a record refuses is refused as a body, too.
    const code = property(name, writer.field(field?.shape.and(given) ?? given, name, use, isRequired))
    return [{ name, field: field?.name, isRequired, code }]
  })
  const declared = all.filter((each) => each.field !== undefined || each.isRequired)
  const taken = declared.flatMap(({ name, field }) => (field === undefined ? [] : [[field, name] as const]))
  const isOptional = !body.isRequired && path.length === 0 && shape.required.size === 0 && shape.fields.size > 0
  const inner =
    shape.fields.size === 0
      ? writer.schema(shape, operation.name, use)
      : `${isOptional ? 'optional' : 'z.object'}(${tall(declared.map(({ code }) => code))})`
  const isSame = taken.length === declared.length && taken.every(([one, other]) => one === other)
  const schema = wrapper === undefined ? inner : `z.object(${object([property(wrapper, inner)])})`
  const alike = resource.operations.filter((each) => each.operation.body?.shape.component === body.shape.component)
  const isShared = body.shape.component !== undefined && alike.length > 1
  return {
    schema: isShared ? file.once(schema, `${resource.singular}Body`, (own) => `const ${own} = ${schema}`) : schema,
    given:
      isSame && taken.length > 0 ? [`...${from}`] : taken.map(([field, name]) => property(field, member(from, name))),
    others: all.flatMap(({ name, field }) => (field === undefined ? [name] : [])),
  }
}

/** Whether a field of a body can become one of a record. */
function fits(given: Shape, stored: Shape): boolean {
  if (given === stored) return true
  if (given.type !== stored.type || given.type === 'unknown' || (given.isNullable && !stored.isNullable)) return false
  // Only the same objects are alike.
  if (given.type === 'object') return given.component !== undefined && given.component === stored.component
  if (given.type === 'array') return JSON.stringify(given.keywords.items) === JSON.stringify(stored.keywords.items)
  const { choices } = stored
  return choices === undefined || (given.choices ?? choices).every((each) => choices.includes(each))
}
