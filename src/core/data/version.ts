/** The data of a world until it changes: what is derived from it can be kept for as long as this lasts. */
export interface Version {
  isOver(): boolean
  /** Calls a function to drop what was derived: at the end, and whenever nobody needs it. @returns what prevents that */
  onDrop(act: () => void): () => void
}

export interface OpenVersion extends Version {
  /** Drops what was derived. */
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
