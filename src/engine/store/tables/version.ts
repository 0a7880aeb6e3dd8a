/** A state of the data of a world. What is derived from the data can be cached until the version ends. */
export interface Version {
  isOver(): boolean
  /**
   * Calls a function to drop derived data: at the end, and whenever it is not needed.
   *
   * @returns a function that cancels this
   */
  onDrop(act: () => void): () => void
}

export interface OpenVersion extends Version {
  /** Drops the derived data. */
  clear(): void
  end(): void
}

/** Creates a version that lasts until its owner ends it. */
export function createVersion(): OpenVersion {
  let isOver = false
  const acts = new Set<() => void>()
  const clear = (): void => {
    for (const act of [...acts]) act()
  }
  return {
    isOver: () => isOver,
    onDrop(act) {
      acts.add(act)
      return () => void acts.delete(act)
    },
    clear,
    end() {
      isOver = true
      clear()
      acts.clear()
    },
  }
}
