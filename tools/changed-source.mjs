// Says whether the built package is older than what it is built from.

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const SOURCE = /\.(tsx?|mjs|css|html|json)$/
// One of the last files that a build writes.
const BUILT = 'dist/console/index.html'

/** Returns a source that has changed since the last build, `BUILT` if there was none, or undefined. */
export function findChangedSource(root = ROOT) {
  const built = statSync(`${root}/${BUILT}`, { throwIfNoEntry: false })
  if (built === undefined) return BUILT
  return listSources(root).find((file) => statSync(`${root}/${file}`).mtimeMs > built.mtimeMs)
}

function listSources(root) {
  const folders = ['src', 'scenarios', 'fixtures'].flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true }).map((file) => `${folder}/${file}`),
  )
  return [...folders.filter((file) => SOURCE.test(file)), 'package.json', 'package-lock.json', 'tsconfig.build.json']
}
