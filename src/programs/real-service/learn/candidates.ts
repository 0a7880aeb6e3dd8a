// Requests that services with different values may answer differently.

import { type Operation, templateOf } from '../../../engine/contract/operation/operation.ts'
import { findResource } from '../../../engine/contract/operation/responses.ts'
import { choicesOf, type Parameter } from '../../../engine/contract/operation/value.ts'
import { isThere } from '../../../engine/define/assumptions/assumptions.ts'
import { fillPathTemplate } from '../../../engine/http/route-table.ts'
import { isRecord } from '../../../engine/input/schemas/schema-walk.ts'
import { chooseExample } from '../../../engine/reports/sample-requests.ts'
import { basePathsOf } from '../../../service/assumptions/values.ts'
import type { Assumptions, Collections } from '../../../service/types.ts'
import type { ReadRequest } from '../reader/messages.ts'
import { READ_OPERATIONS } from '../records/sources.ts'
import { NOTHING, swapCase, UNKNOWN_ID } from './ways.ts'

// The values of requests that come from no data.

/** The origin of a page that nobody has. */
const ORIGIN = 'https://page.example'

/** What requests are built from. */
export interface CandidateParts {
  /** The operations that may be sent. */
  readonly operations: readonly Operation[]
  readonly db: Collections
  /** Values under which the operations may have other paths or choices. */
  readonly variants: readonly Assumptions[]
  /** Returns the records of a resource that were read; undefined if they are unknown. */
  recordsOf(resource: string): readonly Readonly<Record<string, unknown>>[] | undefined
  /** Whether the world has records of a resource that the service has, perhaps not all of them. */
  hasRecords(resource: string): boolean
  /** How many records a page has at most. */
  readonly longest: number
  /** Whether a list of a resource could not be read, so that nobody knows what is in it. */
  isIncomplete(resource: string): boolean
  /** Whether a filter has no effect, although it may refuse a value. */
  isIgnored(parameter: string): boolean
}

// More than a page of issues, and more than a proxy takes.
const MANY = 120
const LONG = 9000

/** Lists requests, each once. */
export function listCandidates(parts: CandidateParts): readonly ReadRequest[] {
  const all = parts.operations.flatMap((operation) => listOfOperation(operation, parts))
  return [...new Map(all.map((request) => [JSON.stringify(request), request])).values()]
}

function listOfOperation(operation: Operation, parts: CandidateParts): ReadRequest[] {
  const [assumed] = parts.variants
  const [path, ...others] = listPaths(operation, parts)
  if (path === undefined || assumed === undefined) return []
  const required = listRequired(operation, parts)
  const plain = [path, ...others].map((each) => buildPlain(each, required))
  // What the preset lacks is only asked for, and what the framework does is the same for all operations of the contract.
  if (!isThere(operation, assumed)) return plain
  const records = findRecords(operation, parts) ?? []
  const resource = resourceOf(operation)
  const isKnown = resource === undefined || !parts.isIncomplete(resource.name)
  const isPlain = findPlainPath(operation, parts) !== undefined
  const inQuery = Object.entries(operation.parameters).filter(([, { in: place }]) => isKnown && place === 'query')
  const ofParameters = inQuery.flatMap(([name, parameter]) =>
    listOfParameter(name, parameter, { operation, path, required, parts, records }),
  )
  return [
    ...plain,
    ...(operation.addedBy === undefined && findKnown(operation, parts) !== undefined
      ? // Which pages may call a path that is elsewhere says nothing about the service.
        listForms(path, parts.variants).filter(({ headers }) => isPlain || headers === undefined)
      : []),
    ...ofParameters,
  ]
}

/** Lists a request for each operation whose path is known. */
export function listSamples(parts: CandidateParts): readonly ReadRequest[] {
  const [assumed] = parts.variants
  return parts.operations.flatMap((operation): ReadRequest[] => {
    const isKnown = assumed !== undefined && isThere(operation, assumed) && findKnown(operation, parts) !== undefined
    // Those of the contract are asked in any case.
    const [path] = isKnown || operation.addedBy === undefined ? listPaths(operation, parts) : []
    return path === undefined ? [] : [buildPlain(path, listRequired(operation, parts))]
  })
}

/**
 * Lists requests that are sent first: the form of each operation, what the contract decides, and whether parameters that
 * it does not have make a difference.
 */
