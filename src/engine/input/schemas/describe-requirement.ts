import type { z } from 'zod'
import { suggestWord } from '../text/suggestion.ts'

type ZodIssue = z.core.$ZodIssue

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with fields',
  record: 'an object with fields',
}

// What zod says where a schema has no message of its own.
const OF_ZOD = /^(?:Invalid |Too (?:big|small)|Unrecognized )/

/** Says what a value must be, as a sentence without its full stop. */
export function describeRequirement(zodIssue: ZodIssue): string {
  if (zodIssue.code === 'invalid_union' && zodIssue.errors.length > 0) return describeForms(zodIssue.errors.flat())
  // The words that tell the forms of an object apart.
  if (zodIssue.code === 'invalid_union' && 'options' in zodIssue) return `Allowed: ${listAllowed(zodIssue).join(', ')}`
  const type = zodIssue.code === 'invalid_type' ? `Expected: ${TYPES[zodIssue.expected] ?? zodIssue.expected}` : ''
  if (!OF_ZOD.test(zodIssue.message)) return addRule(type, zodIssue.message)
  if (type !== '') return type
  if (zodIssue.code === 'invalid_value') return `Allowed: ${listAllowed(zodIssue).join(', ')}`
  if (zodIssue.code === 'too_small')
    return describeBound(zodIssue.origin, 'least', zodIssue.minimum, zodIssue.inclusive)
  if (zodIssue.code === 'too_big') return describeBound(zodIssue.origin, 'most', zodIssue.maximum, zodIssue.inclusive)
  if (zodIssue.code === 'not_multiple_of') return `It must be a multiple of ${zodIssue.divisor}`
  if (zodIssue.code === 'invalid_format') return describeFormat(zodIssue)
  return 'It is not valid here'
}

/** Asks whether one of the allowed words was meant. Empty if none is similar. */
export function suggestAllowed(zodIssue: ZodIssue, found: unknown): string {
  return typeof found === 'string' ? suggestWord(found, listAllowed(zodIssue)) : ''
}

// A number that may also be written as text is listed once.
function listAllowed(zodIssue: ZodIssue): string[] {
  if (zodIssue.code === 'invalid_value') return [...new Set(zodIssue.values.map(String))]
  return 'options' in zodIssue && Array.isArray(zodIssue.options) ? zodIssue.options.map(String) : []
}

// What a schema says about its value seldom says of which type it is.
function addRule(type: string, message: string): string {
  return type === '' || message.startsWith('Expected: ') ? message : `${type}. ${message}`
}

export function describeForms(forms: readonly ZodIssue[]): string {
  const texts = forms.map(describeRequirement)
  const types = texts.filter((text) => text.startsWith('Expected: ')).map((text) => text.slice('Expected: '.length))
  const others = texts.filter((text) => !text.startsWith('Expected: '))
  const expected = types.length === 0 ? [] : [`Expected: ${[...new Set(types)].join(', or ')}`]
  const [first = '', ...rest] = new Set([...expected, ...others])
  return [first, ...rest.map((text) => text.replace(/^Allowed: /, ''))].join('. Or: ')
}

function describeBound(
  origin: string,
  bound: 'least' | 'most',
  limit: number | bigint,
  isInclusive: boolean | undefined,
): string {
  const parts = origin === 'string' ? 'characters' : 'items'
  if (/^(?:string|array|set|map|file)$/.test(origin)) {
    if (bound === 'least' && limit === 1) return 'It must not be empty'
    return `It must have at ${bound} ${limit} ${parts}`
  }
  if (isInclusive === false) return `It must be ${bound === 'least' ? 'more' : 'less'} than ${limit}`
  return `It must be at ${bound} ${limit}`
}

function describeFormat(zodIssue: z.core.$ZodIssueInvalidStringFormat): string {
  if (zodIssue.format === 'starts_with' && 'prefix' in zodIssue) return `It must start with "${zodIssue.prefix}"`
  if (zodIssue.format === 'datetime') return 'It must be an ISO 8601 date-time, such as 2026-03-02T09:00:00Z'
  if (zodIssue.format === 'regex') return `It must match ${zodIssue.pattern}`
  return `It must be a valid ${zodIssue.format}`
}
