import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { compile } from '../support/compile.ts'
import { test } from '../support/folder.ts'
import { isMsw2 } from '../support/msw-version.ts'

const root = new URL('../../', import.meta.url)

const COMPILER_OPTIONS = {
  lib: ['es2023', 'dom', 'dom.iterable'],
  // The block for Jest uses globals of the same names.
  types: ['node', 'vitest/globals'],
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
  const modules = blocks.map(({ index, 1: block }) => {
    const line = readme.slice(0, index).split('\n').length + 1
    return [`readme-line-${line}.ts`, `${block}\nexport {}\n`]
  })
  const stdout = await compile(
    folder,
    { 'reader.d.ts': READER, ...Object.fromEntries(modules) },
    { compilerOptions: COMPILER_OPTIONS, packages: readdirSync(new URL('node_modules', root)) },
  )
  expect(blocks.length).toBeGreaterThan(10)
  expect(stdout).toBe('')
})