export function listProbes(parts: CandidateParts): readonly ReadRequest[] {
  return parts.operations.flatMap((operation): ReadRequest[] => {
    const path = findPlainPath(operation, parts)
    return path === undefined
      ? []
      : [{ method: 'GET', path }, { method: 'GET', path, isAnonymous: true }, buildUnknown(path)]
  })
}

/** Finds the path of an operation of the contract that is at one place only. */
export function findPlainPath(operation: Operation, parts: CandidateParts): string | undefined {
  if (operation.addedBy !== undefined || typeof operation.template !== 'string') return undefined
  return listPaths(operation, parts)[0]
}

/** Lists the paths of the operations whose records are known. */
export function listKnownPaths(parts: CandidateParts): ReadonlySet<string> {
  const isKnown = (operation: Operation) =>
    READ_OPERATIONS.has(operation.name) && findRecords(operation, parts) !== undefined
  const known = parts.operations.filter(isKnown)
  return new Set(known.flatMap((operation) => listPaths(operation, parts)))
}

export function findRecords(operation: Operation, { recordsOf }: CandidateParts) {
  const resource = resourceOf(operation)
  return resource === undefined ? undefined : recordsOf(resource.name)
}

export function resourceOf({ responses: { 200: shape } }: Operation) {
  return shape === undefined ? undefined : findResource(shape)
}

/** The paths of an operation, the usual one first: with the ids of records, with unknown ones, and with what is no id. */
function listPaths(operation: Operation, parts: CandidateParts): string[] {
  const inPath = Object.entries(operation.parameters).filter(([, { in: place }]) => place === 'path')
  const fill = (text: string) => Object.fromEntries(inPath.map(([name]) => [name, text]))
  const known = findKnown(operation, parts)
  const values = [
    ...(known === undefined ? [] : [known.path ?? {}]),
    ...(inPath.length > 0 ? [fill(UNKNOWN_ID), fill(NOTHING)] : []),
  ]
  const templates = parts.variants.map((each) => templateOf(operation, each)).filter((each) => each !== undefined)
  return values.flatMap((each) => [...new Set(templates)].map((template) => fillPathTemplate(template, each)))
}

/** Finds a request that the service is known to answer. The ids of generated records are none of its. */
export function findKnown(operation: Operation, { db, variants: [assumed], hasRecords }: CandidateParts) {
  if (assumed === undefined) return undefined
  const example = chooseExample(operation, db, assumed)
  const isKnown = Object.values(operation.parameters).every(
    ({ in: place, resource }) => place !== 'path' || resource === undefined || hasRecords(resource.name),
  )
  return 'missing' in example || !isKnown ? undefined : example
}

/** A parameter of a query, and its value. */
type Pair = readonly [name: string, value: string]

/** Lists the parameters without which an operation answers nothing, such as which log is read. */
function listRequired(operation: Operation, parts: CandidateParts): readonly Pair[] {
  const pairs = Object.entries(findKnown(operation, parts)?.query ?? {})
  return pairs.filter(([name]) => operation.parameters[name]?.isRequired)
}

function buildPlain(path: string, required: readonly Pair[]): ReadRequest {
  return { method: 'GET', path, ...(required.length > 0 && { query: writeQuery(required) }) }
}

const writeQuery = (pairs: readonly Pair[]) => new URLSearchParams(pairs.map(([...pair]) => pair)).toString()

export const buildUnknown = (path: string): ReadRequest => ({ method: 'GET', path, query: 'unknown_parameter=1' })

export const buildLong = (path: string, length: number): ReadRequest => ({
  method: 'GET',
  path,
  query: `unknown_parameter=${'x'.repeat(length)}`,
})

/** Requests that depend on nothing but the path. */
export function listForms(path: string, variants: readonly Assumptions[]): ReadRequest[] {
  const basePaths = new Set(variants.flatMap((each) => basePathsOf(each)))
  return [
    ...[...basePaths].filter((each) => each !== '').map((each): ReadRequest => ({ method: 'GET', path: each + path })),
    { method: 'GET', path, isAnonymous: true },
    { method: 'GET', path: `${path}/` },
    { method: 'HEAD', path },
    { method: 'GET', path, headers: { origin: ORIGIN } },
    { method: 'OPTIONS', path, headers: { origin: ORIGIN, 'access-control-request-method': 'GET' } },
    { method: 'OPTIONS', path },
    buildUnknown(path),
    { method: 'GET', path, query: Array.from({ length: MANY }, (_, index) => `unknown_${index}=1`).join('&') },
    buildLong(path, LONG),
  ]
}

