/** Writes a resource: its schema, what builds its records, how responses have them, and what finds one of them. */

import { isFree } from '../../rest/check-options.ts'
import { toSnake } from './names.ts'
import type { DocumentOperation } from './operations.ts'
import type { Field, RecognisedResource } from './recognise.ts'
import { writeOrders } from './selection.ts'
import { isNested, type Shape } from './shape.ts'
import { commentOn, member, object, property, tall, text, type } from './source.ts'
import { readPattern, writeText } from './values.ts'
import { type FieldWriter, listDrawn, type Notes } from './write-field.ts'
import type { WrittenFile } from './written-file.ts'

const MOST_FIELDS = 40

/** Lists the fields that records have beside their id and what they belong to. Optional parts of others are none. */
export function listOwnFields({ fields, id, parent, key }: RecognisedResource): Field[] {
  const own = [...fields.values()].filter(({ name, shape }) => {
    // An id that cannot be one gives way to ours.
    return name !== id && name !== 'id' && name !== parent?.field && shape.keywords.writeOnly !== true
  })
  const isPart = ({ type, items, choices }: Shape) =>
    choices === undefined && (type === 'array' ? items === undefined || isNested(items) : type === 'object')
  return own.filter(
    ({ name, shape, isRequired }, index) =>
      isFree(name) && (isRequired || name === key || (index < MOST_FIELDS && !isPart(shape))),
  )
}

/** Writes the declaration of a resource. */
export function writeResource(resource: RecognisedResource, writer: FieldWriter): string {
  const { name, parent, idShape, isSingle, fields, operations } = resource
  const own = listOwnFields(resource)
  const id = isNumber(idShape) ? 'z.int()' : idShape?.keywords.format === 'uuid' ? 'z.uuid()' : 'z.string()'
  const schema = tall([
    property('id', id),
    parent && property(parent.field, isNumber(parent.resource.idShape) ? 'z.int()' : 'z.string()'),
    ...own.map((each) => property(each.name, writer.field(each.shape, each.name, 'record', each.isRequired))),
  ])
  const making = isNumber(idShape) ? undefined : writeId(resource)
  const lists = operations.filter(({ kind }) => kind === 'list').map(({ operation }) => operation)
  const orders = lists.length === 0 ? [] : writeOrders(own, lists)
  const view = writeView(resource)
  const options = tall([
    property('schema', `z.strictObject(${schema})`),
    making && property('id', making),
    isSingle && property('count', '1'),
    parent && property('belongsTo', object([property(parent.field, parent.resource.name)])),
    orders.length > 0 && property('orders', object(orders)),
    property('build', writeBuild(resource, own, writer)),
    view && property('view', view),
  ])
  const kept = new Set([resource.id, 'id', parent?.field, ...own.map((each) => each.name)])
  const isLost = ({ name: field, shape }: Field) => !kept.has(field) && shape.keywords.writeOnly !== true
  const lost = [...fields.values()].filter(isLost).map((each) => each.name)
  const notes = writer.takeNotes()
  if (operations.some(({ inside }) => inside?.shape.forms.length)) notes.narrowed.add(name)
  return `${writeNotes(lost, notes)}const ${name} = api.resource(${text(name)}, ${options})`
}

/** Writes comments on what a schema does not have. @param lost the fields that are not stored beside those of the notes */
export function writeNotes(lost: readonly string[], { left, narrowed, loose }: Notes): string {
  return [
    commentOn('Not stored', [...lost, ...left]),
    commentOn('Only one of several forms', [...narrowed]),
    commentOn('Made up without their pattern', [...loose]),
  ].join('')
}

const isNumber = (shape: Shape | undefined): boolean => shape?.type === 'integer'

/** Writes how ids are made, where they are neither numbers nor UUIDs. */
function writeId({ idShape, id, singular }: RecognisedResource): string | undefined {
  if (idShape === undefined) return undefined
  const { format, maxLength: most, example } = idShape.keywords
  const pattern = readPattern(idShape)
  if (pattern !== undefined || format === 'snowflake') return `({ faker }) => ${writeText(idShape, '', '')}`
  const sample = [example].flat().find((each) => typeof each === 'string')
  const [prefix] = /^[A-Za-z]{1,8}[_-](?=[A-Za-z0-9]{6,}$)/.exec(sample ?? '') ?? []
  if (prefix !== undefined) return `({ faker }) => \`${prefix}\${faker.string.alphanumeric(16)}\``
  if (typeof most === 'number' && most < 36)
    return `({ faker }) => faker.string.alphanumeric(${Math.max(1, Math.floor(most))})`
  if (id === undefined || /id$/.test(toSnake(id)) || format !== undefined) return undefined
  return `({ faker, index }) => \`\${${writeText(idShape, id, singular)}}-\${index}\``
}

