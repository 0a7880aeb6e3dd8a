import { measureEdits } from './edit-distance.ts'

/** Asks whether somebody meant one of the known words; empty if none is similar. */
export function suggestWord(given: string, known: readonly string[]): string {
  const most = given.length < 7 ? Math.min(2, Math.floor(given.length / 2)) : 3
  const [nearest] = known
    // Words of very different length differ by more, and a long one takes long to compare.
    .filter((word) => Math.abs(word.length - given.length) <= most)
    .map((word) => ({ word, distance: measureEdits(given.toLowerCase(), word.toLowerCase()) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance)
  return nearest === undefined ? '' : ` Did you mean "${nearest.word}"?`
}
