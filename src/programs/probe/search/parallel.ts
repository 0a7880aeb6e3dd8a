/**
 * Calls an asynchronous function for every item, for some of them at once, and returns the results in
 * the order of the items. After an error it begins no other item, and throws when all others have ended.
 */
export async function mapParallel<Item, Result>(
  items: readonly Item[],
  most: number,
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const failures: unknown[] = []
  let next = 0
  const work = async (): Promise<void> => {
    while (next < items.length && failures.length === 0) {
      const index = next
      next += 1
      try {
        results[index] = await run(items[index] as Item)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, work))
  if (failures.length > 0) throw failures[0]
  return results
}
