/** The minimum, the median and the maximum of figures. */
export function summarize(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  return { least: sorted[0], median, most: sorted.at(-1) }
}

/** The median of figures. */
export const medianOf = (values) => summarize(values).median

/** Compares figures with others that were measured in turn with them: the median of each round's ratio. */
export const compareInTurn = (values, others) => medianOf(values.map((value, round) => value / others[round]))
