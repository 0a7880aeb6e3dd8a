/** A map with a limited number of entries. */
export interface BoundedMap<Key, Value> {
  has(key: Key): boolean
  /** Adds an entry. If there are too many, the one that was added longest ago is dropped. */
  set(key: Key, value: Value): void
  /** Removes an entry and returns its value. */
  take(key: Key): Value | undefined
}

/**
 * Creates an empty map.
 *
 * @param most how many entries it has at most
 * @param onDrop called with the value of an entry that was dropped because there were too many
 */
export function createBoundedMap<Key, Value>(
  most: number,
  onDrop: (value: Value) => void = () => undefined,
): BoundedMap<Key, Value> {
  const entries = new Map<Key, Value>()
  return {
    has: (key) => entries.has(key),
    set(key, value) {
      entries.delete(key)
      entries.set(key, value)
      const [oldest] = entries
      if (oldest === undefined || entries.size <= most) return
      entries.delete(oldest[0])
      onDrop(oldest[1])
    },
    take(key) {
      const value = entries.get(key)
      entries.delete(key)
      return value
    },
  }
}
