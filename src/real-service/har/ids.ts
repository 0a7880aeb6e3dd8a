// Which records of two worlds stand for each other.

import { parseJson } from '../reader/messages.ts'

/** The ids of one world, and what they are in the other. */
export interface Ids {
  has(id: string): boolean
  /** Notes the ids in the same places of two responses. */
  learn(one: string, other: string): void
  /** Replaces ids in a text. */
  replace(text: string): string
}

/** Finds the ids in a text. */
export const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi
const WHOLE = new RegExp(`^${UUID.source}$`, 'i')
// Whoever writes a file can nest its values as deeply as they like.
const MOST_LEVELS = 20

/** Creates the ids of two worlds that know nothing of each other yet. */
export function createIds(): Ids {
  const known = new Map<string, string>()
  const walk = (one: unknown, other: unknown, levels: number): void => {
    if (levels === 0) return
    if (isObject(one) && isObject(other)) {
      for (const [name, value] of Object.entries(one)) walk(value, other[name], levels - 1)
      return
    }
    if (isId(one) && isId(other)) known.set(one.toLowerCase(), other)
  }
  return {
    has: (id) => known.has(id.toLowerCase()),
    learn: (one, other) => walk(parseJson(one), parseJson(other), MOST_LEVELS),
    replace: (text) => text.replace(UUID, (id) => known.get(id.toLowerCase()) ?? id),
  }
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && WHOLE.test(value)
}

// An array is one, too.
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
