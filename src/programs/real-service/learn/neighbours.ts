// Requests that tell whether a service leaves what was found out about it.

import { type Operation, templateOf } from '../../../engine/contract/operation/operation.ts'
import type { Parameter } from '../../../engine/contract/operation/value.ts'
import { fillPathTemplate } from '../../../engine/http/route-table.ts'
import { isRecord } from '../../../engine/input/schemas/schema-walk.ts'
import type { AssumptionId, Assumptions } from '../../../service/types.ts'
import type { ReadRequest } from '../reader/messages.ts'
import {
  buildLong,
  buildRequest,
  buildUnknown,
  type CandidateParts,
  findKnown,
  findPlainPath,
  findRecords,
  listForms,
  type Place,
  pickTexts,
  resourceOf,
} from './candidates.ts'
import { FOREIGN, type Known, listWaysOf, NOTHING, OTHER_FIELDS, UNKNOWN_ID } from './ways.ts'

/** A request, and the question that it confirms if it is only about one, with the way of leaving it. */
export interface Neighbour {
  readonly request: ReadRequest
  readonly about?: AssumptionId
  readonly way?: string
  /** What a parameter is asked, and the longest text of the records that it compares. */
  readonly text?: string
  readonly whole?: string
  /** Which of some operations or parameters that are alike is asked, what each of them may be asked, and which they are. */
  readonly ofEach?: readonly [one: string, what: string, all: string]
}

/** Names that no operation has a parameter of, and that some services read. */
export const OTHER_PARAMETERS: readonly string[] = ['_', 'page', 'foo_id', 'LIMIT', 'limit[]']

/**
 * Lists requests that a service answers otherwise if it leaves the register in one of its decided questions, although
 * each value of the question may have explained everything else.
 */
export function listNeighbours(parts: CandidateParts, values: Assumptions): readonly Neighbour[] {
  return parts.operations.flatMap((operation): readonly Neighbour[] => {
    if (operation.isDocumentation) return listPlain(operation)
    if (operation.addedBy !== undefined) return []
    const path = findPlainPath(operation, parts)
    if (path === undefined) return listOfIntegrations(operation, parts, values)
    const forms = listForms(path, [values])
    const long = LENGTHS.map((length) => buildLong(path, length))
    const records = findRecords(operation, parts) ?? []
    const others = OTHER_PARAMETERS.map((name): ReadRequest => ({ method: 'GET', path, query: `${name}=1` }))
    return [
      ...[...forms, ...others].map((request) => ({ request })),
      ...long.map((request) => ({ request, about: 'requestSize' as const })),
      ...listLastPages({ operation, path, required: [], parts, records }),
      ...listWays({ operation, path, required: [], parts, records }),
    ]
  })
}

/** Asks for the page, too: services have one without a document, and the other way round. */
function listPlain({ template }: Operation): readonly Neighbour[] {
  return typeof template === 'string' ? [{ request: { method: 'GET', path: template }, about: 'documentation' }] : []
}

// As many as have an order, in a query that no proxy refuses.
const MOST_IDS = 16

/** Asks for a last page that is full, because some services say only on a shorter one that it ends, and for the next. */
function listLastPages(place: Place): readonly Neighbour[] {
  const { path, operation, records } = place
  const parameters = Object.entries(operation.parameters)
  const [byId, byName] = ['id', 'name'].map((name) => parameters.find(([, { filter }]) => filter?.field === name)?.[0])
  const ids = pickTexts('id', place)
  if (byId === undefined || ids.length === 0) return []
  const all = records.slice(0, MOST_IDS).map(({ id }) => String(id))
  const ask = (
    texts: readonly string[],
    offset: number,
    others: Readonly<Record<string, string>> = {},
  ): ReadRequest => {
    const page = offset > 0 ? { offset: String(offset) } : {}
    const query = new URLSearchParams({ limit: '1', [byId]: texts.join(), ...others, ...page })
    return { method: 'GET', path, query: query.toString() }
  }
  return [
    { request: ask(ids, ids.length - 1), about: 'lastPageOffset' },
    { request: ask(ids.slice(0, 1), 1), about: 'offsetBeyondEnd' },
    // Some services combine filters with or.
    ...(byName === undefined ? [] : [{ request: ask([UNKNOWN_ID], 0, { [byName]: String(records[0]?.name) }) }]),
    // Some services list records in the order in which they are asked for.
    { request: buildRequest(byId, [all.toSorted().join()], place), about: 'deploymentOrdering' },
  ]
}

