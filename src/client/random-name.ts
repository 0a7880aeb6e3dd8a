// Names that a client makes up.

/**
 * Makes up a name that no other client makes up. A server numbers names instead, so two servers behind
 * a proxy would make up the same ones.
 */
export function makeUpName(stem: string): string {
  // `randomUUID` is missing in pages that are not secure.
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return `${stem}-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
