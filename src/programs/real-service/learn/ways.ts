// How services leave the values of the register, and the requests that tell.

import type { AssumptionId } from '../../../service/types.ts'
import type { ReadRequest } from '../reader/messages.ts'

/** A text that is nothing. */
export const NOTHING = 'no-such-value'
/** An id that no record has. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
/** The fields that a search by name may look at, too. */
export const OTHER_FIELDS = ['id', 'repo_url', 'image_version', 'image_uri', 'repo_ref', 'k8s_namespace'] as const

/** What the ways of those end with. */
const OTHER_FIELD = ', too'

/** What the values of a parameter are made from. */
export interface Known {
  /** The longest texts of the field that the parameter compares. */
  readonly texts: readonly string[]
  /** Texts of other fields that no value of this field has, by field. */
  readonly others: Readonly<Record<string, string | undefined>>
  /** A text of the field that has letters of `FOREIGN`. */
  readonly foreign: string | undefined
}

/** The values of a parameter in each request, made from the longest known text. Several are sent together. */
type Asked = readonly (string | undefined | readonly (string | undefined)[])[]
type Ways = Readonly<Record<string, Asked | ((text: string, known: Known) => Asked)>>

/** What is between words. */
export const SIGNS = /[-_ .]+/
const OTHER_SIGNS = /[- .]+/
const wordsOf = (text: string) => text.split(SIGNS)

/** Writes a text in the other case. */
export function swapCase(text: string): string {
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase()
}

/** Letters that ASCII does not have, and that are one letter in each case. */
export const FOREIGN = /[\u00c0-\u00d6\u00d8-\u00de\u00e0-\u00f6\u00f8-\u00fe\u0391-\u03a1\u0410-\u044f]/g

/** A letter within a word that is in few names. */
function pickLetter(name: string, { texts: [, other = ''] }: Known): string | undefined {
  const letters = [...(wordsOf(name)[1] ?? name)].slice(1, -1)
  return letters.find((letter) => !other.includes(letter)) ?? letters[0]
}

const everyOther = (text: string) => [...text].filter((_, place) => place % 2 === 0).join('')
const together = (one: string, { texts: [, other] }: Known): Asked => (other === undefined ? [] : [[one, other]])

/** Texts each of which a service may read in a way of its own. The others of a way are sent to be sure. */
function apart(...texts: readonly string[]): Ways {
  return Object.fromEntries(texts.map((text) => [text, [text]]))
}

/**
 * The ways of each question, by parameters and in words. A value is stated only if the service answers all of these
 * requests as it says. Most compare what two values have in common, or ask one parameter what was asked another one.
 */
const WAYS: Readonly<Partial<Record<AssumptionId, Readonly<Record<string, Ways>>>>> = {
  nameMatching: {
    name_contains: {
      'every name': [NOTHING],
      'whole names': (name) => [name.slice(0, -1)],
      'beginnings of words': (name) => [wordsOf(name)[1]],
      'words as a whole': (name) => [wordsOf(name)[1]?.slice(1, -1)],
      'ends of names': (name) => [name.slice(1), name.slice(-3)],
      'without regard to case': (name) => [swapCase(name.slice(0, -1)), swapCase(name.slice(1))],
      'without regard to case in ASCII': (_, { foreign }) => [foreign?.replace(FOREIGN, swapCase)],
      'without regard to accents': (name) => [name.replace(/[aeiou]/i, '$&\u0301').normalize()],
      // An underscore is a pattern of SQL, too.
      'other signs between words': (name) => [
        OTHER_SIGNS.test(name) ? name.replace(OTHER_SIGNS, '_') : name.replace('_', '-'),
      ],
      'patterns of SQL': (name) => (OTHER_SIGNS.test(name) ? [] : [`${name.slice(0, 2)}%${name.slice(3)}`]),
      'without what is around it, or any of several words': (name) => [` ${name} `],
      // It is the letter before it, once, or nothing.
      'regular expressions, or patterns with *': (name) => [`${name.slice(0, 3)}*${name.slice(3)}`],
      'letters in their order': (name) => [everyOther(name)],
      'only longer texts': (name, known) => [pickLetter(name, known)],
      ...Object.fromEntries(OTHER_FIELDS.map((field) => [field + OTHER_FIELD, (_, { others }) => [others[field]]])),
    },
  },
  imageVersionMatching: {
    image_version: {
      'part of the text': (version) => [version.slice(1), version.slice(0, -1)],
      'without regard to case': (version) => [swapCase(version), swapCase(version.slice(0, -1))],
      'whole numbers': (version) => [
        version.replace(/[^a-z\d]*[a-z\d]+$/i, ''),
        version.replace(/^(\d+\.\d+).*$/, '$1'),
      ],
      'newer versions, too': ['0', '0.0.0', '>0'],
      patterns: ['%', '*'],
      'any of several': (version, { texts: [, other = NOTHING] }) => [`${version},${other}`],
      'without what is around it': (version) => [` ${version} `, `v${version}`],
      'without what follows a hyphen': (version) => [`${version.split('-')[0]}-${NOTHING}`],
    },
  },
  emptyFilter: { 'name_contains,status,tag_value_ids,image_version,deployment_ids': { 'by parameter': [''] } },
  nullParameter: { 'limit,name_contains,status,image_version,deployment_type': { 'by parameter': ['null'] } },
  repeatedParameter: {
    limit: { 'by parameter': [['3', '1'], ['1', '3']] }, // biome-ignore format: pairs
    'name_contains,status,image_version,deployment_type,deployment_ids': { 'all of them': together },
    remote_reconciled: { 'all of them': [['true', 'false']] },
  },
  unknownStatus: { status: apart(NOTHING, 'ready', ' READY ', 'READY,UNUSED') },
  malformedIdInList: {
    'deployment_ids,tag_value_ids': apart('!', UNKNOWN_ID),
    deployment_ids: {
      'as a text': (id) => [id.toUpperCase(), id.replaceAll('-', '')],
      'as a whole': (id, { texts: [, other = id] }) => [`${other},!`],
    },
  },
  deploymentTypes: {
    deployment_type: apart(NOTHING, 'PROD', 'dev,prod', 'serverless', 'dedicated', 'dev_zero', 'preview', 'staging'),
  },
  integerSyntax: {
    limit: apart('+3', ' 3', '03', '3.0', '1_0', '1e1', '0x3', '3abc', '3.5', '\u0663'),
    offset: { 'by parameter': ['+2', ' 2 ', '02', '2.0', '1_0', '1e1'] },
  },
  booleanSyntax: {
    remote_reconciled: {
      words: ['true', 'false'],
      'in other case': ['True', 'FALSE'],
      digits: ['1', '0'],
      'yes and no': ['yes', 'on', 'off'],
      letters: ['t', 'N'],
      'any text': ['2', NOTHING],
    },
  },
  validationStatus: { limit: apart('0', '101', NOTHING, ''), offset: apart('-1', NOTHING) },
  offsetBeyondEnd: { offset: { 'far beyond the end': ['1000000000', '5000'] } },
}

