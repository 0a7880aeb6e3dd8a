import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { test } from '../support/folder.ts'
import { isMsw2 } from '../support/msw-version.ts'

const root = new URL('../../', import.meta.url)

const COMPILER_OPTIONS = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'nodenext',
  // The block for Jest uses globals of the same names.
  types: ['node', 'vitest/globals'],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
}

// What the reader has: a client to test, and a response from somewhere.
const READER = `
  declare const response: Response
  declare class Client {
    constructor(options: { baseUrl: string })
    list(options: { status: string }): Promise<unknown[]>
  }
  declare function listNames(url: string): Promise<string[]>
`

// The README writes the options of MSW 2.
test.runIf(isMsw2)('every TypeScript block of the README compiles against the built package', async ({ folder }) => {
  const readme = readFileSync(new URL('README.md', root), 'utf8')
  const blocks = [...readme.matchAll(/^```ts\n(.*?)^```/gms)]
  mkdirSync(folder.path('node_modules'))
  for (const name of readdirSync(new URL('node_modules', root))) {
    symlinkSync(fileURLToPath(new URL(`node_modules/${name}`, root)), folder.path(`node_modules/${name}`))
  }
  symlinkSync(fileURLToPath(root), folder.path('node_modules/deploymock'))
  await folder.write('package.json', '{"type":"module"}')
  await folder.write('tsconfig.json', JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['*.ts'] }))
  await folder.write('reader.d.ts', READER)
  for (const { index, 1: block } of blocks) {
    const line = readme.slice(0, index).split('\n').length + 1
    await folder.write(`readme-line-${line}.ts`, `${block}\nexport {}\n`)
  }
  const compiler = fileURLToPath(new URL('node_modules/typescript/bin/tsc', root))
  const { stdout } = spawnSync(process.execPath, [compiler], { cwd: folder.path('.'), encoding: 'utf8' })
  expect(blocks.length).toBeGreaterThan(10)
  expect(stdout).toBe('')
})
