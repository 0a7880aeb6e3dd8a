/** Something shared, kept until the last of those who use it has released it. */
export interface Lease<Item> {
  readonly item: Item
  /** Ends this use; a second call does nothing. */
  release(): void
}

/** Creates a lease. */
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
