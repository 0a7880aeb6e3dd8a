import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Makes sure that the tests of the built package do not test an old one. */
export function setup(): void {
  const built = statSync(join(root, 'dist/console/index.html'), { throwIfNoEntry: false })
  if (built === undefined) throw toError('Failed to test the built package: there is none. Run npm run build first.')
  for (const file of listSources()) {
    if (statSync(join(root, file)).mtimeMs <= built.mtimeMs) continue
    throw toError(`Failed to test the built package: ${file} has changed since. Run npm run build first.`)
  }
}

// With its cache of modules, Vitest fails to print an error that has a stack.
function toError(message: string): Error {
  return Object.assign(new Error(message), { stack: message })
}

function listSources(): string[] {
  const list = (folder: string): string[] =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))
  return ['src', 'scenarios', 'fixtures'].flatMap(list).filter((file) => /\.(tsx?|mjs|css|html|json)$/.test(file))
}
