/** An entry of a recency list. Its neighbours are the list's own. */
export interface Linked<Entry> {
  before: Entry | undefined
  after: Entry | undefined
}

/** Entries from the one used longest ago to the one used last. Everything takes constant time. */
export interface RecencyList<Entry> {
  oldest(): Entry | undefined
  /** Puts an entry at the end, one that is in no list. */
  append(entry: Entry): void
  /** Takes an entry out. */
  remove(entry: Entry): void
  /** Puts an entry of this list at its end. */
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
