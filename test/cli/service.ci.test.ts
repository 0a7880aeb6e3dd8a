// The service is declared with another copy of the package than the one of the program, as in a project of users.

import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { build } from 'esbuild'
import { expect } from 'vitest'
import { type Folder, test } from '../support/folder.ts'

const BIN = resolve('dist/src/cli/bin.js')
const NODE_ENTRY = resolve('dist/src/node/index.js')

/** Writes the library as one module with everything that it imports but packages. */
async function writeLibrary(folder: Folder): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { library as service } from ${JSON.stringify(resolve('test/engine/library/library.ts'))}`,
      resolveDir: resolve('.'),
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  })
  return folder.write('library.mjs', String(outputFiles[0]?.text))
}

const run = (...args: string[]) =>
  new Promise<{ code: unknown; out: string; err: string }>((done) => {
    execFile(process.execPath, [BIN, ...args], (error, out, err) => done({ code: error?.code ?? 0, out, err }))
  })

const CLIENT = `
import assert from 'node:assert'
import { setupSimulator } from ${JSON.stringify(NODE_ENTRY)}
import { service } from './library.mjs'

const simulator = setupSimulator({ service })
setupSimulator()
const { books } = await (await simulator.fetch('/books?limit=100')).json()
const titles = books.map(({ title }) => title)
assert.deepEqual(titles, titles.toSorted(), 'not sorted')
assert.equal((await simulator.fetch('/loans', { method: 'POST', body: '{"book_id":"none"}' })).status >= 400, true)
`

test('probe finds out what tests of a service depend on, beside a simulator of ours', async ({ folder }) => {
  const library = await writeLibrary(folder)
  const client = await folder.write('client.mjs', CLIENT)
  const { code, out, err } = await run(
    'probe',
    '--service',
    library,
    '--only',
    'bookOrder',
    '--',
    process.execPath,
    client,
  )
  expect([code, err]).toEqual([1, expect.stringContaining('it depends on bookOrder.')])
  expect(out).toContain(`DEPLOYMOCK_SERVICE='Lending Library' DEPLOYMOCK_ASSUME='bookOrder=shelf'`)
})

test('a probe of ours says that only simulators of another service started', async ({ folder }) => {
  await writeLibrary(folder)
  const client = await folder.write('client.mjs', CLIENT)
  const { code, err } = await run('probe', '--', process.execPath, client)
  expect(code).toBe(2)
  expect(err).toContain('it passed, but no simulator received a request.')
  expect(err).toContain('Simulators of "Lending Library" started')
  expect(err).toContain('name another service with --service FILE.')
})

test('a TypeScript file is loaded where Node runs it, and refused with the reason elsewhere', async ({ folder }) => {
  await writeLibrary(folder)
  const file = await folder.write(
    'own.ts',
    "import { service as library } from './library.mjs'\nexport const service: object = library\n",
  )
  const { code, out, err } = await run('export', '--service', file)
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18))
    expect([code, out]).toEqual([0, expect.stringContaining('books: 12')])
  else {
    expect(code).toBe(2)
    expect(err).toContain(
      `Node ${process.versions.node} does not run TypeScript. Use Node 22.18 or later for TypeScript`,
    )
  }
})
