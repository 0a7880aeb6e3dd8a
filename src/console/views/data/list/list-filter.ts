// How a list is filtered: what its route says, and what somebody types.

import type { Route } from '../../../app/routes.ts'
import { formatFilter, parseFilter } from '../../../components/forms/filter-field.tsx'
import type { JsonSchema, ListParameter, ResourceDescription } from '../../../store/api.ts'

/** A field that a list can be filtered by. */
export type FilterParameter = Pick<ListParameter, 'name' | 'schema' | 'filters'>

/** A filter of a list. */
export interface ListFilter {
  /** The filter as text. */
  readonly text: string
  readonly fields: Readonly<Record<string, string>>
  /** The parts of the text that cannot be sent. */
  readonly ignored: readonly string[]
}

// What the query of a route says besides the filter.
const OTHERS = ['q', 'offset', 'new', 'tab', 'presenter', 'limit']

/** Lists the parameters that a resource can be filtered by. The offset is that of the page. */
export function listParameters({ list, belongsTo }: ResourceDescription): readonly FilterParameter[] {
  if (list !== null) return list.parameters.filter((each) => each.in === 'query' && each.name !== 'offset')
  return Object.keys(belongsTo).map((name) => ({ name, schema: { type: 'string' }, filters: name }))
}

/** Reads the filter of a list from its route. Words without a name search for the name. */
export function readFilter(resource: ResourceDescription, query: Route['query']): ListFilter {
  const size = query.limit === undefined ? {} : { limit: query.limit }
  const parameters = listParameters(resource)
  const names = parameters.map(({ name }) => name)
  const queryFields = Object.fromEntries(Object.entries(query).filter(([name]) => !OTHERS.includes(name)))
  const text = formatFilter({ fields: queryFields, text: query.q ?? '' })
  const parsed = parseFilter(text, names)
  const isName = /^[\w-]+=/.test(parsed.text) ? undefined : findNameParameter(parameters)
  if (parsed.text === '' || isName === undefined || parsed.fields[isName] !== undefined)
    return { text, fields: { ...size, ...parsed.fields }, ignored: parsed.text === '' ? [] : parsed.text.split(' ') }
  return { text, fields: { ...size, ...parsed.fields, [isName]: parsed.text }, ignored: [] }
}

/** Writes a filter into the query of a route: as fields if that says the same as the text. */
export function writeFilter(resource: ResourceDescription, text: string): Record<string, string | undefined> {
  const parsed = parseFilter(
    text,
    listParameters(resource).map(({ name }) => name),
  )
  const hasAll = Object.values(parsed.fields).every((value) => value !== '')
  if (hasAll && formatFilter(parsed) === text) return { ...parsed.fields, q: parsed.text }
  return { q: text }
}

/** Suggests what can be typed. */
export function suggestFilters(resource: ResourceDescription): readonly string[] {
  return listParameters(resource).flatMap(({ name, schema }) => {
    const values = listValues(schema)
    return values.length === 0 ? [`${name}=`] : values.map((value) => `${name}=${value}`)
  })
}

/** Lists the values of a parameter, if there are few. */
function listValues({ type, enum: values, examples }: JsonSchema): readonly string[] {
  if (type === 'boolean') return ['true', 'false']
  return (values ?? (Array.isArray(examples) ? examples : [])).map(String)
}

/** Lists the parameters whose value is none of the known ones. Others are allowed, but probably typing errors. */
export function listMistyped(
  resource: ResourceDescription,
  { fields }: ListFilter,
): readonly { readonly name: string; readonly known: readonly string[] }[] {
  return listParameters(resource).flatMap(({ name, schema }) => {
    const value = fields[name]
    const known = schema.type === 'boolean' ? [] : listValues(schema)
    return !value || known.length === 0 || known.includes(value) ? [] : { name, known }
  })
}

function findNameParameter(parameters: readonly FilterParameter[]): string | undefined {
  return parameters.find(({ filters }) => filters === 'name')?.name
}
