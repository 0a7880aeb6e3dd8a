// Reads a value as its rule says, and no further than necessary.

import { isThere } from '../../engine/assumptions/answers.ts'
import type { Assumptions } from '../../engine/assumptions/assumptions.ts'
import type { Model, Value, ValueRule } from '../../engine/define/operation/body-value.ts'
import { choicesOf } from '../../engine/define/operation/parameter.ts'
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
import type { IssueCollector } from '../errors/issue-limits.ts'
import type { ValidationError } from '../errors/validation-error.ts'
import { validationErrors } from '../errors/validation-errors.ts'
import { parseDateTimeText } from '../parameters/date-time.ts'
import { parseBoolean, parseInteger, parseNumber, parseTimestamp } from './lax-scalars.ts'

/** How much of a body may still be read. It counts down while the body is read. */
export interface Allowance {
  /** Values of every kind, including nested ones. */
  values: number
  /** Characters of all texts together. */
  characters: number
}

/** The state of reading a value. */
export interface Reading {
  /** The path of the value that is being read. */
  readonly path: (string | number)[]
  readonly assumptions: Assumptions
  readonly collector: IssueCollector
  readonly allowance: Allowance
}

type RuleOf<Kind extends ValueRule['kind']> = Extract<ValueRule, { kind: Kind }>
type Reader<Kind extends ValueRule['kind']> = (given: JsonValue, reading: Reading, rule: RuleOf<Kind>) => unknown

/** Reads a value, or collects its issues. */
export function readValue(given: JsonValue, reading: Reading, value: Value): unknown {
  if (given === null && value.isNullable === true) return null
  // The reader is selected by the kind of the rule, so their types match.
  const read = readers[value.kind] as Reader<ValueRule['kind']>
  return read(given, reading, value)
}

const MOST_LEVELS = 100

const readers: { readonly [Kind in ValueRule['kind']]: Reader<Kind> } = {
  text(given, reading, { isFilled }) {
    if (typeof given !== 'string') return report(reading, (loc) => validationErrors.stringType(loc, given))
    spend(reading, given)
    if (isFilled && given === '') return report(reading, (loc) => validationErrors.tooShort(loc, given))
    return given
  },

  id(given, reading) {
    spend(reading, given)
    if (typeof given !== 'string') return report(reading, (loc) => validationErrors.stringType(loc, given))
    if (given === '') return report(reading, (loc) => validationErrors.tooShort(loc, given))
    return toCanonicalId(given)
  },

  integer(given, reading, { minimum, maximum }) {
    spend(reading, given)
    const parsed = parseInteger(given)
    if (typeof parsed !== 'bigint') return report(reading, (loc) => parsed(loc, given))
    if (minimum !== undefined && parsed < minimum) {
      return report(reading, (loc) => validationErrors.atLeast(loc, given, minimum))
    }
    if (maximum !== undefined && parsed > maximum) {
      return report(reading, (loc) => validationErrors.atMost(loc, given, maximum))
    }
    return toInteger(parsed)
  },

  number(given, reading, { minimum, maximum }) {
    spend(reading, given)
    const parsed = parseNumber(given)
    if (typeof parsed !== 'number') return report(reading, (loc) => parsed(loc, given))
    // NaN is not within any bounds. The validator checks the upper one first.
    if (maximum !== undefined && !(parsed <= maximum)) {
      return report(reading, (loc) => validationErrors.atMostFloat(loc, given, maximum))
    }
    if (minimum !== undefined && !(parsed >= minimum)) {
      return report(reading, (loc) => validationErrors.atLeastFloat(loc, given, minimum))
    }
    return toFloat(parsed)
  },

  boolean(given, reading) {
    spend(reading, given)
    const parsed = parseBoolean(given)
    return typeof parsed === 'boolean' ? parsed : report(reading, (loc) => parsed(loc, given))
  },

  uuid(given, reading) {
    spend(reading, given)
    if (typeof given !== 'string') return report(reading, (loc) => validationErrors.uuidType(loc, given))
    const parsed = parseUuid(given)
    if ('value' in parsed) return parsed.value
    return report(reading, (loc) => validationErrors.uuid(loc, given, parsed.issue))
  },

  dateTime(given, reading) {
    spend(reading, given)
    const parsed = typeof given === 'string' ? parseDateTimeText(given) : parseTimestamp(given)
    if (parsed === undefined) return report(reading, (loc) => validationErrors.dateTimeType(loc, given))
    if ('value' in parsed) return parsed.value
    return report(reading, (loc) => validationErrors.dateTime(loc, given, parsed.issue))
  },

  choice(given, reading, rule) {
    spend(reading, given)
    const choices = choicesOf(rule, reading.assumptions)
    if (typeof given === 'string' && choices.includes(given)) return given
    return report(reading, (loc) => validationErrors.literal(loc, given, choices))
  },

  list(given, reading, { of, most }) {
    if (!Array.isArray(given)) return report(reading, (loc) => validationErrors.listType(loc, given))
    if (most !== undefined && given.length > most) {
      return report(reading, (loc) => validationErrors.tooLong(loc, given, most))
    }
    reading.allowance.values -= 1
    const items: unknown[] = []
    for (let index = 0; index < given.length && !isOver(reading); index += 1) {
      items.push(readInside(index, given[index], reading, of))
    }
    return items
  },

  map(given, reading, { of }) {
    if (!isJsonObject(given)) return report(reading, (loc) => validationErrors.dictionaryType(loc, given))
    if (of === undefined) return readAnything(given, reading)
    reading.allowance.values -= 1
    const fields = new Map<string, unknown>()
    for (const [name, field] of entriesOf(given)) {
      if (isOver(reading)) break
      reading.allowance.characters -= name.length
      fields.set(name, readInside(name, field, reading, of))
    }
    return fields
  },

  model(given, reading, { model }) {
    if (!isJsonObject(given)) return report(reading, (loc) => validationErrors.objectType(loc, given))
    return readFields(model, given, reading)
  },
}