const ROOM = /^z\.(string|int)\(\)(\.min\([01]\))?(\.max\(\d{3,}\))?$/

function writeBuild({ key, singular }: RecognisedResource, fields: readonly Field[], writer: FieldWriter): string {
  const values = fields.flatMap(({ name, shape, isRequired }) => {
    if (!isRequired && isNested(shape)) return []
    const value = writer.value(shape, name, singular).replaceAll(type(' as const'), '')
    // Paths name one record by its key, so keys are different where their schema has room for that.
    if (name !== key || shape.isNullable || !ROOM.test(writer.schema(shape, name, 'record')))
      return [property(name, value)]
    return [property(name, shape.type === 'string' ? `\`\${${value}}-\${index}\`` : 'index + 1')]
  })
  const uses = listDrawn(values.join(', ').replaceAll('`', ''))
  return `${uses === '' ? '()' : `({ ${uses} })`} => (${tall(values)})`
}

/** Writes how responses have a record: without what only we store, and with the id by its name. */
function writeView({ id, parent, fields }: RecognisedResource): string | undefined {
  const isOwnId = id !== undefined && id !== 'id'
  const hidden = [
    ...(id === undefined ? ['id: _id'] : isOwnId ? ['id'] : []),
    ...(parent === undefined || fields.has(parent.field) ? [] : [`${parent.field}: _${parent.field}`]),
  ]
  if (hidden.length === 0) return undefined
  return `({ ${hidden.join(', ')}, ...record }) => ${isOwnId ? `(${object([property(id, 'id'), '...record'])})` : 'record'}`
}

/** Writes what finds the record that a path names, or refuses the request. @returns the name of the function */
export function writeFinder(
  resource: RecognisedResource,
  operation: Pick<DocumentOperation, 'steps' | 'parameters'>,
  file: WrittenFile,
): string {
  const { name, singular, parent, key, isKeyNumber, isSingle, steps } = resource
  const isUsual = leadsAlong(resource, operation)
  const context = `context${type(': Context<unknown>')}`
  const missing = "context.refuse(404, 'Not found.')"
  const declare = (own: string) => {
    const used = listNeeded(resource, operation)
    const given = member('path', used.at(-1) ?? '')
    const where = object([
      isUsual && parent && property(parent.field, `${writeFinder(parent.resource, operation, file)}(path, context).id`),
      property(key, isKeyNumber ? `Number(${given})` : given),
    ])
    const path = type(`: { ${[...new Set(used)].map((each) => `readonly ${each}: string`).join('; ')} }`)
    return isSingle
      ? `const ${own} = (_path${type(': unknown')}, ${context}) => context.all(${name})[0] ?? ${missing}`
      : `const ${own} = (path${path}, ${context}) => context.find(${name}, ${where}) ?? ${missing}`
  }
  const id = `find ${name} ${isSingle ? '' : (isUsual ? steps : operation.steps).join('/')}`
  // It calls only those of parents, so it is never inside of itself.
  return file.once(id, `find${singular.charAt(0).toUpperCase()}${singular.slice(1)}`, declare) ?? ''
}

/** Whether the path of an operation begins with the path of a record. */
export const leadsAlong = (
  { isSingle, steps }: RecognisedResource,
  operation: Pick<DocumentOperation, 'steps'>,
): boolean => !isSingle && steps.length > 0 && steps.every((step, index) => step === operation.steps[index])

/** Names the parameters of a path that lead to a record. */
function listNeeded(
  resource: RecognisedResource,
  operation: Pick<DocumentOperation, 'steps' | 'parameters'>,
): string[] {
  const names = operation.parameters.map((each) => each.name)
  if (!leadsAlong(resource, operation)) return names.slice(-1)
  const count = resource.steps.filter((step) => step === '{}').length
  const above = resource.parent === undefined ? [] : listNeeded(resource.parent.resource, operation)
  return [...above, ...names.slice(count - 1, count)]
}
