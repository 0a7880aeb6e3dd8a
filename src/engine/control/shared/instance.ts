// What tells one simulator from another at the same URL.

/** Creates the id of a simulator. After a restart, clients learn from it that everything is new. */
export function createInstanceId(): string {
  // `randomUUID` is missing in pages that are not secure.
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
