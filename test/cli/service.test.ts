import { resolve } from 'node:path'
import { expect } from 'vitest'
import { test } from '../support/folder.ts'
import { runCli } from '../support/run-cli.ts'

const LIBRARY = resolve('test/engine/library/library.ts')

/** Runs a command with the library, and returns its exit code and what it prints. */
async function run(...args: string[]) {
  const { exit, out, err } = runCli(...args)
  return { code: await exit, out: out.join('\n'), err: err.join('\n') }
}

// The library has its name as an export, so a module of two lines is what somebody would name.
const MODULE = `export { library as service } from ${JSON.stringify(LIBRARY)}\n`
const DEFAULT = `export { library as default } from ${JSON.stringify(LIBRARY)}\n`

test.for([
  ['export', ['--books', '3', '--seed', '7'], 'seed: 7\nnow: "2026-03-02T09:00:00Z"\nauthors: 3\nbooks: 3\nloans: 0'],
  ['openapi', [], '"title": "Lending Library"'],
  ['assumptions', ['bookOrder'], 'How are books sorted?'],
  ['scenarios', [], 'scenario  books  description\ndefault   12     A small library.'],
  ['docs', ['service'], '- `listBooks`: Lists books.'],
] as const)('%s is about the service that --service names', async ([command, args, text], { folder }) => {
  const file = await folder.write('service.mjs', MODULE)
  const { code, out, err } = await run(command, '--service', file, ...args)
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain(text)
})

test('a service is the default export, too, and its file may be joined to the option', async ({ folder }) => {
  const { out } = await run('export', `--service=${await folder.write('service.mjs', DEFAULT)}`)
  expect(out).toContain('books: 12')
})

test('check validates the scenarios and snapshots of a service', async ({ folder }) => {
  const service = await folder.write('service.mjs', MODULE)
  const good = await folder.write('good.yaml', 'name: good\nbooks: 2\n')
  const wrong = await folder.write('wrong.yaml', 'name: wrong\nbooks:\n  - record: { tile: x }\ndeployments: 2\n')
  expect((await run('check', '--service', service, good)).out).toBe(
    `${good}: OK (scenario "good": 3 authors, 2 books, 0 loans)`,
  )
  const { code, err } = await run('check', '--service', service, wrong)
  expect(code).toBe(1)
  expect(err).toContain('wrong.yaml:3:15: "books.0.record.tile" is unknown. Did you mean "title"?')
  expect(err).toContain('"deployments" is unknown.')
})

test('serve serves a service, and its help has the options and values of the service', async ({ folder }) => {
  const service = await folder.write('service.mjs', MODULE)
  const server = runCli('--service', service, '--port', '0', '--books', '4', '--preset', 'eager', '--no-console')
  const [, url = ''] = await server.printed(/^deploymock listens on (.*)$/)
  expect(await (await fetch(`${url}/books`)).json()).toMatchObject({ books: { length: 4 } })
  expect(server.out.join('\n')).toContain('World "default" with seed 1: 3 authors, 4 books, 0 loans.\nPreset eager.')
  server.stop()
  expect(await server.exit).toBe(0)
  const help = (await run('--service', service, '--help')).out
  expect(help).toContain('Simulates the Lending Library.')
  expect(help).toMatch(/--books <number> +how many books there are/)
  expect(help).toContain('(plain or eager;')
})

test.for([
  [['--deployments', '3'], "unknown option '--deployments'"],
  [['--preset', 'spec'], 'Allowed: plain, eager.'],
  [['--assume', 'nameMatching=prefix'], 'Known: bookOrder, unknownBook, secondLoan.'],
  [['--vary', '7', '--vary-only', 'nameMatching'], 'bookOrder'],
  [['--scenario', 'busy'], 'Known: default.'],
] as const)('with a service, %j is refused', async ([args, message], { folder }) => {
  const { code, err } = await run('serve', '--service', await folder.write('service.mjs', MODULE), ...args)
  expect(code).toBe(2)
  expect(err).toContain(message)
})

test.for([
  ['missing.mjs', undefined, 'there is no such file. Name a JavaScript or TypeScript file.'],
  ['a.mjs', '', 'it exports nothing. Export the declared service as "service", or as default.'],
  ['b.mjs', 'export const api = 1', 'it exports "api", and none is a service.'],
  ['c.mjs', 'export const service = { title: "x" }', 'its export "service" is {"title":"x"}.'],
  ['d.mjs', 'throw new TypeError("no database")', 'it throws TypeError: no database.'],
  ['e.mjs', 'throw 7', 'it throws 7.'],
  // What Node throws for a module that its package.json makes CommonJS.
  [
    'f.mjs',
    'throw new SyntaxError("Cannot use import statement outside a module")',
    'Node takes it for CommonJS. Set "type": "module" in package.json, or name it .mjs or .mts.',
  ],
] as const)('a file that declares no service is refused: %s', async ([name, text, message], { folder }) => {
  const file = text === undefined ? folder.path(name) : await folder.write(name, text)
  const { code, err } = await run('export', '--service', file)
  expect(code).toBe(2)
  expect(err).toContain(`Failed to load the service from "${file}": ${message}`)
})

test.for(['ask', 'learn', 'record'])(
  '%s, which is about a real service, takes no --service',
  async (name, { folder }) => {
    const file = await folder.write('service.mjs', 'throw new Error("was loaded")')
    const { code, err } = await run(name, '--service', file)
    expect(code).toBe(2)
    expect(err).toContain("unknown option '--service'")
  },
)

test('a --service after -- is that of another command', async () => {
  const { err } = await run('probe', '--only', 'nothing', '--', 'npm', 'test', '--service', 'nowhere.mjs')
  expect(err).toContain('"nothing" is not an assumption')
})

test('a question of an API that declares no sections stands by itself', async ({ folder }) => {
  const file = await folder.write(
    'issues.mjs',
    `export * from ${JSON.stringify(resolve('test/rest/apis/issues.ts'))}\n`,
  )
  for (const args of [[], ['unknownLabels']]) {
    const { out } = await run('assumptions', '--service', file, ...args)
    expect(out).toContain('What happens to labels that the repository does not have?')
    expect(out).not.toMatch(/\(\)|section/)
  }
})
