// Reads a value of a parameter or of a body as its rule says, and no further than necessary.

import type { ReadOptions } from '../../engine/contract/operation/framework.ts'
import { allowsText, choicesOf, type Model, type Value, type ValueRule } from '../../engine/contract/operation/value.ts'
import { isThere } from '../../engine/define/assumptions/assumptions.ts'
import { splitList } from '../../engine/define/assumptions/register-entry.ts'
import {
  entriesOf,
  fieldOf,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  toFloat,
  toInteger,
} from '../../engine/input/json/json-value.ts'
import { parseUuid, toCanonicalId } from '../../engine/input/schemas/uuid.ts'
import type { Assumptions } from '../assumptions.ts'
import type { ValidationIssue } from '../errors/error-body.ts'
import type { IssueCollector } from '../errors/issue-limits.ts'
import { validationErrors } from '../errors/validation-errors.ts'
import {
  parseBoolean,
  parseDateTimeText,
  parseDecimalInteger,
  parseInteger,
  parseNumber,
  parsePydanticBoolean,
  parsePydanticInteger,
  parseStrictBoolean,
  parseTimestamp,
} from '../scalars.ts'

/** How much of a body may still be read. It counts down while the body is read. */
export interface Allowance {
  /** Values of every kind, including nested ones. */
  values: number
  /** Characters of all texts together. */
  characters: number
}

export interface ValueReading {
  /** Where the value is: `body`, `query` or `path`, and the steps that lead to it. */
  readonly path: (string | number)[]
  /** Whether it is a parameter, a text that assumptions may read in another way than the same text in a body. */
  readonly isParameter?: true
  readonly assumptions: Assumptions
  readonly collector: IssueCollector
  readonly allowance: Allowance
  readonly onChoice?: ReadOptions['onChoice']
}

// No operation of the service has a value with a schema.
type ValueKind = Exclude<ValueRule['kind'], 'schema'>
type RuleOf<Of extends ValueKind> = Extract<ValueRule, { kind: Of }>
type ValueReader<Of extends ValueKind> = (input: JsonValue, reading: ValueReading, rule: RuleOf<Of>) => unknown

/** Reads a value. If it is invalid, its issues are collected, and the result means nothing. */
export function readByRule(input: JsonValue, reading: ValueReading, rule: ValueRule): unknown {
  // The reader is selected by the kind of the rule, so their types match.
  const read = readers[rule.kind as ValueKind] as ValueReader<ValueKind>
  return read(input, reading, rule as RuleOf<ValueKind>)
}

const MOST_LEVELS = 100

// Every syntax has these, so a response to them does not depend on the syntax.
const PLAIN_INTEGER = /^(?:0|[1-9]\d{0,14})$/
const PLAIN_BOOLEAN = /^(?:true|false)$/

