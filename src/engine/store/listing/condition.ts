// Conditions on fields, and how texts are compared.

/** How a text is compared with the text of a field. */
export type TextMatch = 'exact' | 'prefix' | 'substring' | 'substringIgnoringCase'

export interface TextSearch {
  readonly match: TextMatch
  readonly value: string
}

/** What one field of a record must be. Null meets no condition. */
export type Condition = { readonly field: string } & (
  | TextSearch
  | { readonly match: 'equals'; readonly value: string | boolean }
  /** The field is a list that contains any or all of the values. */
  | { readonly match: 'any' | 'all'; readonly value: readonly string[] }
  | { readonly match: 'oneOf'; readonly value: readonly string[] }
)

/** How a condition compares. */
export type Match = Condition['match']

type Test = (value: unknown) => boolean

/** Builds a function that tells whether a value meets a condition. Lists of values become sets, built only once. */
export function buildTest(condition: Condition): Test {
  const { match, value: expected } = condition
  switch (match) {
    case 'equals':
      return (value) => value === expected
    case 'oneOf':
      return buildMembership(expected)
    case 'any': {
      const isExpected = buildMembership(expected)
      return (value) => Array.isArray(value) && value.some(isExpected)
    }
    case 'all': {
      const isExpected = buildMembership(expected)
      const count = new Set(expected).size
      return (value) => Array.isArray(value) && new Set(value.filter(isExpected)).size === count
    }
    default:
      return buildTextTest({ match, value: expected })
  }
}

export function isTextSearch(condition: Condition): condition is Condition & TextSearch {
  return Object.hasOwn(spellings, condition.match)
}

/** Whether a text matches another one, if both are spelled as `spellingOf` spells them. */
export function matchesText(text: string, searched: string, match: TextMatch): boolean {
  if (match === 'exact') return text === searched
  return match === 'prefix' ? text.startsWith(searched) : text.includes(searched)
}

/** Returns how texts are spelled before they are compared: in lower case if case does not matter. */
export function spellingOf(match: TextMatch): Spelling {
  return spellings[match]
}

export interface Spelling {
  readonly name: 'same' | 'folded'
  spell(text: string): string
}

const same: Spelling = { name: 'same', spell: (text) => text }
const folded: Spelling = { name: 'folded', spell: (text) => text.toLowerCase() }
/** How texts can be spelled. */
export const SPELLINGS: readonly Spelling[] = [same, folded]
const spellings: Readonly<Record<TextMatch, Spelling>> = {
  exact: same,
  prefix: same,
  substring: same,
  substringIgnoringCase: folded,
}

function buildMembership(values: readonly string[]): Test {
  const set = new Set<unknown>(values)
  return (value) => set.has(value)
}

function buildTextTest({ match, value: text }: TextSearch): Test {
  const { spell } = spellingOf(match)
  const searched = spell(text)
  return (value) => typeof value === 'string' && matchesText(spell(value), searched, match)
}
