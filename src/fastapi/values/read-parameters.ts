// Parses the parameters of requests.

import type { GivenParameters } from '../../engine/contract/operation/framework.ts'
import {
  choicesOf,
  isInQuery,
  type Parameter,
  type Parameters,
  type ParameterValues,
  type ValuesByKind,
} from '../../engine/contract/operation/parameter.ts'
import { isThere } from '../../engine/define/assumptions/answers.ts'
import { splitList } from '../../engine/define/assumptions/register-entry.ts'
import type { Query } from '../../engine/http/query.ts'
import { parseUuid } from '../../engine/input/schemas/uuid.ts'
import type { Assumptions } from '../assumptions.ts'
import type { ValidationIssue } from '../errors/error-body.ts'
import { createIssueCollector, type IssueCollector, limitIssues } from '../errors/issue-limits.ts'
import { validationErrors } from '../errors/validation-errors.ts'
import { parseDateTimeText } from '../scalars/date-time.ts'
import {
  parseDecimalInteger,
  parsePydanticBoolean,
  parsePydanticInteger,
  parseStrictBoolean,
} from '../scalars/scalars.ts'

/** Parses the parameters of a request: their values, or all issues, those of unknown parameters at the end. */
export function readParameters(
  declared: Parameters,
  received: GivenParameters,
  assumptions: Assumptions,
): { values: ParameterValues<Parameters> } | { issues: readonly ValidationIssue[] } {
  const collector = createIssueCollector(assumptions)
  const values = collectParameters(declared, received, { assumptions, collector })
  return collector.issues.length === 0 ? { values } : { issues: limitIssues(collector.issues, assumptions) }
}

/** Parses the parameters of a request, like `readParameters`, and collects their issues. */
export function collectParameters<Declared extends Parameters>(
  declared: Declared,
  received: GivenParameters,
  { assumptions, collector }: { assumptions: Assumptions; collector: IssueCollector },
): ParameterValues<Declared> {
  const values: Record<string, unknown> = {}
  for (const name of Object.keys(declared)) {
    const parameter = declared[name] as Parameter
    const texts = parameter.in === 'path' ? [received.path[name] ?? ''] : received.query.get(name)
    if (isSkipped(parameter, texts, assumptions)) continue
    const outcome = parseParameter(name, parameter, texts, assumptions)
    if ('validationErrors' in outcome) for (const issue of outcome.validationErrors) collector.add(issue)
    else values[name] = outcome.value
  }
  const isUnknown = (name: string): boolean => !isInQuery(declared[name], assumptions)
  if ([...received.query.keys()].some(isUnknown) && assumptions.unknownParameter === '422') {
    addUnknown(collector, isUnknown, received.query)
  }
  // Each value comes from the parser of its parameter's kind.
  return values as ParameterValues<Declared>
}

