// Parses the texts of parameters, by their kinds.

import { choicesOf, type Parameter, type ValuesByKind } from '../../engine/contract/operation/parameter.ts'
import type { Assumptions } from '../../engine/define/assumptions/assumptions.ts'
import { splitList } from '../../engine/define/assumptions/free-values.ts'
import { parseUuid } from '../../engine/input/schemas/uuid.ts'
import type { ValidationIssue } from '../errors/error-body.ts'
import { createIssueCollector } from '../errors/issue-limits.ts'
import { validationErrors } from '../errors/validation-errors.ts'
import { parseDateTimeText } from './date-time.ts'
import { parseDecimalInteger, parsePydanticBoolean, parsePydanticInteger, parseStrictBoolean } from './scalars.ts'

/** The kinds whose value is one text. */
export type SingleKind = Exclude<Parameter['kind'], 'uuidList'>

/** The value of a parameter, or its issues. */
export type ParsedParameter =
  | { value: ValuesByKind[keyof ValuesByKind] | null }
  | { validationErrors: readonly ValidationIssue[] }
/** Parses the text of a parameter. */
export type ParserOf<Kind extends SingleKind> = (
  text: string,
  loc: ValidationIssue['loc'],
  parameter: Extract<Parameter, { kind: Kind }>,
  assumptions: Assumptions,
) => ParsedParameter

// Every syntax has these, so a response to them does not depend on the syntax.
const PLAIN_INTEGER = /^(?:0|[1-9]\d{0,14})$/
const PLAIN_BOOLEAN = /^(?:true|false)$/

export const parsers: { readonly [Kind in SingleKind]: ParserOf<Kind> } = {
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

/** Parses the texts of a list of ids. */
export function readUuids(texts: readonly string[], loc: ValidationIssue['loc'], most: number): ParsedParameter {
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

/** The outcome of an invalid parameter. */
export function refuseWith(...found: ValidationIssue[]): ParsedParameter {
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