export interface Place {
  readonly operation: Operation
  readonly path: string
  readonly required: readonly Pair[]
  readonly parts: CandidateParts
  /** What is known about the records of its list. */
  readonly records: readonly Readonly<Record<string, unknown>>[]
}

function listOfParameter(name: string, parameter: Parameter, place: Place): ReadRequest[] {
  const values = listValues(name, parameter, place)
  const several = [values.slice(0, 2), values.slice(0, 2).toReversed()]
  return [...values.map((value) => [value]), ...several].map((texts) => buildRequest(name, texts, place))
}

export function buildRequest(
  name: string,
  texts: readonly string[],
  { operation, path, required, parts }: Place,
): ReadRequest {
  // The whole list, so that what a filter selects is seen.
  const whole: readonly Pair[] =
    name !== 'limit' && 'limit' in operation.parameters ? [['limit', String(parts.longest)]] : []
  const others = [...whole, ...required].filter(([other]) => other !== name)
  return { method: 'GET', path, query: writeQuery([...others, ...texts.map((text) => [name, text] as const)]) }
}

function listValues(name: string, parameter: Parameter, place: Place): string[] {
  const always = ['', 'null', NOTHING, 'x'.repeat(LONG / 4)]
  const field = parameter.filter?.field
  // Nobody knows what a filter by a field selects that no response contains.
  const isKnown = field === undefined || place.parts.isIgnored(name)
  if (!isKnown && !place.records.every((record) => record[field] !== undefined)) return always
  switch (parameter.kind) {
    case 'integer':
      return [...listIntegers(parameter), ...always]
    case 'boolean':
      return ['true', 'false', 'True', '1', 'yes', 'on', ...always]
    case 'choice': {
      const choices = place.parts.variants.flatMap((each) => choicesOf(parameter, each))
      const others = parameter.takesOthers === undefined ? [] : listTexts(parameter, place)
      return [...new Set([...choices, ...others]), ...always]
    }
    case 'text':
      return [...listTexts(parameter, place), ...always]
    case 'list':
      return [...(parameter.isOneText ? listIds(parameter, place) : [UNKNOWN_ID]), ...always]
    case 'uuid':
      return [UNKNOWN_ID, ...always]
    case 'dateTime':
      return ['2026-01-01T00:00:00Z', ...always]
    case 'schema':
      return always
  }
}

interface IntegerRange {
  readonly minimum?: number
  readonly maximum?: number
}

function listIntegers({ minimum = 0, maximum = 1000 }: IntegerRange): string[] {
  const usual = Math.min(minimum + 2, maximum)
  return [
    String(usual),
    String(minimum),
    String(maximum),
    String(minimum - 1),
    String(maximum + 1),
    `+${usual}`,
    ` ${usual} `,
    `0${usual}`,
    `${usual}.0`,
    '1_0',
    '1000000000',
  ]
}

/** A whole value of the data, its beginning, its inside, and the same in another case. */
function listTexts({ filter }: Parameter, place: Place): string[] {
  const texts = pickTexts(filter?.field, place)
  return [...new Set(texts.flatMap((text) => [text, text.slice(0, -1), text.slice(1), swapCase(text.slice(0, -1))]))]
}

function listIds({ filter }: Parameter, place: Place): string[] {
  const [first = UNKNOWN_ID, second = UNKNOWN_ID] = pickTexts(filter?.field, place)
  const malformed = Array.from({ length: MANY }, (_, index) => `!${index}`).join(',')
  return [first, first.toUpperCase(), `${first},!`, '!', malformed, UNKNOWN_ID, `${first},${second}`]
}

/** Two values of a field that most others differ from. */
export function pickTexts(field: string | undefined, { records }: Place): string[] {
  if (field === undefined) return []
  const values = records.flatMap((record) => readTexts(record[field]))
  return [...new Set(values)].toSorted((one, other) => other.length - one.length).slice(0, 2)
}

function readTexts(value: unknown): string[] {
  if (typeof value === 'string' && value.length > 2) return [value]
  if (Array.isArray(value)) return value.flatMap(readTexts)
  return isRecord(value) && typeof value.id === 'string' ? [value.id] : []
}
