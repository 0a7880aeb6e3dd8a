/** A map that drops its oldest entries when there are too many. */
export type BoundedMap<Key, Value> = ReturnType<typeof createBoundedMap<Key, Value>>

export interface Bounds<Value> {
  /** How many entries. Default: any number. */
  readonly most?: number
  /** The sum of their sizes. Default: any. */
  readonly mostBytes?: number
  /** The bytes of a value, which must not change. Default: 0. */
  sizeOf?(value: Value): number
  /** Called with each value that is dropped to make room. */
  onDrop?(value: Value): void
}

export function createBoundedMap<Key, Value>({
  most = Number.POSITIVE_INFINITY,
  mostBytes = Number.POSITIVE_INFINITY,
  sizeOf,
  onDrop,
}: Bounds<Value>) {
  const entries = new Map<Key, Value>()
  let bytes = 0

  const take = (key: Key): Value | undefined => {
    const value = entries.get(key)
    if (entries.delete(key)) bytes -= sizeOf?.(value as Value) ?? 0
    return value
  }
  const set = (key: Key, value: Value): void => {
    take(key)
    entries.set(key, value)
    bytes += sizeOf?.(value) ?? 0
    for (const [oldest, dropped] of entries) {
      if (entries.size <= most && bytes <= mostBytes) return
      take(oldest)
      onDrop?.(dropped)
    }
  }
  return {
    has: (key: Key) => entries.has(key),
    get: (key: Key) => entries.get(key),
    /** Returns a value and makes its entry the newest one. */
    use(key: Key): Value | undefined {
      if (!entries.has(key)) return undefined
      const value = entries.get(key) as Value
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    /** Adds an entry as the newest one, or replaces it. */
    set,
    /** Removes an entry and returns its value. `onDrop` is not called. */
    take,
    /** Oldest first. */
    values: () => entries.values(),
    entries: () => entries.entries(),
    clear() {
      entries.clear()
      bytes = 0
    },
  }
}