// A response depends on the assumption that adds a parameter only if the parameter is given.
function isSkipped(parameter: Parameter, texts: readonly string[] | undefined, assumptions: Assumptions): boolean {
  return parameter.addedBy !== undefined && (texts === undefined || !isThere(parameter, assumptions))
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
function parseParameter(
  name: string,
  parameter: Parameter,
  texts: readonly string[] | undefined,
  assumptions: Assumptions,
): ParsedParameter {
  if (texts === undefined && parameter.isRequired === true) {
    return refuseWith(validationErrors.missing([parameter.in, name], null))
  }
  if (texts === undefined) return { value: ('fallback' in parameter ? parameter.fallback : undefined) ?? null }
  const loc = [parameter.in, name]
  if (parameter.kind === 'uuidList') return readUuids(texts, loc, parameter.most)
  if (texts.length > 1 && assumptions.repeatedParameter === '422') {
    return refuseWith(validationErrors.tooLong(loc, texts, 1))
  }
  const text = pickText(texts, assumptions)
  if (text === NULL && parameter.in === 'query' && assumptions.nullParameter === 'absent') {
    return parseParameter(name, parameter, undefined, assumptions)
  }
  // The parser is selected by the parameter's kind, so their types match.
  const single = parameter as Extract<Parameter, { kind: SingleKind }>
  const parse = parsers[single.kind] as ParserOf<SingleKind>
  return parse(text, loc, single, assumptions)
}

// What many clients send for a value that they do not have.
const NULL = 'null'

function addUnknown(collector: IssueCollector, isUnknown: (name: string) => boolean, query: Query): void {
  for (const [name, texts] of query) {
    if (collector.isFull()) return
    if (isUnknown(name)) collector.add(validationErrors.unknown(['query', name], texts.at(-1)))
  }
}

/** The kinds whose value is one text. No operation of the service has a parameter with a schema. */
export type SingleKind = Exclude<Parameter['kind'], 'uuidList' | 'value'>

export type ParsedParameter =
  | { value: ValuesByKind[keyof ValuesByKind] | null }
  | { validationErrors: readonly ValidationIssue[] }
export type ParserOf<Kind extends SingleKind> = (
  text: string,
  loc: ValidationIssue['loc'],
  parameter: Extract<Parameter, { kind: Kind }>,
  assumptions: Assumptions,
) => ParsedParameter

// Every syntax has these, so a response to them does not depend on the syntax.
const PLAIN_INTEGER = /^(?:0|[1-9]\d{0,14})$/
const PLAIN_BOOLEAN = /^(?:true|false)$/

const parsers: { readonly [Kind in SingleKind]: ParserOf<Kind> } = {
  integer(text, loc, { minimum, maximum }, assumptions) {
    const isPlain = PLAIN_INTEGER.test(text) || assumptions.integerSyntax === 'decimal'
    const parsed = isPlain ? parseDecimalInteger(text) : parsePydanticInteger(text)
    if ('issue' in parsed) {
      return refuseWith(
        parsed.issue === 'size' ? validationErrors.integerSize(loc, text) : validationErrors.integer(loc, text),
      )
    }
    if (minimum !== undefined && parsed.value < minimum) return refuseWith(validationErrors.atLeast(loc, text, minimum))
    if (maximum !== undefined && parsed.value > maximum) return refuseWith(validationErrors.atMost(loc, text, maximum))
    return parsed
  },

  boolean(text, loc, _parameter, assumptions) {
    const isPlain = PLAIN_BOOLEAN.test(text) || assumptions.booleanSyntax === 'strict'
    const parsed = isPlain ? parseStrictBoolean(text) : parsePydanticBoolean(text)
    return 'value' in parsed ? parsed : refuseWith(validationErrors.boolean(loc, text))
  },

  choice(text, loc, parameter, assumptions) {
    const choices = choicesOf(parameter, assumptions)
    return choices.includes(text) ? { value: text } : refuseWith(validationErrors.literal(loc, text, choices))
  },

  text: (text, loc, _parameter, assumptions) => readText(text, loc, assumptions),

  word(text, loc, { listKnown, refusesOthers }, assumptions) {
    const known = listKnown(assumptions)
    const isRefused = text !== '' && !known.includes(text) && refusesOthers(assumptions)
    if (isRefused) return refuseWith(validationErrors.literal(loc, text, known))
    return readText(text, loc, assumptions)
  },

  idList(text, loc, _parameter, assumptions) {
    const ids = splitList(text)
    const filled = ids.filter((id) => id !== '')
    if (filled.length === 0 && assumptions.emptyFilter === '422')
      return refuseWith(validationErrors.tooShort(loc, text))
    const values = filled.map(readId)
    if (!values.includes(undefined)) return { value: values as string[] }
    if (assumptions.malformedIdInList === '422') return { validationErrors: findMalformed(ids, loc, assumptions) }
    return { value: values.map((value, index) => value ?? (filled[index] ?? '').toLowerCase()) }
  },

  uuid(text, loc, { isAnyText }, assumptions) {
    return isAnyText?.(assumptions) === true ? { value: text } : readUuid(text, loc)
  },

  dateTime(text, loc) {
    const parsed = parseDateTimeText(text)
    return 'value' in parsed ? parsed : refuseWith(validationErrors.dateTime(loc, text, parsed.issue))
  },
}

function readUuids(texts: readonly string[], loc: ValidationIssue['loc'], most: number): ParsedParameter {
  if (texts.length > most) return refuseWith(validationErrors.tooLong(loc, texts, most))
  const outcomes = texts.map((text, index) => readUuid(text, [...loc, index]))
  const issues = outcomes.flatMap((outcome) => ('validationErrors' in outcome ? outcome.validationErrors : []))
  if (issues.length > 0) return { validationErrors: issues }
  return { value: outcomes.map((outcome) => ('value' in outcome ? String(outcome.value) : '')) }
}

// An assumption that makes no difference is not read, or the response would count as depending on it.
function readText(text: string, loc: ValidationIssue['loc'], assumptions: Assumptions): ParsedParameter {
  if (text === '' && assumptions.emptyFilter === '422') return refuseWith(validationErrors.tooShort(loc, text))
  return { value: text }
}

function readUuid(text: string, loc: ValidationIssue['loc']): ParsedParameter {
  const parsed = parseUuid(text)
  return 'value' in parsed ? parsed : refuseWith(validationErrors.uuid(loc, text, parsed.issue))
}

function refuseWith(...found: ValidationIssue[]): ParsedParameter {
  return { validationErrors: found }
}

function readId(id: string): string | undefined {
  const parsed = parseUuid(id)
  return 'value' in parsed ? parsed.value : undefined
}

function findMalformed(ids: readonly string[], loc: ValidationIssue['loc'], assumptions: Assumptions) {
  const collector = createIssueCollector(assumptions)
  for (const [index, id] of ids.entries()) {
    if (collector.isFull()) break
    const parsed = id === '' ? undefined : parseUuid(id)
    if (parsed !== undefined && 'issue' in parsed)
      collector.add(validationErrors.uuid([...loc, index], id, parsed.issue))
  }
  return collector.issues
}
