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

/** The Wilson interval of a share that was found in a sample, at 95 % confidence. */
export function wilson(share, size) {
  const z = 1.96
  const center = (share + z ** 2 / (2 * size)) / (1 + z ** 2 / size)
  const radius = (z / (1 + z ** 2 / size)) * Math.sqrt((share * (1 - share)) / size + z ** 2 / (4 * size ** 2))
  return [center - radius, center + radius]
}

/** A share as text. */
export const percentage = (share) => (Number.isNaN(share) ? '-' : `${(share * 100).toFixed(1)} %`)
