// The suites of docs/pytest.md and docs/go.md, in a project in which the package is installed.

import { spawnSync } from 'node:child_process'
import { expect } from 'vitest'
import { listBlocks } from '../support/documentation.ts'
import { type Folder, test } from '../support/folder.ts'
import { installPackage } from '../support/install-package.ts'

const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0
const hasPytest = has('python3', '-m', 'pytest', '--version')
const hasGo = has('go', 'version')

test.runIf(hasPytest)('the suite for pytest passes', async ({ folder }) => {
  await writeBlocks(folder, 'python', 'docs/pytest.md')
  expect(run(folder, 'python3', '-m', 'pytest', '-p', 'no:cacheprovider')).toContain('4 passed')
})

test.runIf(hasGo)('the suite for Go passes', async ({ folder }) => {
  await writeBlocks(folder, 'go', 'docs/go.md')
  await folder.write('go.mod', 'module deployments\n')
  expect(run(folder, 'go', 'test', '-v', './...').match(/^--- PASS/gm)?.length).toBe(2)
})

/** Writes each block of a page into the file that its first line names. */
async function writeBlocks(folder: Folder, language: string, page: string): Promise<void> {
  await installPackage(folder)
  for (const { code } of listBlocks(language).filter((block) => block.page === page)) {
    const [, name = ''] = /^(?:#|\/\/) (\S+)\n/.exec(code) ?? []
    await folder.write(name, code)
  }
}

function run(folder: Folder, program: string, ...args: string[]): string {
  const { stdout, stderr } = spawnSync(program, args, { cwd: folder.path('.'), encoding: 'utf8' })
  return stdout + stderr
}
