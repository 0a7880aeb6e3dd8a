/** Says which of the known words somebody may have meant; nothing where none is near. */
export function suggestWord(given: string, known: readonly string[]): string {
  const most = Math.min(3, Math.floor(given.length / 2))
  const [nearest] = known
    .map((word) => ({ word, distance: countEdits(given.toLowerCase(), word.toLowerCase(), most) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance)
  return nearest === undefined ? '' : ` Did you mean "${nearest.word}"?`
}

/** How many letters have to be put in, taken out or replaced; more than `most` need not be counted. */
function countEdits(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1
  let above = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...from].entries()) {
    const row = [index + 1]
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1)
      row.push(Math.min(replaced, (above[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1))
    }
    above = row
  }
  return above[to.length] ?? 0
}
