// What a client has mistyped: parameters that were ignored, and values that no record has.

import type { DetailedEntry } from '../client/index.ts'
import { findSimilar } from './nearest-operations.ts'

/** Lists the parameters that were ignored, with those that were probably meant. It is empty if all were rejected. */
export function listIgnored({ parameters, query }: DetailedEntry) {
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