/** How programs read integers and booleans: they accept the texts that match. */
export const READINGS: Readonly<Partial<Record<AssumptionId, readonly RegExp[]>>> = {
  integerSyntax: [
    /^\d+$/,
    /^(?:0|[1-9]\d*)$/,
    /^[+-]?\d+$/,
    /^ *\d+ *$/,
    /^ *[+-]?\d+(?:_\d+)* *$/, // Python
    /^ *[+-]?\d+(?:_\d+)*(?:\.0+)? *$/, // pydantic
    /^(?:0|[1-9]\d*)(?:\.0+)?(?:e\d+)?$/, // JSON
    /^ *(?:[+-]?\d+(?:\.0+)?(?:e\d+)?|0x[\da-f]+) *$/, // Number(), Ajv
    /^ *(?:[+-]?\d+(?:\.\d+)?(?:e\d+)?|0x[\da-f]+) *$/,
    /^\d+(?:\.\d+)?$/,
    /^ *[+-]?\d/, // parseInt()
    /^/,
  ],
  booleanSyntax: [
    /^(?:true|false)$/,
    /^(?:true|false|[01])$/,
    /^(?:true|false)$/i,
    /^(?:true|false|[01])$/i,
    /^(?:true|false|[01tf])$/i, // Go
    /^(?:true|false|[01]|yes|no|on|off)$/i,
    /^(?:true|false|[01tfyn]|yes|no|on|off)$/i, // pydantic
    /^/,
  ],
}

/** The texts of the ways that come from no data. */
export const ASKED: ReadonlySet<string> = new Set(
  Object.values(WAYS)
    .flatMap((byParameters) => Object.values(byParameters))
    .flatMap((ways) => Object.values(ways))
    .flatMap((asked) => (typeof asked === 'function' ? [] : asked.flatMap(toTexts))),
)

/** A way of leaving a question, and the values of the parameter that tell. */
interface Way {
  readonly question: AssumptionId
  readonly way: string
  list(known: Known): readonly (readonly string[])[]
}

/** Lists the ways that a parameter tells. */
export function listWaysOf(parameter: string): readonly Way[] {
  return Object.entries(WAYS).flatMap(([question, byParameters]) =>
    Object.entries(byParameters)
      .filter(([names]) => names.split(',').includes(parameter))
      .flatMap(([, ways]) => Object.entries(ways))
      .map(([way, asked]) => ({ question: question as AssumptionId, way, list: (known) => listValues(asked, known) })),
  )
}

function listValues(asked: Ways[string], known: Known): readonly (readonly string[])[] {
  if (typeof asked !== 'function') return asked.map(toTexts)
  const [text] = known.texts
  const all = text === undefined ? [] : asked(text, known).map((each) => toTexts(each))
  // What a change leaves empty tells nothing.
  return all.filter((texts) => texts.length > 0 && !texts.includes(''))
}

function toTexts(asked: Asked[number]): string[] {
  return [asked].flat().filter((text) => text !== undefined)
}

/** Names the ways of leaving a question that a request tells. */
export function describeWays({ query }: ReadRequest, id: AssumptionId): string {
  const names = [...new URLSearchParams(query).keys()]
  const ways = names.flatMap(listWaysOf).filter(({ question }) => question === id)
  return [...new Set(ways.map(({ way }) => way))].join(', ')
}
