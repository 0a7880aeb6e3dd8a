// What the parts of a declaration must have to do with each other.

import type * as z from 'zod'
import type { Operation } from '../engine/contract/operation/operation.ts'
import { listPlaceholders } from '../engine/http/route-table.ts'
import { suggestWord } from '../engine/input/text/suggestion.ts'
import { ADDED } from '../engine/store/listing/ordering.ts'
import { POSITION } from '../engine/store/rows/model.ts'
import { isFree, refuseDeclaration, refuseRepeated } from './check-options.ts'
import { type CrudOptions, crudNameOf, type Verb } from './crud.ts'
import { fieldKindOf, itemSchemaOf, listTypes, typeOf } from './field-kind.ts'
import { comparedSchemaOf, completeFilters, type ListFilter, matchRuleOf } from './filters.ts'
import type { AnyListOptions } from './list.ts'
import type { AnyOperationOptions } from './operation.ts'
import { listPositions, type Pages } from './pages.ts'
import type { Questions } from './questions.ts'
import { readTexts } from './read-texts.ts'
import type { AnyResourceOptions, DeclaredResource } from './resource.ts'

/** @throws OptionError if pages cannot be cut */
function checkPages(pages: Pages): void {
  if (pages.usual > pages.most)
    refuseDeclaration('the pages', `"usual" is ${pages.usual}`, `It must be at most "most", ${pages.most}.`)
  refuseRepeated('the pages', 'parameters', [pages.size, ...listPositions(pages)])
}

/** @throws OptionError if pages cannot be cut, a question has no such usual value, or an order that its text does not have */
export function checkConventions(pages: Pages, questions: Questions): void {
  checkPages(pages)
  for (const [id, { values, usual }] of Object.entries(questions)) {
    const names = Object.keys(values)
    const what = `the question ${id}`
    if (!isFree(id)) refuseDeclaration(what, 'objects have this name for something else', 'Give it another name.')
    if (usual !== undefined && !names.includes(usual))
      refuseDeclaration(what, `"usual" is "${usual}"`, `${suggestWord(usual, names)} Values: ${names.join(', ')}.`)
    const number = names.find((name) => /^\d+$/.test(name))
    if (number !== undefined && usual === undefined)
      refuseDeclaration(
        what,
        `it has the value "${number}" and no "usual"`,
        'JavaScript puts names that are numbers first, so the first value is not the one that was written first. Say which one is "usual".',
      )
  }
}

/** @throws OptionError if a resource names a field that its schema does not have, or ids that cannot be made */
export function checkResource(name: string, { schema, belongsTo = {}, orders = {}, id }: AnyResourceOptions): void {
  const fields = Object.keys(schema.shape)
  const assertField = (field: string, where: string) => {
    if (!fields.includes(field))
      refuseDeclaration(name, `"${where}" names the field "${field}"`, adviseOnFields(field, fields))
  }
  const reserved = fields.find((field) => !isFree(field) || field === POSITION || field === ADDED)
  refuseCatchall(name, schema)
  if (reserved !== undefined)
    refuseDeclaration(name, `"schema" has the field "${reserved}"`, 'Objects have it for something else. Rename it.')
  if (!fields.includes('id')) refuseDeclaration(name, '"schema" has no field "id"', adviseOnFields('id', fields))
  for (const field of Object.keys(belongsTo)) assertField(field, 'belongsTo')
  for (const [order, by] of Object.entries(orders)) {
    for (const text of [by].flat()) {
      const field = text.replace(/^-/, '')
      assertField(field, `orders.${order}`)
      checkSorted(name, { order, field, type: typeOf(schema.shape[field] as z.ZodType) })
    }
  }
  const ids = schema.shape.id as z.ZodType
  if (['boolean', 'list'].includes(fieldKindOf(ids)))
    refuseDeclaration(name, 'its ids are neither texts nor numbers', 'Let "id" be z.int(), z.uuid() or z.string().')
  for (const { type, field } of listTypes(schema)) {
    if (NO_JSON.includes(type))
      refuseDeclaration(name, `"schema.${field}" is a ${type}`, 'JSON has none. Use a text or a number.')
  }
  if (id === undefined && !ids.safeParse(1).success && !ids.safeParse(SOME_UUID).success)
    refuseDeclaration(name, 'its ids are neither integers nor UUIDs', 'Add "id", which makes them.')
}

