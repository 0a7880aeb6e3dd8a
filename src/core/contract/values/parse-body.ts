// Parses a body.

import { isRecord } from '../../schemas/schema-walk.ts'
import type { Model, Value } from './value.ts'

/** A valid body, and the fields that the request contains. */
export interface ParsedBody {
  readonly body: unknown
  readonly givenFields: ReadonlySet<string>
}

/** Parses a body. */
export function parseBody(model: Model, given: unknown): ParsedBody {
  return { body: complete(model, given), givenFields: new Set(isRecord(given) ? Object.keys(given) : []) }
}

function complete({ fields }: Model, given: unknown): unknown {
  if (!isRecord(given)) return given
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, completeValue(value, given[name])]))
}

function completeValue(value: Value, given: unknown): unknown {
  if (given === undefined) return value.fallback?.value
  if (value.kind === 'model') return complete(value.model, given)
  if (value.kind === 'list' && Array.isArray(given)) return given.map((item) => completeValue(value.of, item))
  return given
}
