// The headers of a request, as they were received.

// More than clients usually send. What exceeds it is cut off.
const MOST_HEADERS = 100
const MOST_CHARACTERS = 16 * 1024

/** Cuts a list of names and values in turn to what a journal keeps. */
export function limitHeaders(raw: readonly string[]): readonly string[] {
  let characters = 0
  const most = Math.min(raw.length, 2 * MOST_HEADERS)
  for (let index = 0; index < most; index += 1) {
    characters += raw[index]?.length ?? 0
    if (characters > MOST_CHARACTERS) return raw.slice(0, index - (index % 2))
  }
  return most === raw.length ? raw : raw.slice(0, most)
}

/** Turns a list of names and values in turn into pairs. */
export function pairHeaders(raw: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [raw[2 * index] ?? '', raw[2 * index + 1] ?? ''])
}
