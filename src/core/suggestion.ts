import { measureEdits } from './edit-distance.ts'

/** Asks whether one of the known words was meant. Empty if none is similar. */
export function suggestWord(given: string, known: readonly string[]): string {
  const most = given.length < 7 ? Math.min(2, Math.floor(given.length / 2)) : 3
  const [nearest] = known
    // Words whose lengths differ more cannot be similar, and comparing long words takes long.
    .filter((word) => Math.abs(word.length - given.length) <= most)
    .map((word) => ({ word, distance: measureEdits(given.toLowerCase(), word.toLowerCase()) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance)
  return nearest === undefined ? '' : ` Did you mean "${nearest.word}"?`
}
