import { mkdir, utimes } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect } from 'vitest'
import { type Folder, test } from '../support/folder.ts'
import { findChangedSource } from '../support/require-build.ts'

const BUILT = 'dist/console/index.html'
const FILES = ['src/programs/cli/bin.ts', 'scenarios/busy.ts', 'fixtures/a.json', 'package.json', 'package-lock.json']

test.for([
  ['there is no build', [], BUILT],
  ['nothing has changed', [BUILT], undefined],
  ['a source has changed', [BUILT, 'src/programs/cli/bin.ts'], 'src/programs/cli/bin.ts'],
  ['a dependency has changed', [BUILT, 'package-lock.json'], 'package-lock.json'],
  ['a text without an effect has changed', [BUILT, 'src/README.md'], undefined],
] as const)('a start builds only if something has changed: %s', async ([, written, changed], { folder }) => {
  await writeAt(folder, [...FILES, 'tsconfig.build.json', 'src/README.md'], 1)
  for (const [index, file] of written.entries()) await writeAt(folder, [file], 2 + index)
  expect(findChangedSource(folder.path('.'))).toBe(changed)
})

async function writeAt(folder: Folder, files: readonly string[], seconds: number): Promise<void> {
  for (const file of files) {
    await mkdir(dirname(folder.path(file)), { recursive: true })
    await utimes(await folder.write(file, ''), seconds, seconds)
  }
}
