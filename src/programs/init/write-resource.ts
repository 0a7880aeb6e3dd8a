/** Writes a resource: its schema, what builds its records, how responses have them, and what finds one of them. */

import { type Code, call, comment, type Item, lambda, object, print, property, statements, text } from './code.ts'
import { type FieldTools, findOrderParameter, listOrders, listOwnFields, type Order, writeId } from './fields.ts'
import type { Field, Resource } from './recognise.ts'
import { listUses } from './write-schema.ts'

/** What is written for a resource, and what its operations need to know of it. */
export interface WrittenResource {
  readonly code: Code
  readonly orders: readonly Order[]
  /** The parameter with which clients choose one of the orders. */
  readonly orderParameter: string | undefined
  readonly fields: readonly Field[]
}

export function writeResource(resource: Resource, tools: FieldTools): WrittenResource {
  const { shapeOf, writer } = tools
  const { name, parent, isNumbered, idSchema } = resource
  const fields = listOwnFields(resource, shapeOf)
  const lists = resource.operations.filter(({ kind }) => kind === 'list').map(({ operation }) => operation)
  const chosen = lists
    .map(findOrderParameter)
    .find((each) => each !== undefined && shapeOf(each.schema).choices !== undefined)
  const orders = lists.length === 0 ? [] : listOrders(fields, shapeOf(chosen?.schema), shapeOf)
  const id = isNumbered ? 'z.int()' : shapeOf(idSchema).keywords.format === 'uuid' ? 'z.uuid()' : 'z.string()'
  const schema = object(
    [
      property('id', id),
      ...(parent === undefined ? [] : [property(parent.field, parent.resource.isNumbered ? 'z.int()' : 'z.string()')]),
      ...fields.map((field) =>
        property(field.name, writer.field(field.schema, field.name, 'record', field.isRequired)),
      ),
    ],
    true,
  )
  const making = writeId(resource, shapeOf)
  const code = call(
    'api.resource',
    text(name),
    object(
      [
        property('schema', call('z.strictObject', schema)),
        ...(making === undefined ? [] : [property('id', making)]),
        ...(resource.isSingle ? [property('count', '1')] : []),
        ...(parent === undefined
          ? []
          : [property('belongsTo', object([property(parent.field, parent.resource.name)]))]),
        ...(orders.length === 0
          ? []
          : [property('orders', object(orders.map((each) => property(each.name, each.by))))]),
        writeBuild(resource, fields, tools),
        ...writeView(resource),
      ],
      true,
    ),
  )
  const left = [...resource.fields.keys()].length - fields.length - 2
  return {
    code: [
      left > 0 ? `${comment(`Without ${left} optional fields of the document.`)}\n` : '',
      `const ${name} = `,
      code,
    ],
    orders,
    orderParameter: chosen?.name,
    fields,
  }
}

function writeBuild(
  { key, singular }: Resource,
  fields: readonly Field[],
  { shapeOf, writer }: FieldTools,
): Item | Code {
  const values = fields.flatMap(({ name, schema, isRequired }): Item[] => {
    const { type, isNullable, choices } = shapeOf(schema)
    const isSimple = choices !== undefined || !['object', 'array', 'unknown'].includes(type)
    if (!isRequired && !isSimple) return []
    const value = writer.value(schema, name, singular)
    if (name !== key || isNullable || choices !== undefined) return [{ code: property(name, value) }]
    // Paths name one record by it.
    return [{ code: property(name, type === 'string' ? `\`\${${print(value, 0)}}-\${index}\`` : 'index + 1') }]
  })
  const uses = listUses(values)
  return property('build', lambda(uses === '' ? '()' : `({ ${uses} })`, object(values, true)))
}

/** Writes how responses have a record: without what only we store, and with the id by its name. */
function writeView({ id, parent, fields }: Resource): Code[] {
  const hidden = [
    ...(id === 'id' ? [] : ['id']),
    ...(parent === undefined || fields.has(parent.field) ? [] : [parent.field]),
  ]
  if (hidden.length === 0) return []
  const parameters = `({ ${[...hidden.map((name) => (name === 'id' && id !== undefined ? 'id' : `${name}: _${name}`)), '...record'].join(', ')} })`
  return [
    property(
      'view',
      lambda(parameters, id === undefined || id === 'id' ? 'record' : object([property(id, 'id'), '...record'])),
    ),
  ]
}

/** The positions of the parameters that lead to a record, in the path of one record. */
export function listPositions({ steps = [], parent }: Resource): number[] {
  const count = steps.filter((step) => step === '{}').length
  return [...(parent === undefined ? [] : listPositions(parent.resource)), count - 1].filter((each) => each >= 0)
}

export interface Finder {
  readonly name: string
  /** The names of the parameters, by their position in the path. */
  readonly parameters: readonly string[]
}

/** Writes the function that finds the record that a path names. */
export function writeFinder(resource: Resource, finders: ReadonlyMap<Resource, Finder>, isTyped: boolean): Code {
  const { name, parent, key } = resource
  const finder = finders.get(resource)
  const names = [...new Set(listPositions(resource).map((each) => finder?.parameters[each] ?? 'id'))]
  const types = isTyped ? `: { ${names.map((each) => `readonly ${each}: string`).join('; ')} }` : ''
  const type = isTyped ? ': Context<unknown>' : ''
  const wanted = writeWanted(resource, `path.${names.at(-1)}`)
  const above = parent === undefined ? undefined : finders.get(parent.resource)
  if (parent === undefined || above === undefined) {
    const line = `return find(${name}, { ${key}: ${wanted} })`
    return [...writeHead(finder, `path${types}`, `{ find }${type}`), statements([line])]
  }
  return [
    ...writeHead(finder, `path${types}`, `context${type}`),
    statements([
      `const parent = ${above.name}(${writePath(parent.resource, above, finder?.parameters ?? [], 'path')}, context)`,
      `return parent && context.find(${name}, { ${parent.field}: parent.id, ${key}: ${wanted} })`,
    ]),
  ]
}

/** Writes what the key of a record is compared with: a number, or a text. */
export const writeWanted = ({ isKeyNumber }: Resource, value: string): string =>
  isKeyNumber ? `Number(${value})` : value

/** Writes the parameters for a finder, which may have other names in a longer path. */
export function writePath(resource: Resource, { parameters }: Finder, names: readonly string[], path: string): string {
  const positions = listPositions(resource)
  if (positions.every((each) => parameters[each] === names[each])) return path
  return `{ ${positions.map((each) => `${parameters[each]}: ${path}.${names[each]}`).join(', ')} }`
}

function writeHead(finder: Finder | undefined, ...parameters: readonly string[]): Code[] {
  const items = parameters.map((code) => ({ code }))
  return [{ open: `function ${finder?.name}(`, items, close: ')', end: ',', isTall: false }, ' ']
}

export const nameFinder = (singular: string): string => `find${singular.charAt(0).toUpperCase()}${singular.slice(1)}`