function checkSorted(name: string, { order, field, type }: Readonly<Record<'order' | 'field' | 'type', string>>): void {
  const isList = type === 'array' || type === 'tuple'
  if (!isList && type !== 'object' && type !== 'record') return
  const received = `"orders.${order}" sorts by "${field}", which is ${isList ? 'a list' : 'an object'}`
  refuseDeclaration(name, received, 'Sort by a text, a number or a time.')
}

// A record has the columns of its schema.
function refuseCatchall(name: string, { def: { catchall } }: z.ZodObject): void {
  if (catchall === undefined || (catchall as z.ZodType).def.type === 'never') return
  const advice = 'Use z.strictObject, and z.record in a field for what has any name.'
  refuseDeclaration(name, '"schema" takes fields that it does not name', advice)
}

const NO_JSON = ['bigint', 'date', 'file', 'function', 'map', 'nan', 'promise', 'set', 'symbol']
const SOME_UUID = '3f2b6c1e-8a4d-4e0f-9b7a-5c6d7e8f9a0b'

/** @throws OptionError if a list filters or sorts by what there is not */
export function checkList(
  name: string,
  path: string,
  of: DeclaredResource,
  options: AnyListOptions,
  usual: Pages,
): void {
  const { pages = usual, query } = options
  checkPages(pages)
  const filters = completeFilters(options.filters ?? {})
  for (const filter of filters) checkFilter(name, filter, of.schema)
  const orders = Object.keys(of.orders)
  const order = typeof options.order === 'object' ? options.order.usual : options.order
  if (typeof order === 'string' && !orders.includes(order))
    refuseDeclaration(
      name,
      `"order" is "${order}"`,
      `${suggestWord(order, orders)} Orders of ${of.name}: ${orders.join(', ') || 'none'}.`,
    )
  const sorting = typeof options.order === 'object' ? [options.order.parameter] : []
  refuseRepeated(name, 'parameters', [
    ...listPlaceholders(path),
    ...filters.map(({ parameter }) => parameter),
    ...sorting,
    ...Object.keys(query?.shape ?? {}),
    pages.size,
    ...listPositions(pages),
  ])
}

function checkFilter(name: string, filter: ListFilter, schema: z.ZodObject): void {
  const { parameter, field } = filter
  const { compares } = matchRuleOf(filter)
  const fields = Object.keys(schema.shape)
  const where = `"filters.${parameter}"`
  if (!fields.includes(field))
    refuseDeclaration(name, `${where} names the field "${field}"`, adviseOnFields(field, fields))
  const own = schema.shape[field] as z.ZodType
  const kind = fieldKindOf(itemSchemaOf(own) ?? own)
  const isText = kind === 'text' || kind === 'time'
  if (compares === 'a part of a text' && ((!isText && kind !== 'other') || fieldKindOf(own) === 'list'))
    refuseDeclaration(
      name,
      `${where} looks for a part of "${field}", which is no text`,
      'Use another match, such as "equals".',
    )
  if (compares === 'a limit' && kind !== 'number' && kind !== 'time')
    refuseDeclaration(
      name,
      `${where} is a limit of "${field}", which is neither a number nor a time`,
      'Use another match, such as "equals".',
    )
  checkValues(name, filter, schema)
}

