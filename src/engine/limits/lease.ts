// Something shared that is kept until its last user releases it.

/** A shared item that is kept until its last user releases it. */
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
