// Whether a value contains many others.

const MOST_VALUES = 1000
const MOST_LEVELS = 200

/** Whether a value contains so many values that a schema must not search it for all issues at once. */
export function isLarge(value: unknown): boolean {
  return hasMoreValues(value, MOST_VALUES)
}

/** Whether a value contains more than `most` values. It stops counting there. */
export function hasMoreValues(value: unknown, most: number): boolean {
  return countDown(value, most, MOST_LEVELS) < 0
}

// A value that is nested very deeply counts as large.
function countDown(value: unknown, left: number, levels: number): number {
  if (typeof value !== 'object' || value === null) return left - 1
  if (levels === 0) return -1
  let rest = left - 1
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && rest >= 0; index += 1) rest = countDown(value[index], rest, levels - 1)
    return rest
  }
  for (const name in value) {
    if (rest < 0) return rest
    rest = countDown(Reflect.get(value, name), rest, levels - 1)
  }
  return rest
}
