/** Counts the edits that turn one sequence into another (optimal string alignment). Replacing costs from 0 to 1. */
export function measureEdits<Item>(
  from: ArrayLike<Item>,
  to: ArrayLike<Item>,
  replacing: (one: Item, other: Item) => number = (one, other) => (one === other ? 0 : 1),
): number {
  let above = Array.from({ length: to.length + 1 }, (_, index) => index)
  let beforeThat: number[] = []
  for (let place = 0; place < from.length; place += 1) {
    const row = [place + 1]
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + replacing(from[place] as Item, to[column - 1] as Item)
      const isSwapped = from[place] === to[column - 2] && from[place - 1] === to[column - 1]
      const swapped = isSwapped ? (beforeThat[column - 2] ?? Number.POSITIVE_INFINITY) + 1 : replaced
      row.push(Math.min(replaced, swapped, (above[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1))
    }
    ;[beforeThat, above] = [above, row]
  }
  return above[to.length] ?? 0
}