function checkValues(name: string, filter: ListFilter, schema: z.ZodObject): void {
  const { parameter, field, choices, usual, every } = filter
  const where = `"filters.${parameter}"`
  for (const [option, value] of Object.entries({ usual, every }))
    if (value !== undefined && choices !== undefined && !choices.includes(value))
      refuseDeclaration(name, `${where} has the ${option} value "${value}"`, `Choices: ${choices.join(', ')}.`)
  const read =
    usual === undefined || choices !== undefined ? {} : readTexts(comparedSchemaOf(schema, filter), usual, 'query')
  if ('issues' in read)
    refuseDeclaration(name, `${where} has the usual value "${usual}"`, `It must be a value of "${field}".`)
}

/** @throws OptionError if the usual operations filter or sort by what there is not, or require what a client cannot give */
export function checkCrud(
  path: string,
  of: DeclaredResource,
  { only, requires = [], ...listed }: AnyListOptions & CrudOptions<string, Verb>,
  usual: Pages,
): void {
  const fields = Object.keys(of.schema.shape).filter((field) => field !== 'id')
  const unknown = requires.find((field) => !fields.includes(field))
  if (unknown !== undefined)
    refuseDeclaration(
      `the usual operations of ${of.name}`,
      `"requires" names the field "${unknown}"`,
      adviseOnFields(unknown, fields),
    )
  checkList(crudNameOf(of.name, 'list'), path, of, listed, usual)
  if (only?.includes('get') !== false) checkOperation(crudNameOf(of.name, 'get'), `${path}/{id}`, listed)
}

/** @throws OptionError if parameters of an operation have one name, or no request can give a value that it must */
export function checkOperation(
  name: string,
  path: string,
  { query, body }: Pick<AnyOperationOptions, 'query' | 'body'>,
): void {
  for (const [place, schema] of Object.entries({ query, body }))
    for (const { type, field } of schema === undefined ? [] : listTypes(schema, 'input'))
      if (NO_JSON.includes(type) && !(place === 'query' && type === 'bigint'))
        refuseDeclaration(name, `"${place}.${field}" is a ${type}`, 'No request can have one. Read it from a text.')
  refuseRepeated(name, 'parameters', [...listPlaceholders(path), ...Object.keys(query?.shape ?? {})])
}

/** @throws OptionError if two parts have one name, two operations one method and path, or one is about no resource of the service */
export function checkService(
  resources: readonly DeclaredResource[],
  operations: readonly Operation[],
  subjectOf: (operation: Operation) => DeclaredResource | undefined,
): void {
  if (resources.length === 0) refuseDeclaration('the service', 'it has no resources', 'Pass at least one.')
  for (const parts of [resources, operations] as readonly (readonly { readonly name: string }[])[])
    refuseRepeated(
      'the service',
      'parts',
      parts.map(({ name }) => name),
    )
  const places = new Map<string, string>()
  for (const operation of operations) {
    const { name, method, template } = operation
    const subject = subjectOf(operation)
    if (subject !== undefined && !resources.includes(subject))
      refuseDeclaration('the service', `${name} is about ${subject.name}`, `List ${subject.name} in "resources".`)
    const place = `${method} ${String(template).replace(/\{\w+\}/g, '{}')}`
    const other = places.get(place)
    if (other !== undefined)
      refuseDeclaration(
        'the service',
        `${other} and ${name} are both ${method} ${String(template)}`,
        'Give one of them another method or path.',
      )
    places.set(place, name)
  }
  const names = resources.flatMap(({ wire }) => [`${wire?.typeName}`, `${wire?.typeName}Page`])
  refuseRepeated('the service', 'schemas', [...names, 'ErrorBody', 'ValidationError'], '"singular"')
  for (const [index, { name, belongsTo = {} }] of resources.entries()) {
    for (const parent of Object.values(belongsTo)) {
      if (!resources.slice(0, index).some((each) => each.name === parent.name))
        refuseDeclaration(
          'the service',
          `${name} belong to ${parent.name}, which does not come before them`,
          `List ${parent.name} first.`,
        )
    }
  }
}

function adviseOnFields(field: string, fields: readonly string[]): string {
  return `${suggestWord(field, fields)} Fields: ${fields.join(', ')}.`
}
