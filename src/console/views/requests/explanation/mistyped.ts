// What a client has mistyped: parameters that were ignored, and values that no record has.

import type { DetailedEntry } from '../../../../client/index.ts'
import { findSimilar } from '../nearest-operations.ts'

/** A parameter that was ignored, with the one that was probably meant. */
export interface IgnoredParameter {
  readonly name: string
  readonly similar: string | undefined
}

/** Lists the parameters that were ignored. It is empty if the parameters were rejected. */
export function listIgnored({
  parameters,
  query,
}: Pick<DetailedEntry, 'parameters' | 'query'>): readonly IgnoredParameter[] {
  if (parameters === null) return []
  const known = Object.keys(parameters)
  const names = [...new Set(new URLSearchParams(query).keys())].filter((name) => !known.includes(name))
  return names.map((name) => ({ name, similar: findSimilar(name, known) }))
}

/** Lists the values that records have instead of one, each with its number. It is empty if a record has the value. */
export function listOtherValues(
  value: unknown,
  counts: Readonly<Record<string, number>> = {},
): readonly (readonly [value: string, count: number])[] {
  const wanted = String(value).split(',')
  return wanted.some((each) => each in counts) ? [] : Object.entries(counts)
}
