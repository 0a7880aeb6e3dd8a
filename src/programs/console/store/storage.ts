// Settings that outlive the page, if the browser allows it.

export type KeptTexts = ReturnType<typeof keepTexts>

const PREFIX = 'deploymock:'

/** Keeps texts in a storage of the browser, or only in memory if that throws. */
export function keepTexts(find: () => Storage) {
  const memory = new Map<string, string>()
  return {
    read(name: string) {
      try {
        return find().getItem(PREFIX + name) ?? memory.get(name)
      } catch {
        return memory.get(name)
      }
    },
    /** Keeps a text. Undefined forgets it. */
    write(name: string, text: string | undefined) {
      if (text === undefined) memory.delete(name)
      else memory.set(name, text)
      try {
        if (text === undefined) find().removeItem(PREFIX + name)
        else find().setItem(PREFIX + name, text)
      } catch {
        // The text is in memory, which has to do.
      }
    },
  }
}
