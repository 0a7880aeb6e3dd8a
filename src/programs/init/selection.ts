/** What selects and what sorts the records of a list, and the times that tell their age. */

import { splitWords, toSnake } from './names.ts'
import type { DocumentOperation, Parameter } from './operations.ts'
import { isAboutPages } from './pages.ts'
import { toText } from './read-document.ts'
import type { Field, RecognisedResource } from './recognise.ts'
import { isNested, isText, type Shape } from './shape.ts'
import { list, object, property, text } from './source.ts'

const CREATED = /^(date_|time_)?(created|inserted|added|registered)(_at|_on|_date|_time)?$/
const UPDATED = /^(date_|time_)?(updated|modified|changed)(_at|_on|_date|_time)?$/
const TIME = /(_at|_on|date|time|created|updated)$/
const SORTS = /^(sort|sort_by|sort_field|order|order_by|ordering)$/

/** Finds the parameter with which clients choose an order. */
export const findSorting = ({ query }: DocumentOperation): Parameter | undefined =>
  query.find(({ name, shape }) => SORTS.test(toSnake(name)) && shape.choices !== undefined)

/** Writes the orders of a resource: those that clients choose, or by its age, which no document says. */
export function writeOrders(fields: readonly Field[], lists: readonly DocumentOperation[]): readonly string[] {
  const simple = fields.filter(({ shape }) => !isNested(shape) && shape.type !== 'boolean')
  const choices = [...new Set(lists.flatMap((each) => findSorting(each)?.shape.choices?.map(String) ?? []))]
  if (choices.length === 0) {
    const created = simple.find(({ name, shape }) => CREATED.test(toSnake(name)) && isComparable(shape))?.name
    return created === undefined ? [] : [property('newest', text(`-${created}`)), property('oldest', text(created))]
  }
  return choices.map((choice) => {
    const [, sign = '', bare = ''] = /^([-+]?)(.*)$/s.exec(choice) ?? []
    const word = toSnake(bare)
    const like = [word, `${word}_at`, `${word}_on`, `${word}_date`, `date_${word}`]
    const by = like.map((each) => simple.find(({ name }) => toSnake(name) === each)).find((each) => each)?.name ?? 'id'
    const isDown = sign === '-' || (sign === '' && TIME.test(toSnake(by)))
    return property(choice, text(isDown ? `-${by}` : by))
  })
}

// Numbers and times have an order.
const isComparable = ({ type, keywords }: Shape): boolean =>
  type === 'integer' || type === 'number' || (type === 'string' && /^date(-time)?$/.test(toText(keywords.format)))

/** Writes the times of a change, as far as records have them. */
export function writeTimes(fields: readonly Field[], isCreation: boolean): string[] {
  return fields.flatMap(({ name, shape: { type, keywords } }) => {
    if (!UPDATED.test(toSnake(name)) && !(isCreation && CREATED.test(toSnake(name)))) return []
    if (type === 'integer') return [property(name, 'Math.floor(Date.parse(request.now) / 1000)')]
    if (type !== 'string') return []
    if (keywords.format === 'date') return [property(name, 'request.now.slice(0, 10)')]
    const isSpoken = keywords.format === 'date-time-rfc-2822'
    return [property(name, isSpoken ? 'new Date(request.now).toUTCString()' : 'request.now')]
  })
}

/** Writes the filters of a list, and names the parameters that are none. */
export function writeFilters(operation: DocumentOperation, resource: RecognisedResource, fields: readonly Field[]) {
  const others: string[] = []
  const sorting = findSorting(operation)
  const filters = operation.query.flatMap((each) => {
    if (isAboutPages(each.name) || each === sorting) return []
    const filter = SORTS.test(toSnake(each.name)) ? undefined : writeFilter(each, resource, fields)
    if (filter === undefined) others.push(each.name)
    return filter === undefined ? [] : [property(each.name, filter)]
  })
  return { filters, others }
}

const select = (field: string, match: string): string => `guess(${text(field)}, ${text(match)})`

// A filter by a limit says from when or until when.
const LIMITS = [
  { match: 'from', sign: '>', end: /_?(after|since|from|gte|gt|min|start)$/ },
  { match: 'before', sign: '<', end: /_?(before|until|to|lte|lt|max|end)$/ },
]

function writeFilter({ name, shape }: Parameter, { parent, id }: RecognisedResource, fields: readonly Field[]) {
  const snake = toSnake(name)
  if (id !== undefined && snake === toSnake(id)) return select('id', 'equals')
  if (snake === toSnake(parent?.field ?? '')) return select(parent?.field ?? '', 'equals')
  const own = fields.find((field) => toSnake(field.name) === snake)
  if (own !== undefined && !/[<>]$/.test(name)) return selectField(own, shape)
  const isSearch = /^(q|query|search|term|keyword)$/.test(snake)
  const searched = fields.find((each) => /^(name|title|description)$/.test(each.name) && isText(each.shape))
  if (isSearch && searched !== undefined) return select(searched.name, 'contains')
  const limit = LIMITS.find(({ sign, end }) => name.endsWith(sign) || end.test(snake))
  const bare = limit && snake.replace(limit.end, '')
  const isMeant = (field: string) => (bare === '' ? CREATED.test(field) : [bare, `${bare}_at`].includes(field))
  const found = limit && fields.find((each) => isMeant(toSnake(each.name)) && isComparable(each.shape))
  return found && select(found.name, limit.match)
}

function selectField({ name, shape: { type, choices, items, keywords } }: Field, given: Shape): string | undefined {
  if (type === 'array') return items === undefined || isNested(items) ? undefined : select(name, 'any')
  if (type === 'object' || type === 'unknown') return undefined
  if (given.type === 'array') return select(name, 'any')
  if (type !== 'string') return select(name, 'equals')
  const offered = given.choices?.map(String) ?? []
  const every = offered.find((each) => /^(all|any|\*)$/i.test(each) && !choices?.includes(each))
  const usual = offered.find((each) => each === given.keywords.default)
  if (every !== undefined || usual !== undefined) {
    return object([
      `...${select(name, 'equals')}`,
      property('choices', list(offered.map(text))),
      usual !== undefined && property('usual', text(usual)),
      every !== undefined && property('every', text(every)),
    ])
  }
  const isFree =
    choices === undefined && keywords.format === undefined && splitWords(name).at(-1)?.endsWith('id') !== true
  return isFree ? `guessText(${text(name)})` : select(name, 'equals')
}
