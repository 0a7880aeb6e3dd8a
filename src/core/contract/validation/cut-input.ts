const MOST_SHOWN = 100

/** How long a text may be that a response repeats in a sentence. */
export const MOST_ECHOED = 1000

/** An input as a response repeats it. */
export interface Repeated {
  /** The input itself, or its start as text where it is too large. */
  input: unknown
  /** The bytes that it takes as JSON; none where it was cut. */
  bytes: number
}

/**
 * Repeats an input, or only its start: of a text its first characters, and of anything else those
 * of its JSON. It looks at no more of the input than it takes.
 *
 * @param most the bytes that it may take
 */
export function repeatInput(input: unknown, most: number): Repeated {
  if (typeof input === 'string' && input.length > most) return { input: cutText(input), bytes: 0 }
  const meter = createMeter(most)
  meter.read(input)
  if (meter.left() >= 0) return { input, bytes: most - meter.left() }
  return { input: cutText(typeof input === 'string' ? input : meter.start(), MOST_SHOWN), bytes: 0 }
}

/** A text, or its first hundred characters and an ellipsis where it is longer. */
export function cutText(text: string, most = MOST_SHOWN): string {
  if (text.length <= most) return text
  // What takes two places is not cut in half.
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(MOST_SHOWN - 1))
  return `${text.slice(0, isSplit ? MOST_SHOWN - 1 : MOST_SHOWN)}...`
}

/** Counts the bytes of JSON, until there are too many, and keeps its start. */
function createMeter(most: number) {
  let left = most
  let start = ''
  const add = (text: string): void => {
    left -= text.length
    if (start.length <= MOST_SHOWN) start += text
  }
  const addText = (text: string): void => {
    const json = JSON.stringify(text.slice(0, Math.max(left, MOST_SHOWN)))
    add(json)
    left -= countBytes(json) - json.length + Math.max(0, text.length - json.length)
  }
  const readItems = (items: readonly unknown[]): void => {
    add('[')
    for (let index = 0; index < items.length && left >= 0; index += 1) {
      if (index > 0) add(',')
      read(items[index])
    }
    add(']')
  }
  const readFields = (value: object): void => {
    let separator = '{'
    // To look for the names of a large object takes long, and so it is done but once.
    for (const name in value) {
      if (left < 0) break
      add(separator)
      addText(name)
      add(':')
      read(Reflect.get(value, name))
      separator = ','
    }
    add(separator === '{' ? '{}' : '}')
  }
  const read = (value: unknown): void => {
    if (typeof value === 'string') addText(value)
    else if (Array.isArray(value)) readItems(value)
    else if (typeof value === 'object' && value !== null) readFields(value)
    else add(String(value))
  }
  return { read, left: () => left, start: () => start }
}

function countBytes(text: string): number {
  return new TextEncoder().encode(text).length
}
