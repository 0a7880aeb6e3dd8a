// Decodes texts that may not be what they should be.

/** Decodes a part of a URL. One that is not encoded stays as it is. */
export function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Decodes a query for reading. */
export function decodeQuery(query: string): string {
  return decode(query.replaceAll('+', ' '))
}

/** Parses JSON. @returns undefined if it is none */
export function decodeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
