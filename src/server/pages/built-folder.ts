import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Returns the path of a folder in `dist`, which is in a folder above this module. The sources, the built
 * modules and the bundles are at different depths, and a bundle of a user is outside of the package.
 */
export function findBuiltFolder(name: string): string {
  const path = join('dist', name)
  // CommonJS has no such URL, if a bundler adds none.
  const start = import.meta.url === undefined ? process.cwd() : dirname(fileURLToPath(import.meta.url))
  for (let folder = start; ; folder = dirname(folder)) {
    const found = [join(folder, 'node_modules/deploymock', path), join(folder, path)].find(existsSync)
    if (found !== undefined) return found
    if (folder === dirname(folder)) return join(folder, path)
  }
}
