import { createRequire } from 'node:module'

/** Returns the version of the installed package. */
export function readVersion(): string {
  // Resolved by package name, because the sources and the bundle are at different depths.
  const { version } = createRequire(import.meta.url)('deploymock/package.json') as { version: string }
  return version
}

/** Returns the version of the installed package; empty if it was bundled into another one. */
export function findVersion(): string {
  try {
    return readVersion()
  } catch {
    return ''
  }
}
