/** The fields of a resource as they are stored: what its declaration has, and what lists can be filtered and sorted by. */

import { type Code, type Item, list, object, property, text } from './code.ts'
import { isAboutPages } from './conventions.ts'
import { toSnake } from './names.ts'
import type { Operation, Parameter } from './operations.ts'
import { toText } from './read-document.ts'
import type { Field, Resource } from './recognise.ts'
import type { Shape } from './shape.ts'
import { readPattern, writeText } from './values.ts'
import type { SchemaWriter } from './write-schema.ts'

type ShapeOf = (schema: unknown) => Shape

export interface FieldTools {
  readonly shapeOf: ShapeOf
  readonly writer: SchemaWriter
}

const MOST_FIELDS = 40

/** Lists the fields that records have beside their id and what they belong to. */
export function listOwnFields(resource: Resource, shapeOf: ShapeOf): Field[] {
  const { fields, id, parent, key } = resource
  const own = [...fields.values()].filter(({ name, schema }) => {
    // An id that cannot be one gives way to ours.
    return name !== id && name !== 'id' && name !== parent?.field && shapeOf(schema).keywords.writeOnly !== true
  })
  return own.filter(({ name, isRequired }, index) => isRequired || index < MOST_FIELDS || name === key)
}

export interface Order {
  readonly name: string
  readonly by: Code
  readonly meaning: string
}

/** Lists the orders that a resource has: those between which a client may choose, or those that a list may have. */
export function listOrders(fields: readonly Field[], { choices }: Shape, shapeOf: ShapeOf): Order[] {
  const find = (pattern: RegExp) =>
    fields.find(({ name, schema }) => pattern.test(toSnake(name)) && !isLarge(shapeOf(schema)))
  if (choices !== undefined) {
    return choices.map((choice) => {
      const [, sign = '', bare = ''] = /^([-+]?)(.*)$/s.exec(String(choice)) ?? []
      const found =
        fields.find(({ name }) => toSnake(name) === toSnake(bare)) ??
        find(new RegExp(`^(date_)?${toSnake(bare)}(_at|_on|_date)?$`))
      const isNewest = sign === '' && found !== undefined && TIME.test(toSnake(found.name))
      return {
        name: String(choice),
        by: text(`${sign === '-' || isNewest ? '-' : ''}${found?.name ?? 'id'}`),
        meaning: '',
      }
    })
  }
  const times = fields.filter(({ schema }) => isComparable(shapeOf(schema)))
  const created = times.find((each) => CREATED.test(toSnake(each.name)))
  const [name] = [find(/^(name|title|label|login|username)$/)]
  return [
    ...(created === undefined ? [] : [{ name: 'newest', by: text(`-${created.name}`), meaning: 'The newest first.' }]),
    ...(created === undefined ? [] : [{ name: 'oldest', by: text(created.name), meaning: 'The oldest first.' }]),
    ...(name === undefined ? [] : [{ name: 'byName', by: list([text(name.name), "'id'"]), meaning: 'By name.' }]),
  ]
}

const CREATED = /^(date_|time_)?(created|inserted|added|registered)(_at|_on|_date|_time)?$/
const UPDATED = /^(date_|time_)?(updated|modified|changed)(_at|_on|_date|_time)?$/
const TIME = /(_at|_on|date|time|created|updated)$/

// Numbers and times have an order.
const isComparable = ({ type, keywords }: Shape): boolean =>
  type === 'integer' || type === 'number' || (type === 'string' && /^date(-time)?$/.test(toText(keywords.format)))

const isLarge = ({ type }: Shape): boolean => ['array', 'object', 'unknown', 'boolean'].includes(type)

/** Finds the parameter with which clients choose an order. */
export const findOrderParameter = ({ query }: Operation): Parameter | undefined =>
  query.find(({ name }) => ORDERS.test(toSnake(name)))

const ORDERS = /^(sort|sort_by|sort_field|order|order_by|ordering)$/
const DIRECTIONS = /^(direction|sort_order|sort_direction|order_direction|sort_dir|dir)$/

/** Writes the times of a change, as far as records have them. */
export function writeTimes(fields: readonly Field[], isCreation: boolean, now: string, shapeOf: ShapeOf): Code[] {
  const pattern = isCreation ? [CREATED, UPDATED] : [UPDATED]
  return fields.flatMap(({ name, schema }) => {
    if (!pattern.some((each) => each.test(toSnake(name)))) return []
    const { type, keywords } = shapeOf(schema)
    if (type === 'integer') return [property(name, `Math.floor(Date.parse(${now}) / 1000)`)]
    if (type !== 'string') return []
    if (keywords.format === 'date') return [property(name, `${now}.slice(0, 10)`)]
    return [property(name, keywords.format === 'date-time-rfc-2822' ? `new Date(${now}).toUTCString()` : now)]
  })
}

