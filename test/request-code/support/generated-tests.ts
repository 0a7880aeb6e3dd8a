import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { WrittenTest } from '../../../src/entries/request-code/vitest-test.ts'
import { run } from '../../console/support/run-shell.ts'
import { createFolder } from '../../support/create-folder.ts'
import { linkPackages } from '../../support/link-packages.ts'
import { listFailures, readVitestResults } from '../../support/vitest-results.ts'

// The package is installed for its users, and Vitest does not transform installed packages.
const CONFIG = 'export default { test: { server: { deps: { external: [/\\/dist\\//] } } } }'

/**
 * Runs generated tests with Vitest and the built package, all in one process.
 *
 * @returns the failure messages of each test by its key, empty if it passed
 */
export async function runGenerated(tests: Readonly<Record<string, WrittenTest>>): Promise<Record<string, string[]>> {
  const { remove, ...folder } = await createFolder()
  linkPackages(folder, ['vitest'])
  await folder.write('package.json', '{ "type": "module" }')
  await folder.write('vitest.config.js', CONFIG)
  for (const [key, { code, file }] of Object.entries(tests)) {
    await mkdir(folder.path(key))
    await folder.write(`${key}/copied.test.ts`, code)
    if (file !== null) await folder.write(`${key}/${file.name}`, file.content)
  }
  const results = folder.path('results.json')
  const vitest = fileURLToPath(new URL('../../../node_modules/vitest/vitest.mjs', import.meta.url))
  const flags = [
    '--root',
    folder.path('.'),
    '--maxWorkers=1',
    '--no-isolate',
    '--reporter=json',
    '--testTimeout=30000',
    `--outputFile=${results}`,
  ]
  await run(process.execPath, [vitest, 'run', ...flags], { cwd: folder.path('.') }).catch(() => undefined)
  const files = readVitestResults(results)
  await remove()
  return Object.fromEntries(files.map((file) => [file.name.split('/').at(-2) ?? '', listFailures(file)]))
}
