import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Returns the path of a folder in `dist`, which is in a folder above this module. The sources, the built
 * modules and the bundles are at different depths.
 */
export function findBuiltFolder(name: string): string {
  const path = join('dist', name)
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, path)) && folder !== dirname(folder)) folder = dirname(folder)
  return join(folder, path)
}
