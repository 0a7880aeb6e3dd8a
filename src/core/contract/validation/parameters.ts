// The kinds of parameters and their parsers.

import type { Assumptions } from '../../register/assumptions.ts'
import { statusValuesOf } from '../../register/assumptions.ts'
import { splitList } from '../../register/free-values.ts'
import type { AnyResource } from '../../resources/resource.ts'
import { parseUuid } from '../../schemas/uuid.ts'
import type { Match } from '../../store/condition.ts'
import { createValidationError } from '../errors.ts'
import { parseDateTimeText } from './date-time.ts'
import { createIssueCollector, type IssueCollector } from './issue-limits.ts'
import type { Query } from './query.ts'
import { parseDecimalInteger, parsePydanticBoolean, parsePydanticInteger, parseStrictBoolean } from './scalars.ts'
import type { ValidationError } from './validation-error.ts'
import { validationErrors } from './validation-errors.ts'

/** Which records a parameter selects: those whose field matches its value. */
export interface ParameterFilter {
  readonly field: string
  readonly match: Match | ((assumptions: Assumptions) => Match)
  /** Whether an empty value matches every record, whatever the assumption `emptyFilter` says. */
  readonly matchesEmpty?: true
}

/** A parameter of the contract (sections 4.2 to 4.4). */
export type Parameter = {
  readonly in: 'path' | 'query'
  /** A sentence that describes it in documents. */
  readonly description: string
  readonly filter?: ParameterFilter
  /** Whether a request without it is invalid. Those in the path are always present. */
  readonly isRequired?: true
  /** The resource whose id it is, for requests to try. */
  readonly of?: AnyResource
  /** Whether only newer versions of the service have it (assumption `newerParameters`). */
  readonly isNewer?: true
} & (
  | {
      readonly kind: 'integer'
      /** The value if it is absent. */
      readonly fallback: bigint | null
      readonly minimum?: number
      readonly maximum?: number
    }
  | { readonly kind: 'boolean'; readonly fallback?: boolean }
  | {
      readonly kind: 'choice'
      readonly choices: readonly string[]
      /** What newer versions of the service allow, too (assumption `newerParameters`). */
      readonly newerChoices?: readonly string[]
      readonly fallback?: string
    }
  | { readonly kind: 'text' }
  | { readonly kind: 'status' }
  | { readonly kind: 'idList' }
  | { readonly kind: 'integrationId' }
  | { readonly kind: 'uuid' }
  | { readonly kind: 'dateTime' }
  /** A parameter that is repeated, once for each id. */
  | { readonly kind: 'uuidList'; readonly most: number }
)

/** The parameters of an operation, in the order in which their issues are reported. */
export type Parameters = Readonly<Record<string, Parameter>>

interface ValuesByKind {
  integer: bigint
  boolean: boolean
  choice: string
  text: string
  status: string
  /** All in lower case. UUIDs have hyphens; other texts are not changed further. */
  idList: readonly string[]
  integrationId: string
  uuid: string
  /** A timestamp. */
  dateTime: string
  uuidList: readonly string[]
}

/** The values of declared parameters; null if a parameter is absent. A newer one is also undefined then. */
export type ParameterValues<Declared extends Parameters> = {
  readonly [Name in keyof Declared]: ValuesByKind[Declared[Name]['kind']] | Absent<Declared[Name]>
}

type Absent<Of extends Parameter> = Of extends
  | { readonly in: 'path' }
  | { readonly isRequired: true }
  | { readonly fallback: bigint | boolean | string }
  ? never
  : Of extends { readonly isNewer: true }
    ? null | undefined
    : null

type Outcome = { value: ValuesByKind[keyof ValuesByKind] | null } | { validationErrors: readonly ValidationError[] }
type ParserOf<Kind extends SingleKind> = (
  text: string,
  loc: ValidationError['loc'],
  parameter: Extract<Parameter, { kind: Kind }>,
  assumptions: Assumptions,
) => Outcome

/**
 * Parses the parameters of a request.
 *
 * @param given the values of each name in the path and in the query
 * @throws ServiceError with all issues: first those of declared parameters in their order, then those
 * of unknown parameters in the order of the request
 */
export function parseParameters<Declared extends Parameters>(
  declared: Declared,
  given: { path: Readonly<Record<string, string>>; query: Query },
  assumptions: Assumptions,
): ParameterValues<Declared> {
  const collector = createIssueCollector(assumptions)
  const values = collectParameters(declared, given, { assumptions, collector })
  if (collector.issues.length > 0) throw createValidationError(collector.issues, assumptions)
  return values
}

