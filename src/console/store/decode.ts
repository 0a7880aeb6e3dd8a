// Decodes parts of URLs.

/** Decodes a part of a URL. One that is not encoded stays as it is. */
export function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
