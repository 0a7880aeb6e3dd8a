// Entries in the order of their last use.

/** An entry of a recency list. Only the list may use its neighbours. */
export interface Linked<Entry> {
  before: Entry | undefined
  after: Entry | undefined
}

/** Entries from the least to the most recently used. All methods take constant time. */
export interface RecencyList<Entry> {
  oldest(): Entry | undefined
  /** Adds an entry, which must not be in a list, at the end. */
  append(entry: Entry): void
  /** Removes an entry. */
  remove(entry: Entry): void
  /** Moves an entry of this list to the end. */
  touch(entry: Entry): void
}

/** Creates an empty list. */
export function createRecencyList<Entry extends Linked<Entry>>(): RecencyList<Entry> {
  let first: Entry | undefined
  let last: Entry | undefined

  const append = (entry: Entry): void => {
    entry.before = last
    if (last === undefined) first = entry
    else last.after = entry
    last = entry
  }
  const remove = (entry: Entry): void => {
    const { before, after } = entry
    if (before === undefined) first = after
    else before.after = after
    if (after === undefined) last = before
    else after.before = before
    entry.before = undefined
    entry.after = undefined
  }
  return {
    oldest: () => first,
    append,
    remove,
    touch(entry) {
      if (entry === last) return
      remove(entry)
      append(entry)
    },
  }
}