/** Parses the parameters of a request, like `parseParameters`, and collects their issues. */
export function collectParameters<Declared extends Parameters>(
  declared: Declared,
  given: { path: Readonly<Record<string, string>>; query: Query },
  { assumptions, collector }: { assumptions: Assumptions; collector: IssueCollector },
): ParameterValues<Declared> {
  const values: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(declared)) {
    const texts = parameter.in === 'path' ? [given.path[name] ?? ''] : given.query.get(name)
    if (isSkipped(parameter, texts, assumptions)) continue
    const outcome = parseParameter(name, parameter, texts, assumptions)
    if ('validationErrors' in outcome) for (const issue of outcome.validationErrors) collector.add(issue)
    else values[name] = outcome.value
  }
  const isUnknown = (name: string): boolean => !isInQuery(declared[name], assumptions)
  if ([...given.query.keys()].some(isUnknown) && assumptions.unknownParameter === '422') {
    addUnknown(collector, isUnknown, given.query)
  }
  // Each value comes from the parser of its parameter's kind.
  return values as ParameterValues<Declared>
}

// A response depends on `newerParameters` only if one is given.
function isSkipped(parameter: Parameter, texts: readonly string[] | undefined, assumptions: Assumptions): boolean {
  return parameter.isNewer === true && (texts === undefined || !isDeclared(parameter, assumptions))
}

function isInQuery(parameter: Parameter | undefined, assumptions: Assumptions): boolean {
  return parameter?.in === 'query' && isDeclared(parameter, assumptions)
}

/** Whether the service has a parameter. */
function isDeclared({ isNewer }: Parameter, assumptions: Assumptions): boolean {
  return isNewer !== true || assumptions.newerParameters !== 'ignored'
}

/** Lists the parameters that the service has, with their names. */
export function listDeclared(parameters: Parameters, assumptions: Assumptions): [string, Parameter][] {
  return Object.entries(parameters).filter(([, parameter]) => isDeclared(parameter, assumptions))
}

/** Returns the texts that a parameter can be. */
export function choicesOf(
  { choices, newerChoices }: Extract<Parameter, { kind: 'choice' }>,
  assumptions: Assumptions,
): readonly string[] {
  if (newerChoices === undefined || assumptions.newerParameters === 'ignored') return choices
  return [...choices, ...newerChoices]
}

/** Returns the text that is used if a parameter is given several times. */
export function pickText(texts: readonly string[], assumptions: Assumptions): string {
  const [only = ''] = texts
  // A response depends only on the assumptions that it needs.
  if (texts.length <= 1) return only
  const { repeatedParameter } = assumptions
  return (repeatedParameter === 'first' ? texts[0] : texts.at(-1)) ?? ''
}

/** Parses the texts of one parameter; undefined if it is absent. */
export function parseParameter(
  name: string,
  parameter: Parameter,
  texts: readonly string[] | undefined,
  assumptions: Assumptions,
): Outcome {
  if (texts === undefined && parameter.isRequired === true) {
    return refuse(validationErrors.missing([parameter.in, name], null))
  }
  if (texts === undefined) return { value: ('fallback' in parameter ? parameter.fallback : undefined) ?? null }
  const loc = [parameter.in, name]
  if (parameter.kind === 'uuidList') return readUuids(texts, loc, parameter.most)
  if (texts.length > 1 && assumptions.repeatedParameter === '422') {
    return refuse(validationErrors.tooLong(loc, texts, 1))
  }
  const text = pickText(texts, assumptions)
  if (text === NULL && parameter.in === 'query' && assumptions.nullParameter === 'absent') {
    return parseParameter(name, parameter, undefined, assumptions)
  }
  // The parser is selected by the parameter's kind, so their types match.
  const parse = parsers[parameter.kind] as ParserOf<SingleKind>
  return parse(text, loc, parameter, assumptions)
}

// What many clients send for a value that they do not have.
const NULL = 'null'

// Every syntax has these, so a response to them does not depend on the syntax.
const PLAIN_INTEGER = /^(?:0|[1-9]\d{0,14})$/
const PLAIN_BOOLEAN = /^(?:true|false)$/

