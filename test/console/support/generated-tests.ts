import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { WrittenTest } from '../../../src/console/copy/vitest-test.ts'
import { run } from './run-shell.ts'

// The package is installed for its users, and Vitest does not transform installed packages.
const CONFIG = 'export default { test: { server: { deps: { external: [/\\/dist\\//] } } } }'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * Runs generated tests with Vitest and the built package, all in one process.
 *
 * @returns the failure messages of each test by its key, empty if it passed
 */
export async function runGenerated(tests: Readonly<Record<string, WrittenTest>>): Promise<Record<string, string[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'generated-'))
  await mkdir(join(folder, 'node_modules'))
  await symlink(root, join(folder, 'node_modules/deploymock'), 'dir')
  await symlink(join(root, 'node_modules/vitest'), join(folder, 'node_modules/vitest'), 'dir')
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'vitest.config.js'), CONFIG)
  for (const [key, { code, file }] of Object.entries(tests)) {
    await mkdir(join(folder, key))
    await writeFile(join(folder, key, 'copied.test.ts'), code)
    if (file !== null) await writeFile(join(folder, key, file.name), file.content)
  }
  const results = join(folder, 'results.json')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const flags = [
    '--root',
    folder,
    '--maxWorkers=1',
    '--no-isolate',
    '--reporter=json',
    '--testTimeout=30000',
    `--outputFile=${results}`,
  ]
  await run(process.execPath, [vitest, 'run', ...flags], { cwd: folder }).catch(() => undefined)
  const { testResults } = JSON.parse(await readFile(results, 'utf8')) as {
    testResults: { name: string; message: string; assertionResults: { failureMessages: string[] }[] }[]
  }
  await rm(folder, { recursive: true })
  return Object.fromEntries(
    testResults.map(({ name, message, assertionResults }) => [
      name.split('/').at(-2) ?? '',
      assertionResults.length === 0 ? [message] : assertionResults.flatMap(({ failureMessages }) => failureMessages),
    ]),
  )
}
