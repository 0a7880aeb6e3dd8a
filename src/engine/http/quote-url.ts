// Writes URLs as Python does.

/**
 * Encodes a URL as the real service does before it redirects to it. A percent sign stays as it is, so what the path
 * of the request encodes with it is decoded.
 */
export function quoteUrl(url: string): string {
  // Python leaves these alone, and encodeURI does not.
  return encodeURI(url).replace(/%(?:25|5B|5D)/g, decodeURIComponent)
}