const parsers: { readonly [Kind in SingleKind]: ParserOf<Kind> } = {
  integer(text, loc, { minimum, maximum }, assumptions) {
    const isPlain = PLAIN_INTEGER.test(text) || assumptions.integerSyntax === 'decimal'
    const parsed = isPlain ? parseDecimalInteger(text) : parsePydanticInteger(text)
    if ('issue' in parsed) {
      return refuse(
        parsed.issue === 'size' ? validationErrors.integerSize(loc, text) : validationErrors.integer(loc, text),
      )
    }
    if (minimum !== undefined && parsed.value < minimum) return refuse(validationErrors.atLeast(loc, text, minimum))
    if (maximum !== undefined && parsed.value > maximum) return refuse(validationErrors.atMost(loc, text, maximum))
    return parsed
  },

  boolean(text, loc, _parameter, assumptions) {
    const isPlain = PLAIN_BOOLEAN.test(text) || assumptions.booleanSyntax === 'strict'
    const parsed = isPlain ? parseStrictBoolean(text) : parsePydanticBoolean(text)
    return 'value' in parsed ? parsed : refuse(validationErrors.boolean(loc, text))
  },

  choice(text, loc, parameter, assumptions) {
    if (parameter.choices.includes(text)) return { value: text }
    const choices = choicesOf(parameter, assumptions)
    return choices.includes(text) ? { value: text } : refuse(validationErrors.literal(loc, text, choices))
  },

  text: (text, loc, _parameter, assumptions) => readText(text, loc, assumptions),

  status(text, loc, _parameter, assumptions) {
    const statuses = statusValuesOf(assumptions)
    const isRefused = text !== '' && assumptions.unknownStatus === '422' && !statuses.includes(text)
    if (isRefused) return refuse(validationErrors.literal(loc, text, statuses))
    return readText(text, loc, assumptions)
  },

  idList(text, loc, _parameter, assumptions) {
    const ids = splitList(text)
    const given = ids.filter((id) => id !== '')
    if (given.length === 0 && assumptions.emptyFilter === '422') return refuse(validationErrors.tooShort(loc, text))
    const values = given.map(readId)
    if (!values.includes(undefined)) return { value: values as string[] }
    if (assumptions.malformedIdInList === '422') return { validationErrors: findMalformed(ids, loc, assumptions) }
    return { value: values.map((value, index) => value ?? (given[index] ?? '').toLowerCase()) }
  },

  integrationId(text, loc, _parameter, assumptions) {
    return assumptions.integrationIdFormat === 'any' ? { value: text } : readUuid(text, loc)
  },

  uuid: readUuid,

  dateTime(text, loc) {
    const parsed = parseDateTimeText(text)
    return 'value' in parsed ? parsed : refuse(validationErrors.dateTime(loc, text, parsed.issue))
  },
}

/** The kinds whose value is one text. */
type SingleKind = Exclude<Parameter['kind'], 'uuidList'>

function readUuids(texts: readonly string[], loc: ValidationError['loc'], most: number): Outcome {
  if (texts.length > most) return refuse(validationErrors.tooLong(loc, texts, most))
  const outcomes = texts.map((text, index) => readUuid(text, [...loc, index]))
  const issues = outcomes.flatMap((outcome) => ('validationErrors' in outcome ? outcome.validationErrors : []))
  if (issues.length > 0) return { validationErrors: issues }
  return { value: outcomes.map((outcome) => ('value' in outcome ? String(outcome.value) : '')) }
}

function readText(text: string, loc: ValidationError['loc'], { emptyFilter }: Assumptions): Outcome {
  if (text === '' && emptyFilter === '422') return refuse(validationErrors.tooShort(loc, text))
  return { value: text }
}

function readUuid(text: string, loc: ValidationError['loc']): Outcome {
  const parsed = parseUuid(text)
  return 'value' in parsed ? parsed : refuse(validationErrors.uuid(loc, text, parsed.issue))
}

function refuse(...found: ValidationError[]): Outcome {
  return { validationErrors: found }
}

function readId(id: string): string | undefined {
  const parsed = parseUuid(id)
  return 'value' in parsed ? parsed.value : undefined
}

function findMalformed(ids: readonly string[], loc: ValidationError['loc'], assumptions: Assumptions) {
  const collector = createIssueCollector(assumptions)
  for (const [index, id] of ids.entries()) {
    if (collector.isFull()) break
    const parsed = id === '' ? undefined : parseUuid(id)
    if (parsed !== undefined && 'issue' in parsed)
      collector.add(validationErrors.uuid([...loc, index], id, parsed.issue))
  }
  return collector.issues
}

function addUnknown(collector: IssueCollector, isUnknown: (name: string) => boolean, query: Query): void {
  for (const [name, texts] of query) {
    if (collector.isFull()) return
    if (isUnknown(name)) collector.add(validationErrors.unknown(['query', name], texts.at(-1)))
  }
}
