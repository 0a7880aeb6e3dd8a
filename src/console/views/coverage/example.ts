// Builds requests for cases that have not happened yet.

import type { Schemas } from '../../store/api.ts'
import { splitCase } from './find-cases.ts'

const ID = '00000000-0000-4000-8000-000000000000'

// The first that matches decides. `$1` is what the parentheses contain.
const VALUES: readonly (readonly [expression: RegExp, values: readonly string[]])[] = [
  [/^absent$/, []],
  [/^empty$/, ['']],
  [/^given$/, ['a']],
  [/^any other$/, ['OTHER']],
  [/^one$/, [ID]],
  [/^several$/, [`${ID},${ID.replace(/0$/, '1')}`]],
  [/^above (\d+)$/, ['1$1']],
  [/^(\d+) to \d+$/, ['$1']],
  [/^([\w-]+)$/, ['$1']],
]

const ERRORS: readonly (readonly [expression: RegExp, query: string])[] = [
  [/^(\w+) is too small$/, '$1=-1'],
  [/^(\w+) is too large$/, '$1=1000000'],
  [/^(\w+) is not .+$/, '$1=!'],
  [/^a parameter is unknown$/, 'unknown=1'],
]

const PAGES: Readonly<Record<string, string>> = {
  'first of several': 'limit=1',
  middle: 'limit=1&offset=1',
  'beyond the end': 'offset=1000000',
}

/**
 * Builds the path of a request for a case of an operation.
 *
 * @returns undefined if the case needs more than a GET request with parameters in its query
 */
export function buildExample(id: string, operation: Schemas['operations'][number] | undefined): string | undefined {
  const { subject, what } = splitCase(id)
  if (operation === undefined) return what === 'unknown path' ? '/no-such-path' : undefined
  const { method, path } = operation
  if (method !== 'GET' || path.includes('{')) return undefined
  const query = buildQuery(subject, what)
  return query === undefined ? undefined : `${path}${query === '' ? '' : `?${query}`}`
}

function buildQuery(subject: string, what: string): string | undefined {
  if (subject === 'answers') return what === 'success' ? '' : undefined
  if (subject === 'pages') return PAGES[what]
  if (subject === 'errors') return fill(ERRORS, what, (query, found) => what.replace(found, query))
  return fill(VALUES, what, (values, found) =>
    values.map((value) => `${subject}=${encodeURIComponent(what.replace(found, value))}`).join('&'),
  )
}

function fill<Value>(
  rules: readonly (readonly [RegExp, Value])[],
  what: string,
  build: (value: Value, found: RegExp) => string,
): string | undefined {
  const rule = rules.find(([expression]) => expression.test(what))
  return rule && build(rule[1], rule[0])
}
