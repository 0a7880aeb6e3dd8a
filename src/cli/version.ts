import { createRequire } from 'node:module'

/** The version of the installed package. */
export function readVersion(): string {
  // By the package's own name, since the sources and the bundled program lie at different depths.
  const { version } = createRequire(import.meta.url)('deploymock/package.json') as { version: string }
  return version
}