const readers: { readonly [Of in ValueKind]: ValueReader<Of> } = {
  text(input, reading, { isFilled }) {
    if (typeof input !== 'string') return report(reading, (loc) => validationErrors.stringType(loc, input))
    spend(reading, input)
    if (input === '' && (isFilled || refusesEmpty(reading))) {
      return report(reading, (loc) => validationErrors.tooShort(loc, input))
    }
    return input
  },

  id(input, reading) {
    spend(reading, input)
    if (typeof input !== 'string') return report(reading, (loc) => validationErrors.stringType(loc, input))
    if (input === '') return report(reading, (loc) => validationErrors.tooShort(loc, input))
    return toCanonicalId(input)
  },

  integer(input, reading, { minimum, maximum }) {
    spend(reading, input)
    const isDecimal = reads(PLAIN_INTEGER, input, reading, ({ integerSyntax }) => integerSyntax === 'decimal')
    const parsed = parseInteger(input, isDecimal ? parseDecimalInteger : parsePydanticInteger)
    if (typeof parsed !== 'bigint') return report(reading, (loc) => parsed(loc, input))
    if (minimum !== undefined && parsed < minimum) {
      return report(reading, (loc) => validationErrors.atLeast(loc, input, minimum))
    }
    if (maximum !== undefined && parsed > maximum) {
      return report(reading, (loc) => validationErrors.atMost(loc, input, maximum))
    }
    return reading.isParameter ? parsed : toInteger(parsed)
  },

  number(input, reading, { minimum, maximum }) {
    spend(reading, input)
    const parsed = parseNumber(input)
    if (typeof parsed !== 'number') return report(reading, (loc) => parsed(loc, input))
    // NaN is not within any bounds. The validator checks the upper one first.
    if (maximum !== undefined && !(parsed <= maximum)) {
      return report(reading, (loc) => validationErrors.atMostFloat(loc, input, maximum))
    }
    if (minimum !== undefined && !(parsed >= minimum)) {
      return report(reading, (loc) => validationErrors.atLeastFloat(loc, input, minimum))
    }
    return toFloat(parsed)
  },

  boolean(input, reading) {
    spend(reading, input)
    const isStrict = reads(PLAIN_BOOLEAN, input, reading, ({ booleanSyntax }) => booleanSyntax === 'strict')
    const parsed = parseBoolean(input, isStrict ? parseStrictBoolean : parsePydanticBoolean)
    return typeof parsed === 'boolean' ? parsed : report(reading, (loc) => parsed(loc, input))
  },

  uuid(input, reading, { isAnyText }) {
    spend(reading, input)
    if (isAnyText?.(reading.assumptions) === true) return input
    if (typeof input !== 'string') return report(reading, (loc) => validationErrors.uuidType(loc, input))
    const parsed = parseUuid(input)
    if ('value' in parsed) return parsed.value
    return report(reading, (loc) => validationErrors.uuid(loc, input, parsed.issue))
  },

  dateTime(input, reading) {
    spend(reading, input)
    const parsed = typeof input === 'string' ? parseDateTimeText(input) : parseTimestamp(input)
    if (parsed === undefined) return report(reading, (loc) => validationErrors.dateTimeType(loc, input))
    if ('value' in parsed) return parsed.value
    return report(reading, (loc) => validationErrors.dateTime(loc, input, parsed.issue))
  },

  choice(input, reading, rule) {
    spend(reading, input)
    if (typeof input === 'string') reading.onChoice?.(reading.path.slice(1).join('.'), input, rule)
    const isAllowed = typeof input === 'string' && allowsText(rule, input, reading.assumptions)
    if (isAllowed) return input === '' ? readers.text(input, reading, { kind: 'text' }) : input
    return report(reading, (loc) => validationErrors.literal(loc, input, choicesOf(rule, reading.assumptions)))
  },

  list(input, reading, { of, most, isOneText }) {
    if (isOneText && typeof input === 'string') return readIds(input, reading)
    if (!Array.isArray(input)) return report(reading, (loc) => validationErrors.listType(loc, input))
    if (most !== undefined && input.length > most) {
      return report(reading, (loc) => validationErrors.tooLong(loc, input, most))
    }
    reading.allowance.values -= 1
    const items: unknown[] = []
    for (let index = 0; index < input.length && !isOver(reading); index += 1) {
      items.push(readInside(index, input[index], reading, of))
    }
    return items
  },

  map(input, reading, { of }) {
    if (!isJsonObject(input)) return report(reading, (loc) => validationErrors.dictionaryType(loc, input))
    if (of === undefined) return readAnything(input, reading)
    reading.allowance.values -= 1
    const fields = new Map<string, unknown>()
    for (const [name, field] of entriesOf(input)) {
      if (isOver(reading)) break
      reading.allowance.characters -= name.length
      fields.set(name, readInside(name, field, reading, of))
    }
    return fields
  },

  model(input, reading, { model }) {
    if (!isJsonObject(input)) return report(reading, (loc) => validationErrors.objectType(loc, input))
    return readFields(model, input, reading)
  },
}

/** Whether a text is read by the stricter of two syntaxes: as a parameter, if it is plain or an assumption says so. */
function reads(
  plain: RegExp,
  input: JsonValue,
  { isParameter, assumptions }: ValueReading,
  isStricter: (assumptions: Assumptions) => boolean,
): boolean {
  return isParameter === true && (plain.test(String(input)) || isStricter(assumptions))
}

