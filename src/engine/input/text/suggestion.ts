import { measureEdits } from './edit-distance.ts'
import { quote } from './quote.ts'

// A longer word is not a typing error. Comparing all names of a large simulator would take long.
const MOST_CHARACTERS = 60
const MOST_COMPARED = 1000

/** Asks whether one of the known words was meant. Empty if none is similar. */
export function suggestWord(typed: string, known: readonly string[]): string {
  if (typed.length > MOST_CHARACTERS) return ''
  // The hyphens of an option are no part of its word.
  const { length } = typed.replace(/^-+/, '')
  const most = length < 7 ? Math.min(2, Math.floor(length / 2)) : 3
  const [nearest] = known
    // Other words whose lengths differ more cannot be similar.
    .filter((word) => Math.abs(word.length - typed.length) <= most || hasEnd(typed, word))
    .slice(0, MOST_COMPARED)
    .map((word) => ({ word, distance: measureEdits(typed.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, distance }) => distance <= most || hasEnd(typed, word))
    .toSorted((a, b) => a.distance - b.distance)
  return nearest === undefined ? '' : ` Did you mean ${quote(nearest.word)}?`
}

const LEAST_SHARED = 0.7

/** Whether a word ends with nearly all of another one, such as the same field with a prefix. */
function hasEnd(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one]
  return longer.endsWith(shorter) && shorter.length >= longer.length * LEAST_SHARED
}
