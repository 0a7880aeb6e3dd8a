// Shared items that are expensive to create: those in use, and a few more.

import { createBoundedMap } from './bounded-map.ts'

export interface PoolOptions<Item> {
  readonly mostUnused: number
  onUse?(item: Item): void
  /** Called when the last user of an item has released it. @returns whether the item may be kept */
  onUnused(key: string, item: Item): boolean
  onDrop?(item: Item): void
}

interface PooledItem<Item> {
  readonly key: string
  readonly item: Item
  users: number
}

export function createPool<Item>(options: PoolOptions<Item>) {
  const { mostUnused, onUse = () => undefined, onUnused, onDrop = () => undefined } = options
  const used = new Map<string, PooledItem<Item>>()
  const unused = createBoundedMap<string, Item>({ most: mostUnused, onDrop })

  const release = ({ key, item }: PooledItem<Item>): void => {
    used.delete(key)
    if (onUnused(key, item)) unused.set(key, item)
    else onDrop(item)
  }
  // A lease refers to the entry, because a key is long and every user would have a copy of it.
  const lease = (entry: PooledItem<Item>): Lease<Item> => {
    used.set(entry.key, entry)
    entry.users += 1
    return createLease(entry.item, () => {
      entry.users -= 1
      if (entry.users === 0) release(entry)
    })
  }
  return {
    /** Begins a use of an item that is there. @throws whatever `onUse` throws; the item is gone then */
    find(key: string): Lease<Item> | undefined {
      const entry = used.get(key)
      if (entry !== undefined) return lease(entry)
      const item = unused.take(key)
      if (item === undefined) return undefined
      onUse(item)
      return lease({ key, item, users: 0 })
    },
    add: (key: string, item: Item) => lease({ key, item, users: 0 }),
    drop(key: string) {
      const item = unused.take(key)
      if (item !== undefined) onDrop(item)
    },
  }
}

/** A shared item that is kept until its last user releases it. */
export interface Lease<Item> {
  readonly item: Item
  /** Ends this use; a second call does nothing. */
  release(): void
}

export function createLease<Item>(item: Item, onRelease: () => void): Lease<Item> {
  let isReleased = false
  return {
    item,
    release() {
      if (isReleased) return
      isReleased = true
      onRelease()
    },
  }
}
