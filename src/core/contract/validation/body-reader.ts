// Reads a body value by value, and no further than necessary.

import * as z from 'zod'
import { isRecord } from '../../schemas/schema-walk.ts'
import type { IssueCollector } from './issue-limits.ts'
import { toValidationErrors } from './schema-issues.ts'
import type { ValidationError } from './validation-error.ts'
import { validationErrors } from './validation-errors.ts'

/** How much of a body may still be read. It counts down while the body is read. */
export interface Allowance {
  /** Values of every kind, including nested ones. */
  values: number
  /** Characters of all texts together. */
  characters: number
}

/** The state of reading a body. */
export interface Reading {
  /** The path of the value that is being read. */
  readonly path: (string | number)[]
  readonly collector: IssueCollector
  readonly allowance: Allowance
}

/** Reads a value, or collects its issues. */
export type Read = (value: unknown, parent: unknown, reading: Reading) => unknown

/**
 * Builds a reader for values of a schema. It leaves out fields that are not in the schema. It stops
 * as soon as there are enough issues or the body is too large, so its cost is bounded.
 */
export function buildReader(schema: z.ZodType): Read {
  if (schema instanceof z.ZodDefault) {
    const read = buildReader(schema.unwrap() as z.ZodType)
    return (value, parent, reading) => (value === undefined ? schema.def.defaultValue : read(value, parent, reading))
  }
  if (schema instanceof z.ZodOptional) {
    const read = buildReader(schema.unwrap() as z.ZodType)
    return (value, parent, reading) => (value === undefined ? undefined : read(value, parent, reading))
  }
  if (schema instanceof z.ZodNullable) {
    const read = buildReader(schema.unwrap() as z.ZodType)
    return (value, parent, reading) => (value === null ? null : read(value, parent, reading))
  }
  return requirePresence(buildContentReader(schema))
}

// Whether reading must stop.
function isOver({ collector, allowance }: Reading): boolean {
  return allowance.values < 0 || allowance.characters < 0 || collector.isFull()
}

function requirePresence(read: Read): Read {
  return (value, parent, reading) => {
    if (value !== undefined) return read(value, parent, reading)
    return report(reading, (loc) => validationErrors.missing(loc, parent))
  }
}

function buildContentReader(schema: z.ZodType): Read {
  if (schema instanceof z.ZodArray) return buildListReader(buildReader(schema.element as z.ZodType))
  if (schema instanceof z.ZodObject) {
    const readers = Object.entries<z.ZodType>(schema.shape).map(([name, field]) => [name, buildReader(field)] as const)
    return buildObjectReader(readers)
  }
  if (schema instanceof z.ZodString && (schema.def.checks ?? []).length === 0) return readText
  return buildLeafReader(schema)
}

function buildListReader(readItem: Read): Read {
  return (value, _parent, reading) => {
    if (!Array.isArray(value)) return report(reading, (loc) => validationErrors.listType(loc, value))
    reading.allowance.values -= 1
    const items: unknown[] = []
    for (let index = 0; index < value.length && !isOver(reading); index += 1) {
      reading.path.push(index)
      items.push(readItem(value[index], value, reading))
      reading.path.pop()
    }
    return items
  }
}

function buildObjectReader(readers: readonly (readonly [string, Read])[]): Read {
  return (value, _parent, reading) => {
    if (!isRecord(value)) return report(reading, (loc) => validationErrors.objectType(loc, value))
    reading.allowance.values -= 1
    const fields: Record<string, unknown> = {}
    for (const [name, read] of readers) {
      if (isOver(reading)) break
      reading.path.push(name)
      const field = read(value[name], value, reading)
      reading.path.pop()
      if (field !== undefined) fields[name] = field
    }
    return fields
  }
}

const readText: Read = (value, _parent, reading) => {
  if (typeof value !== 'string') return report(reading, (loc) => validationErrors.stringType(loc, value))
  reading.allowance.values -= 1
  reading.allowance.characters -= value.length
  return value
}

function buildLeafReader(schema: z.ZodType): Read {
  return (value, _parent, reading) => {
    spend(reading.allowance, value)
    if (isOver(reading)) return undefined
    const result = schema.safeParse(value)
    if (result.success) return result.data
    for (const issue of toValidationErrors(result.error, value, ['body', ...reading.path])) reading.collector.add(issue)
    return undefined
  }
}

// Nested values count too, until the allowance is used up.
function spend(allowance: Allowance, value: unknown): void {
  allowance.values -= 1
  if (typeof value === 'string') allowance.characters -= value.length
  if (typeof value !== 'object' || value === null) return
  const isLeft = () => allowance.values >= 0 && allowance.characters >= 0
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && isLeft(); index += 1) spend(allowance, value[index])
    return
  }
  for (const name in value) {
    if (!isLeft()) return
    allowance.characters -= name.length
    spend(allowance, Reflect.get(value, name))
  }
}

function report({ path, collector }: Reading, build: (loc: ValidationError['loc']) => ValidationError): undefined {
  collector.add(build(['body', ...path]))
}
