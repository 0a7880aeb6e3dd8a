import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

let isChecked = false

/** Makes sure that a test file that may use the built package does not test an old one. */
export function requireBuild(testFile: string): void {
  if (isChecked || !/\/test\/package\/|\.(slow|ci|full)\.test\.ts$/.test(testFile)) return
  const built = statSync(join(root, 'dist/console/index.html'), { throwIfNoEntry: false })
  if (built === undefined) throw new Error('Failed to test the built package: there is none. Run npm run build first.')
  for (const file of listSources()) {
    if (statSync(join(root, file)).mtimeMs <= built.mtimeMs) continue
    throw new Error(`Failed to test the built package: ${file} has changed since. Run npm run build first.`)
  }
  isChecked = true
}

function listSources(): string[] {
  const list = (folder: string): string[] =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))
  return ['src', 'scenarios', 'fixtures'].flatMap(list).filter((file) => /\.(tsx?|mjs|css|html|json)$/.test(file))
}