/** Writes the filters of a list, and names the parameters that are none. */
export function writeFilters(operation: Operation, resource: Resource, { shapeOf }: FieldTools) {
  const own = listOwnFields(resource, shapeOf)
  const filters: Item[] = []
  const others: string[] = []
  for (const parameter of operation.query) {
    const { name } = parameter
    if (isAboutPages(name)) continue
    const filter = ORDERS.test(toSnake(name)) ? undefined : writeFilter(parameter, resource, own, shapeOf)
    if (filter !== undefined) filters.push({ code: property(name, filter) })
    else if (!ORDERS.test(toSnake(name)) || DIRECTIONS.test(toSnake(name))) others.push(name)
  }
  return { filters, others }
}

function writeFilter(
  { name, schema }: Parameter,
  resource: Resource,
  fields: readonly Field[],
  shapeOf: ShapeOf,
): Code | undefined {
  const snake = toSnake(name)
  const isText = (field: Field) => shapeOf(field.schema).type === 'string'
  const find = (wanted: string) => fields.find((field) => toSnake(field.name) === wanted)
  const { parent, id } = resource
  if (id !== undefined && snake === toSnake(id)) return select('id', 'equals', name)
  if (parent !== undefined && snake === toSnake(parent.field)) return select(parent.field, 'equals', name)
  const own = find(snake)
  if (own !== undefined && !/[<>]$/.test(name)) return selectField(own, { name, schema }, shapeOf)
  const isSearch = /^(q|query|search|term|keyword)$/.test(snake)
  const searched = isSearch && fields.find((each) => /^(name|title|description)$/.test(each.name) && isText(each))
  return searched ? select(searched.name, 'contains', name) : writeLimit(name, fields, shapeOf)
}

// A filter by a limit says from when or until when.
const LIMITS = [
  { match: 'from', sign: '>', end: /_?(after|since|from|gte|gt|min|start)$/ },
  { match: 'before', sign: '<', end: /_?(before|until|to|lte|lt|max|end)$/ },
] as const

function writeLimit(name: string, fields: readonly Field[], shapeOf: ShapeOf): Code | undefined {
  const snake = toSnake(name)
  const limit = LIMITS.find(({ sign, end }) => name.endsWith(sign) || end.test(snake))
  if (limit === undefined) return undefined
  const bare = snake.replace(limit.end, '')
  const isMeant = (field: string) => (bare === '' ? CREATED.test(field) : [bare, `${bare}_at`].includes(field))
  const found = fields.find((each) => isMeant(toSnake(each.name)) && isComparable(shapeOf(each.schema)))
  return found && select(found.name, limit.match, name)
}

function selectField(
  field: Field,
  { name, schema }: Pick<Parameter, 'name' | 'schema'>,
  shapeOf: ShapeOf,
): Code | undefined {
  const { type, choices, items, keywords } = shapeOf(field.schema)
  const given = shapeOf(schema)
  if (type === 'array') return isLarge(shapeOf(items)) ? undefined : select(field.name, 'any', name)
  if (type === 'object' || type === 'unknown') return undefined
  if (type !== 'string') return select(field.name, 'equals', name)
  const offered = given.choices?.map(String)
  const every = offered?.find((each) => /^(all|any|\*)$/i.test(each) && !choices?.includes(each))
  const usual = offered?.find((each) => each === given.keywords.default)
  if (offered !== undefined && (every ?? usual) !== undefined) {
    return object([
      property('field', text(field.name)),
      property('match', "'equals'"),
      property('choices', list(offered.map(text))),
      ...(usual === undefined ? [] : [property('usual', text(usual))]),
      ...(every === undefined ? [] : [property('every', text(every))]),
    ])
  }
  const isFree = choices === undefined && keywords.format === undefined && !/(^|_)s?id$/.test(toSnake(field.name))
  if (!isFree) return select(field.name, 'equals', name)
  return object([property('field', text(field.name)), property('match', FREE_MATCH)])
}

/** How free texts are compared, which no document says. */
const FREE_MATCH = 'byText'

function select(field: string, match: string, name: string): Code {
  return field === name ? text(match) : object([property('field', text(field)), property('match', text(match))])
}

/** Writes how ids are made, where they are neither numbers nor UUIDs. */
export function writeId({ idSchema, isNumbered, id, singular }: Resource, shapeOf: ShapeOf): Code | undefined {
  if (isNumbered) return undefined
  const shape = shapeOf(idSchema)
  const pattern = readPattern(shape)
  const most = shape.keywords.maxLength
  const example = [shape.keywords.example].flat().find((each) => typeof each === 'string')
  const [prefix] = /^[A-Za-z]{1,8}[_-](?=[A-Za-z0-9]{6,}$)/.exec(example ?? '') ?? []
  if (pattern !== undefined) return `({ faker }) => faker.helpers.fromRegExp(${text(pattern)})`
  if (shape.keywords.format === 'snowflake')
    return '({ faker }) => faker.string.numeric({ length: 18, allowLeadingZeros: false })'
  if (prefix !== undefined) return `({ faker }) => \`${prefix}\${faker.string.alphanumeric(16)}\``
  if (typeof most === 'number' && most < 36)
    return `({ faker }) => faker.string.alphanumeric(${Math.max(1, Math.floor(most))})`
  if (id === undefined || /id$/.test(toSnake(id)) || shape.keywords.format !== undefined) return undefined
  return `({ faker, index }) => \`\${${writeText({ ...shape, isNullable: false }, id, singular)}}-\${index}\``
}
