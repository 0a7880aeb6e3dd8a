// The id of a simulator.

/** Creates a random id, so that a client notices that a server was started again. */
export function createInstanceId(): string {
  // `randomUUID` is missing in pages that are not secure.
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
