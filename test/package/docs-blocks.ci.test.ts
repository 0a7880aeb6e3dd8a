import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { expect } from 'vitest'
import { compile } from '../support/compile.ts'
import { listBlocks } from '../support/documentation.ts'
import { test } from '../support/folder.ts'
import { isMsw2 } from '../support/msw-version.ts'
import { runCli } from '../support/run-cli.ts'

const root = new URL('../../', import.meta.url)

const COMPILER_OPTIONS = {
  lib: ['es2023', 'dom', 'dom.iterable'],
  // The block for Jest uses globals of the same names.
  types: ['node', 'vitest/globals', 'vite/client'],
}

// What the reader has: a client to test.
const READER = `
  declare function listNames(url: string): Promise<string[]>
`

// The documentation writes the options of MSW 2.
test.runIf(isMsw2)('every TypeScript block compiles against the built package', async ({ folder }) => {
  const blocks = listBlocks('ts')
  const modules = blocks.map(({ place, code }) => [`${place.replace(/\W+/g, '-')}.ts`, `${code}\nexport {}\n`])
  const stdout = await compile(
    folder,
    { 'reader.d.ts': READER, ...Object.fromEntries(modules) },
    { compilerOptions: COMPILER_OPTIONS, packages: readdirSync(new URL('node_modules', root)) },
  )
  expect(blocks.length).toBeGreaterThan(15)
  expect(stdout).toBe('')
})

const blocks = listBlocks('sh')

test.for(blocks)('the block at $place can be parsed', ({ code }) => {
  const { status, stderr } = spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})

const calls = blocks.flatMap(({ place, code }) => listCalls(code).map((call) => ({ place, call })))

test.for(calls)('deploymock has the options of "$call" at $place', async ({ call }) => {
  const [command = ''] = call
    .split(' ')
    .filter((word) => /^(assumptions|check|coverage|export|openapi|probe|scenarios)$/.test(word))
  const help = runCli(...(command === '' ? [] : [command]), '--help')
  expect(await help.exit).toBe(0)
  const known = help.out.join('\n').match(/--[\w-]+/g)
  expect(known).toEqual(expect.arrayContaining(call.match(/--[\w-]+/g) ?? []))
})

test('there are calls of deploymock to check', () => expect(calls.length).toBeGreaterThan(5))

/** The arguments of each call of the program, which `npm start --` calls, too. */
function listCalls(code: string): string[] {
  const calls = code.matchAll(/^(?:npx deploymock|deploymock|npm start --) ?([^#\n]*?)(?: &)?(?: +#.*)?$/gm)
  return [...calls].map(([, args = '']) => args.trim())
}