function listWays(place: Place): readonly Neighbour[] {
  const { operation, records, parts } = place
  if (parts.isIncomplete(resourceOf(operation)?.name ?? '')) return []
  return Object.entries(operation.parameters).flatMap(([name, parameter]) => {
    const known: Known = {
      texts: pickTexts(parameter.filter?.field, place),
      others: listOtherTexts(records, parameter),
      foreign: records.flatMap((record) => findText(record, parameter.filter?.field ?? '') ?? []).find(isForeign),
    }
    const [whole = ''] = known.texts
    return listWaysOf(name).flatMap(({ question: about, way, list }) =>
      list(known).map((texts) => ({
        request: buildRequest(name, texts, place),
        about,
        way,
        text: texts.join(),
        whole,
        ...(parameter.kind === 'list' && texts.length === 1 && { ofEach: [name, texts.join(), 'lists'] as const }),
      })),
    )
  })
}

/** Lists beginnings of texts that records have in other fields, and none in the field that a parameter compares. */
function listOtherTexts(records: Place['records'], { filter }: Parameter): Known['others'] {
  const own = records.map((record) => String(record[filter?.field ?? '']).toLowerCase())
  const texts = OTHER_FIELDS.map((field) => {
    const [text] = records.flatMap((record) => findText(record, field)?.slice(0, MOST_LETTERS) ?? [])
    return [field, own.some((each) => each.includes(text?.toLowerCase() ?? '')) ? undefined : text]
  })
  return Object.fromEntries(texts)
}

const isForeign = (text: string) => text.search(FOREIGN) >= 0

const MOST_LETTERS = 24

function findText(value: unknown, field: string): string | undefined {
  if (!isRecord(value)) return undefined
  const { [field]: text } = value
  if (typeof text === 'string' && text !== '') return text
  return Object.values(value).flatMap((each) => findText(each, field) ?? [])[0]
}

/** Lists what is asked of one of some operations that are alike. */
const listAlike = (path: string): readonly (readonly [what: string, request: ReadRequest])[] => [
  ['no credentials', { method: 'GET', path, isAnonymous: true }],
  ['a slash', { method: 'GET', path: `${path}/` }],
  ['HEAD', { method: 'HEAD', path }],
  ['an unknown parameter', buildUnknown(path)],
]

const MOST_INTEGRATIONS = 4
// What a proxy with the usual settings takes, and what it refuses.
const LENGTHS = [7500, 20_000]

/** Asks each list of an integration in the ways that one operation may have for itself. */
function listOfIntegrations(operation: Operation, parts: CandidateParts, values: Assumptions): readonly Neighbour[] {
  const template = templateOf(operation, values)
  const known = findKnown(operation, parts)?.path
  if (template === undefined || known === undefined) return []
  const fill = (text: string) =>
    fillPathTemplate(template, Object.fromEntries(Object.keys(known).map((name) => [name, text])))
  const ofOthers = parts.operations.flatMap((other) =>
    typeof other.template === 'string' || other.addedBy !== undefined
      ? []
      : Object.values(findKnown(other, parts)?.path ?? {}).map(String),
  )
  const path = fillPathTemplate(template, known)
  const own = Object.values(known).map(String)
  // A short list may be whole where a longer one has pages.
  const integrations = parts.db.integrations.list()
  const kind = integrations.find(({ id }) => own.includes(id))?.kind
  const alike = integrations.filter((each) => each.kind === kind).slice(0, MOST_INTEGRATIONS)
  const ask = (ids: readonly string[], about: AssumptionId): readonly Neighbour[] =>
    [...new Set(ids)].map((id) => ({
      request: { method: 'GET', path: fill(id) },
      about,
      ofEach: [template, ofOthers.includes(id) ? 'another' : id, about],
    }))
  return [
    { request: { method: 'GET', path } },
    ...listAlike(path).map(([what, request]): Neighbour => ({ request, ofEach: [template, what, 'integrations'] })),
    ...alike.map(({ id }): Neighbour => ({ request: { method: 'GET', path: fill(id) } })),
    ...ask(
      [...ofOthers, UNKNOWN_ID].filter((id) => !own.includes(id)),
      'unknownIntegration',
    ),
    ...ask([NOTHING, '7'], 'integrationIdFormat'),
  ]
}
