// Objects whose content the contract does not specify.

import * as z from 'zod'

const MOST_LEVELS = 100

/** Any JSON of at most a hundred levels. It is copied and kept unchanged. */
export const jsonSchema = z
  .unknown()
  .refine((value) => isJson(value, MOST_LEVELS), `It must be JSON of at most ${MOST_LEVELS} levels`)
  .overwrite((value) => (isJson(value, MOST_LEVELS) ? structuredClone(value) : value))

/**
 * An object whose content the contract does not specify (section 2.9). Any JSON of at most a hundred
 * levels is copied and kept unchanged.
 */
export const freeFormSchema = z
  .record(z.string(), z.unknown())
  .refine((value) => isJson(value, MOST_LEVELS), `Invalid input: expected JSON of at most ${MOST_LEVELS} levels`)
  .overwrite((value) => (isJson(value, MOST_LEVELS) ? structuredClone(value) : value))

export type FreeForm = z.output<typeof freeFormSchema>

// The limit also ends the check of a value that contains itself.
function isJson(value: unknown, levels: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || levels === 0) return false
  return Object.values(value).every((child) => isJson(child, levels - 1))
}