// Records cannot store more levels.
function readAnything(given: JsonObject, reading: Reading): unknown {
  spendAll(reading.allowance, given)
  if (isOver(reading) || !isNestedDeeper(given, MOST_LEVELS)) return given
  return report(reading, (loc) =>
    validationErrors.other(loc, given, `Invalid input: expected JSON of at most ${MOST_LEVELS} levels`),
  )
}

function isNestedDeeper(given: JsonValue, levels: number): boolean {
  if (Array.isArray(given)) return levels === 0 || given.some((item) => isNestedDeeper(item, levels - 1))
  if (!isJsonObject(given)) return false
  if (levels === 0) return true
  for (const [, field] of entriesOf(given)) if (isNestedDeeper(field, levels - 1)) return true
  return false
}

function readFields({ fields }: Model, given: JsonObject, reading: Reading): unknown {
  reading.allowance.values -= 1
  const read: [string, unknown][] = []
  for (const [name, value] of Object.entries(fields)) {
    if (isOver(reading)) break
    if (!isThere(value, reading.assumptions)) continue
    const field = fieldOf(given, name)
    if (value.elsewhere !== undefined && isNothing(field) && isNothing(findAt(given, value.elsewhere))) {
      report(reading, (loc) => validationErrors.missing([...loc, name], given))
    } else if (field !== undefined) read.push([name, readInside(name, field, reading, value)])
    else if (value.fallback !== undefined) read.push([name, value.fallback.value])
    else report(reading, (loc) => validationErrors.missing([...loc, name], given))
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

function readInside(step: string | number, given: JsonValue, reading: Reading, value: Value): unknown {
  reading.path.push(step)
  const read = readValue(given, reading, value)
  reading.path.pop()
  return read
}

// Whether reading must stop.
function isOver({ collector, allowance }: Reading): boolean {
  return allowance.values < 0 || allowance.characters < 0 || collector.isFull()
}

function spend({ allowance }: Reading, given: JsonValue): void {
  allowance.values -= 1
  if (typeof given === 'string') allowance.characters -= given.length
}

// Nested values count too, until the allowance is used up.
function spendAll(allowance: Allowance, given: JsonValue): void {
  allowance.values -= 1
  if (typeof given === 'string') allowance.characters -= given.length
  const isLeft = () => allowance.values >= 0 && allowance.characters >= 0
  if (Array.isArray(given)) {
    for (let index = 0; index < given.length && isLeft(); index += 1) spendAll(allowance, given[index])
  } else if (isJsonObject(given)) {
    for (const [name, field] of entriesOf(given)) {
      if (!isLeft()) return
      allowance.characters -= name.length
      spendAll(allowance, field)
    }
  }
}

function report({ path, collector }: Reading, build: (loc: ValidationError['loc']) => ValidationError): undefined {
  collector.add(build(['body', ...path]))
}
