/**
 * Narrows a failing list down: without any one of the returned items, it no longer fails. This is the
 * algorithm `ddmin` of Zeller and Hildebrandt.
 *
 * @param fails whether a part of the list fails. The whole list does
 */
export async function ddmin<Item>(
  items: readonly Item[],
  fails: (part: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[]> {
  let left = items
  let count = 2
  while (left.length > 1) {
    const parts = split(left, count)
    const part = await findFirst(parts, fails)
    if (part !== undefined) {
      left = part
      count = 2
      continue
    }
    // With two parts, the complements are the parts.
    const complements = count === 2 ? [] : parts.map((each) => left.filter((item) => !each.includes(item)))
    const complement = await findFirst(complements, fails)
    if (complement === undefined && count >= left.length) return left
    count = complement === undefined ? Math.min(count * 2, left.length) : Math.max(count - 1, 2)
    left = complement ?? left
  }
  return left
}

function split<Item>(items: readonly Item[], count: number): Item[][] {
  const ends = Array.from({ length: count + 1 }, (_, index) => Math.round((index * items.length) / count))
  return ends.slice(1).map((end, index) => items.slice(ends[index], end))
}

async function findFirst<Item>(
  parts: readonly (readonly Item[])[],
  fails: (part: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[] | undefined> {
  for (const part of parts) {
    if (await fails(part)) return part
  }
  return undefined
}
