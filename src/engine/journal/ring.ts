/** The last items of a sequence, numbered from 1. Some of them may be missing. */
export interface Ring<Item> {
  /** The number of the last item; 0 if there was none. */
  last(): number
  /** The number of the first item that may still be there. */
  oldest(): number
  /** Begins the next item. @returns the item that it replaces */
  advance(): Item | undefined
  /** Stores the last item. */
  set(item: Item | undefined): void
  get(id: number): Item | undefined
  /** All items with their numbers, oldest first. */
  entries(): Iterable<readonly [id: number, item: Item]>
  count(): number
  /** Removes an item that is there. */
  remove(id: number): void
  /** Removes the oldest item and returns it. */
  shift(): Item | undefined
  /** Removes all items and returns them. */
  clear(): readonly Item[]
}

/** Creates an empty ring. @param capacity how many items it stores at most */
export function createRing<Item>(capacity: number): Ring<Item> {
  const items: (Item | undefined)[] = []
  let last = 0
  let first = 1

  const oldest = (): number => Math.max(first, last - capacity + 1)
  const get = (id: number): Item | undefined => (id >= oldest() && id <= last ? items[id % capacity] : undefined)
  const remove = (id: number): Item | undefined => {
    const item = items[id % capacity]
    items[id % capacity] = undefined
    return item
  }

  return {
    last: () => last,
    oldest,
    advance() {
      last += 1
      return capacity === 0 ? undefined : remove(last)
    },
    set(item) {
      items[last % capacity] = item
    },
    get,
    *entries() {
      for (let id = oldest(); id <= last; id += 1) {
        const item = get(id)
        if (item !== undefined) yield [id, item]
      }
    },
    remove,
    count: () => items.reduce((sum, item) => (item === undefined ? sum : sum + 1), 0),
    shift() {
      first = oldest()
      while (first < last && items[first % capacity] === undefined) first += 1
      first += 1
      return remove(first - 1)
    },
    clear() {
      first = last + 1
      return items.splice(0).filter((item) => item !== undefined)
    },
  }
}
