// Random ids and names. Servers behind a proxy do not know of each other, so they cannot number them.

/** Creates the id of a simulator. After a restart, clients learn from it that everything is new. */
export function createRandomId(): string {
  // `randomUUID` is missing in pages that are not secure.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Makes up a name that no other client or server makes up: `session-4b1c...`. */
export function makeUpName(stem: string): string {
  return `${stem}-${createRandomId()}`
}

export function isMadeUp(name: string, stem: string): boolean {
  return name.startsWith(`${stem}-`) && /^[0-9a-f]{32}$/.test(name.slice(stem.length + 1))
}
