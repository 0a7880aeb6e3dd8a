// Parses a body.

import type { Assumptions } from '../../engine/assumptions/assumptions.ts'
import { MOST_OF_A_BODY, type Model } from '../../engine/define/operation/body-value.ts'
import { ServiceError } from '../../engine/define/operation/failure.ts'
import { type JsonValue, toPlain } from '../../engine/input/json/json-value.ts'
import type { IssueCollector } from '../errors/issue-limits.ts'
import { validationErrors } from '../errors/validation-errors.ts'
import { type Reading, readBodyValue } from './read-value.ts'

/** A valid body. */
export interface ParsedBody {
  /** With the fallbacks of absent fields, and with numbers as Python has them; null if it is absent. */
  readonly exact: unknown
  /** The same as JavaScript's own values. */
  readonly body: unknown
}

/**
 * Parses a body as the real service's validator does: it converts values as far as they are unambiguous, and ignores
 * fields that are not in the model.
 *
 * @param json null if there is none
 * @param isOptional whether it may be absent
 * @returns the body, or undefined if it has issues, which are added to the collector. They are in the words of the
 * validator.
 * @throws ServiceError if the body is too large
 */
export function parseBody(
  model: Model,
  json: JsonValue,
  { assumptions, collector, isOptional }: { assumptions: Assumptions; collector: IssueCollector; isOptional: boolean },
): ParsedBody | undefined {
  if (json === null && isOptional) return { exact: null, body: null }
  const found = collector.issues.length
  if (json === null) collector.add(validationErrors.missing(['body'], null))
  const reading: Reading = { path: [], assumptions, collector, allowance: { ...MOST_OF_A_BODY } }
  const exact = json === null ? null : readBodyValue(json, reading, { kind: 'model', model })
  if (collector.issues.length > found) return undefined
  assertAllowed(reading)
  return { exact, body: toPlain(exact) }
}

function assertAllowed({ allowance }: Reading): void {
  if (allowance.values >= 0 && allowance.characters >= 0) return
  const { values, characters } = MOST_OF_A_BODY
  const detail = `Request body too large: at most ${values} values and ${characters} characters are taken`
  throw new ServiceError({ status: 413, detail })
}