// An assumption that makes no difference is not read, or the response would count as depending on it.
function refusesEmpty({ isParameter, assumptions }: ValueReading): boolean {
  return isParameter === true && assumptions.emptyFilter === '422'
}

/** Reads the ids of one text. Those that are no UUIDs are refused, or ids of nothing. */
function readIds(text: string, reading: ValueReading): readonly string[] | undefined {
  const ids = splitList(text)
  const filled = ids.filter((id) => id !== '')
  if (filled.length === 0 && refusesEmpty(reading)) {
    return report(reading, (loc) => validationErrors.tooShort(loc, text))
  }
  const isWrong = filled.some((id) => 'issue' in parseUuid(id))
  if (!isWrong || reading.assumptions.malformedIdInList !== '422') {
    return filled.map((id) => toCanonicalId(id).toLowerCase())
  }
  for (const [index, id] of ids.entries()) {
    if (isOver(reading)) break
    if (id !== '') readInside(index, id, reading, { kind: 'uuid' })
  }
  return undefined
}

// Records cannot store more levels.
function readAnything(input: JsonObject, reading: ValueReading): unknown {
  spendAll(reading.allowance, input)
  if (isOver(reading) || !isNestedDeeper(input, MOST_LEVELS)) return input
  return report(reading, (loc) =>
    validationErrors.other(loc, input, `Invalid input: expected JSON of at most ${MOST_LEVELS} levels`),
  )
}

function isNestedDeeper(input: JsonValue, levels: number): boolean {
  if (Array.isArray(input)) return levels === 0 || input.some((item) => isNestedDeeper(item, levels - 1))
  if (!isJsonObject(input)) return false
  if (levels === 0) return true
  for (const [, field] of entriesOf(input)) if (isNestedDeeper(field, levels - 1)) return true
  return false
}

function readFields({ fields }: Model, input: JsonObject, reading: ValueReading): unknown {
  reading.allowance.values -= 1
  const read: [string, unknown][] = []
  for (const [name, value] of Object.entries(fields)) {
    if (isOver(reading)) break
    if (!isThere(value, reading.assumptions)) continue
    const field = fieldOf(input, name)
    if (value.elsewhere !== undefined && isNothing(field) && isNothing(findAt(input, value.elsewhere))) {
      report(reading, (loc) => validationErrors.missing([...loc, name], input))
    } else if (field !== undefined) read.push([name, readInside(name, field, reading, value)])
    else if (value.fallback !== undefined) read.push([name, value.fallback.value])
    else report(reading, (loc) => validationErrors.missing([...loc, name], input))
  }
  return Object.fromEntries(read)
}

function isNothing(value: JsonValue | undefined): boolean {
  return value === undefined || value === null
}

function findAt(object: JsonObject, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = object
  for (const name of path) value = isJsonObject(value) ? fieldOf(value, name) : undefined
  return value
}

function readInside(step: string | number, input: JsonValue, reading: ValueReading, value: Value): unknown {
  reading.path.push(step)
  const read = input === null && value.isNullable === true ? null : readByRule(input, reading, value)
  reading.path.pop()
  return read
}

// Whether reading must stop.
function isOver({ collector, allowance }: ValueReading): boolean {
  return allowance.values < 0 || allowance.characters < 0 || collector.isFull()
}

function spend({ allowance }: ValueReading, input: JsonValue): void {
  allowance.values -= 1
  if (typeof input === 'string') allowance.characters -= input.length
}

// Nested values count too, until the allowance is used up.
function spendAll(allowance: Allowance, input: JsonValue): void {
  allowance.values -= 1
  if (typeof input === 'string') allowance.characters -= input.length
  const isLeft = () => allowance.values >= 0 && allowance.characters >= 0
  if (Array.isArray(input)) {
    for (let index = 0; index < input.length && isLeft(); index += 1) spendAll(allowance, input[index])
  } else if (isJsonObject(input)) {
    for (const [name, field] of entriesOf(input)) {
      if (!isLeft()) return
      allowance.characters -= name.length
      spendAll(allowance, field)
    }
  }
}

function report({ path, collector }: ValueReading, build: (loc: ValidationIssue['loc']) => ValidationIssue): undefined {
  collector.add(build([...path]))
}
