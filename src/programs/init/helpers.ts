/** The functions that written code calls, and the questions that they leave open: what documents do not say. */

import { commonQuestions } from '../../rest/common-questions.ts'
import { namesIn, object, property, tall, text, type } from './source.ts'

interface Helper {
  /** What it guesses: what its code reads the answer of. */
  readonly guess?: {
    readonly id: string
    readonly question: string
    readonly values: Readonly<Record<string, string>>
    readonly advice: string
  }
  /** Writes it. @param read the type of what answers the question */
  write(read: string): string
}

const CONTEXT = type(': Context<unknown>')
const FIND = type(': (path: Path, context: Context<unknown>) => RecordOf<R>')
const PATH = type(': Context<unknown> & { readonly path: Path }')
const OF = type(': R')
const FIELD = type(': Field')

// In the order in which they need each other.
const HELPERS: Readonly<Record<string, Helper>> = {
  usualOrder: {
    guess: {
      id: 'usualOrder',
      question: 'In which order is a list whose records have a time of their creation?',
      values: { newest: 'The newest first.', oldest: 'The oldest first.' },
      advice: 'Sort the records that you show.',
    },
    write: (read) => `const usualOrder = ({ assumptions }${read}) => assumptions.usualOrder`,
  },
  guess: {
    guess: {
      id: 'guessedFilters',
      question: 'Does a parameter select records by the field that is named like it?',
      values: { applied: 'Yes.', ignored: 'No: it changes nothing about the list.' },
      advice: 'Filter again by what you show.',
    },
    write: (read) => `// Where you know what a parameter does, replace this, such as by \`state: 'equals'\`.
const guess = ${type('<const Field extends string, const Match extends string>')}(field${FIELD}, match${type(': Match')}) => ({
field, match, applies: ({ assumptions }${read}) => assumptions.guessedFilters === 'applied' })`,
  },
  guessText: {
    guess: {
      id: 'textFilters',
      question: 'Which records does a filter by a free text select?',
      values: { equals: 'Those with exactly this text.', contains: 'Those whose text contains it.' },
      advice: 'Filter by whole texts, and check the result in the client.',
    },
    write: (read) => `const guessText = ${type('<const Field extends string>')}(field${FIELD}) => ({
...guess(field, 'equals'), match: ({ assumptions }${read}) => assumptions.textFilters })`,
  },
  below: {
    guess: {
      id: 'nestedLists',
      question: 'Which records does a list below another record contain?',
      values: { own: 'Those that belong to it.', every: 'Every record.' },
      advice: 'Filter again by what they belong to.',
    },
    write: (read) =>
      `const below = ${type('<Fields extends object>')}(fields${type(': Fields')}, { assumptions }${read}) => (assumptions.nestedLists === 'own' ? fields : {})`,
  },
  elsewhere: {
    guess: {
      id: 'otherPaths',
      question: 'What does a list select by a parameter of its path that its records do not have?',
      values: { every: 'Every record.', refused: 'Status 404, because nothing has that name.' },
      advice: 'Declare what such a path selects with `within`.',
    },
    write: (read) =>
      `const elsewhere = (_path${type(': unknown')}, { assumptions, refuse }${read}${type(' & Context<unknown>')}) => {
if (assumptions.otherPaths === 'refused') refuse(404, 'Not found.')
return {} }`,
  },
  reads: {
    write: () => `// Reads the record that a path names.
const reads = ${type('<R extends Resource, Path>')}(of${OF}, find${FIND}) => ({
responds: of, refuses: [404], run: (request${PATH}) => find(request.path, request) })`,
  },
  deletes: {
    write: () => `// Deletes the record that a path names.
const deletes = ${type('<R extends Resource, Path>')}(of${OF}, find${FIND}) => ({
refuses: [404], run: (request${PATH}) => request.delete(of, find(request.path, request)) })`,
  },
  optional: {
    write: () => `// The schema of a body that may be left out.
const optional = ${type('<Fields extends z.ZodRawShape>')}(fields${type(': Fields')}) => z.object(fields).prefault({}${type(' as never')})`,
  },
  notSimulated: {
    write: () => `const notSimulated = {
refuses: [501], run: ({ refuse }${CONTEXT}) => refuse(501, 'This operation is not simulated yet.') }`,
  },
}

export const HELPER_NAMES: readonly string[] = Object.keys(HELPERS)

/** Writes the functions that code calls, and their questions after those of all APIs. */
export function writeHelpers(code: string): { readonly questions: string; readonly helpers: readonly string[] } {
  const called = namesIn(code)
  const used = Object.entries(HELPERS).filter(
    ([name]) => called.has(name) || (name === 'guess' && called.has('guessText')),
  )
  const questions = used.flatMap(([, { guess }]) => {
    if (guess === undefined || guess.id in commonQuestions) return []
    const meanings = Object.entries(guess.values).map(([value, meaning]) => property(value, text(meaning)))
    const parts = [property('question', text(guess.question)), property('values', object(meanings))]
    return [property(guess.id, tall([...parts, property('advice', text(guess.advice))]))]
  })
  const helpers = used.map(([, { guess, write }]) => {
    const values = Object.keys(guess?.values ?? {}).map(text)
    return write(type(`: { readonly assumptions: { readonly ${guess?.id}: ${values.join(' | ')} } }`))
  })
  return { questions: tall(['...commonQuestions', ...questions]), helpers }
}
