// How services leave the values of the register, and the requests that tell.

import type { AssumptionId } from '../../../service/types.ts'
import type { ReadRequest } from '../reader/messages.ts'

/** What the texts of a parameter are made from. */
export interface Known {
  /** The longest value of the field that the parameter compares, and one more. Empty if no record has one. */
  readonly texts: readonly string[]
  /** Texts of other fields that no value of this field has. */
  readonly others: readonly string[]
}

/** A way in which services leave a question. */
interface Way {
  readonly question: AssumptionId
  /** What such a service does, in words. */
  readonly way: string
  readonly parameter: string
  /** Lists the values of the parameter, for each request one, or several that are sent together. */
  readonly list: (known: Known) => readonly (string | readonly string[])[]
}

/** A text that is nothing. */
export const NOTHING = 'no-such-value'
/** An id that no record has. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
/** The fields that a search by name may look at, too. */
export const OTHER_FIELDS = ['id', 'repo_url', 'image_version', 'image_uri', 'repo_ref', 'k8s_namespace'] as const
const SIGNS = /[-_ .]+/
const wordsOf = (text: string) => text.split(SIGNS)

function swapCase(text: string): string {
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase()
}

/** Applies a change to the longest text. What it leaves empty or as it was tells nothing. */
const change =
  (...changes: readonly ((text: string) => string | undefined)[]) =>
  ({ texts: [text] }: Known) =>
    text === undefined ? [] : changes.flatMap((each) => each(text) ?? []).filter((each) => each !== '')

const fixed =
  (...values: readonly (string | readonly string[])[]) =>
  () =>
    values

const together = ({ texts: [one, other] }: Known) =>
  one === undefined || other === undefined
    ? []
    : [
        [one, other],
        [other, one],
      ]

const inEach = (
  question: AssumptionId,
  way: string,
  parameters: readonly string[],
  list: Way['list'],
): readonly Way[] => parameters.map((parameter) => ({ question, way, parameter, list }))

/**
 * The ways, by what they leave. A value is stated only if the service answers all of these requests as it says. Most
 * compare what two values have in common, or ask in one parameter what was asked in another one.
 */
export const WAYS: readonly Way[] = [
  ...inEach(
    'nameMatching',
    'whole names',
    ['name_contains'],
    change((text) => text.slice(0, -1)),
  ),
  ...inEach(
    'nameMatching',
    'beginnings of words',
    ['name_contains'],
    change((text) => wordsOf(text)[1]),
  ),
  ...inEach(
    'nameMatching',
    'words as a whole',
    ['name_contains'],
    change((text) => wordsOf(text)[1]?.slice(1, -1)),
  ),
  ...inEach(
    'nameMatching',
    'ends of names',
    ['name_contains'],
    change(
      (text) => text.slice(1),
      (text) => text.slice(-3),
    ),
  ),
  ...inEach(
    'nameMatching',
    'without regard to case',
    ['name_contains'],
    change(
      (text) => swapCase(text.slice(0, -1)),
      (text) => swapCase(text.slice(1)),
    ),
  ),
  ...inEach(
    'nameMatching',
    'other signs between words',
    ['name_contains'],
    change((text) => text.replace(SIGNS, (sign) => (sign === '-' ? '_' : '-'))),
  ),
  ...inEach(
    'nameMatching',
    'patterns',
    ['name_contains'],
    change((text) => `${text.slice(0, 2)}*${text.slice(-2)}`),
  ),
  ...inEach(
    'nameMatching',
    'any of several words',
    ['name_contains'],
    change((text) => `${text} ${NOTHING}`),
  ),
  ...inEach(
    'nameMatching',
    'letters in their order',
    ['name_contains'],
    change((text) => [...text].filter((_, place) => place % 2 === 0).join('')),
  ),
  ...inEach(
    'nameMatching',
    'only longer texts',
    ['name_contains'],
    change((text) => text.slice(-1)),
  ),
  ...inEach('nameMatching', 'other fields, too', ['name_contains'], ({ others }) => others),
  ...inEach(
    'imageVersionMatching',
    'part of the text',
    ['image_version'],
    change(
      (text) => text.slice(1),
      (text) => text.slice(0, -1),
    ),
  ),
  ...inEach(
    'imageVersionMatching',
    'without regard to case',
    ['image_version'],
    change(swapCase, (text) => swapCase(text.slice(0, -1))),
  ),
  ...inEach(
    'imageVersionMatching',
    'whole numbers',
    ['image_version'],
    change(
      (text) => text.replace(/[^a-z\d]*[a-z\d]+$/i, ''),
      (text) => text.replace(/^(\d+\.\d+).*$/, '$1'),
    ),
  ),
  ...inEach('imageVersionMatching', 'newer versions, too', ['image_version'], fixed('0', '0.0.0')),
  ...inEach(
    'imageVersionMatching',
    'without what follows a hyphen',
    ['image_version'],
    change((text) => `${text.split('-')[0]}-${NOTHING}`),
  ),
  ...inEach(
    'emptyFilter',
    'by parameter',
    ['name_contains', 'status', 'tag_value_ids', 'image_version', 'deployment_ids'],
    fixed(''),
  ),
  ...inEach(
    'nullParameter',
    'by parameter',
    ['limit', 'name_contains', 'status', 'image_version', 'deployment_type'],
    fixed('null'),
  ),
  ...inEach('repeatedParameter', 'by parameter', ['limit'], fixed(['3', '1'], ['1', '3'])),
  ...inEach('repeatedParameter', 'all of them', ['name_contains', 'deployment_ids'], together),
  ...inEach('unknownStatus', 'in other case', ['status'], fixed(NOTHING, 'ready')),
  ...inEach('malformedIdInList', 'by parameter', ['deployment_ids', 'tag_value_ids'], fixed('!', UNKNOWN_ID)),
  ...inEach(
    'malformedIdInList',
    'as a text',
    ['deployment_ids'],
    change(
      (id) => id.toUpperCase(),
      (id) => id.replaceAll('-', ''),
      (id) => `${id},!`,
    ),
  ),
  ...inEach(
    'deploymentTypes',
    'other types',
    ['deployment_type'],
    fixed(NOTHING, 'PROD', 'serverless', 'dedicated', 'dev_zero', 'preview', 'staging'),
  ),
  ...inEach(
    'integerSyntax',
    'spellings of other languages',
    ['limit'],
    fixed('+3', ' 3 ', '03', '3.0', '1_0', '1e1', '0x3', '3abc', '3.5'),
  ),
  ...inEach('integerSyntax', 'by parameter', ['offset'], fixed('+2', ' 2 ', '02', '2.0', '1_0', '1e1')),
  ...inEach(
    'booleanSyntax',
    'some of the spellings',
    ['remote_reconciled'],
    fixed('true', 'false', 'True', 'FALSE', '1', '0', 'yes', 'on', 'off', 't', 'N', '2', NOTHING),
  ),
  ...inEach('validationStatus', 'by parameter', ['limit'], fixed('0', '101', NOTHING, '')),
  ...inEach('validationStatus', 'by parameter', ['offset'], fixed('-1', NOTHING)),
  ...inEach('offsetBeyondEnd', 'far beyond the end', ['offset'], fixed('1000000000', '5000')),
]

/** Names the ways of leaving a question that a request tells. */
export function describeWays({ query }: ReadRequest, id: AssumptionId): string {
  const names = new Set(new URLSearchParams(query).keys())
  const found = WAYS.filter(({ question, parameter }) => question === id && names.has(parameter)).map(({ way }) => way)
  return [...new Set(found)].join(', ')
}
