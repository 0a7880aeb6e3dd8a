// The build for tools that cannot load ES modules with `require`, such as Jest.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type * as NodeEntry from '../../src/entries/node/index.ts'
import type * as ServiceEntry from '../../src/index.ts'
import { createSimulator as createFromSources } from '../../src/index.ts'

interface CommonJsEntry {
  readonly require?: Readonly<Record<'types' | 'default', string>>
  readonly default: string
}

const root = new URL('../../', import.meta.url)
const { exports, types, typesVersions } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
const entries = Object.entries<CommonJsEntry>(exports).flatMap(([name, entry]) =>
  entry.require === undefined ? [] : [{ name, commonJs: entry.require, esModule: entry.default }],
)

// Node prefers the condition "module-sync", so the test loads the files that other tools load.
function load<Entry>(name: string): Entry {
  const entry = entries.find((each) => each.name === name)
  return createRequire(root)(entry?.commonJs.default ?? '')
}

test('these entries have a CommonJS build', () => {
  expect(entries.map(({ name }) => name)).toEqual([
    '.',
    './server',
    './coverage',
    './files',
    './client',
    './node',
    './jest',
  ])
})

test.for(entries)('the CommonJS build of $name exports what the ES modules export', async ({ name, esModule }) => {
  const expected = await import(/* @vite-ignore */ new URL(esModule, root).href)
  expect(Object.keys(load<object>(name)).sort()).toEqual(Object.keys(expected).sort())
})

test.for(entries)('TypeScript finds the types of $name without "exports", too', ({ name, commonJs }) => {
  const found = name === '.' ? types : typesVersions['*'][name.slice(2)][0]
  expect(found).toBe(commonJs.types)
})

const { createSimulator, OptionError } = load<typeof ServiceEntry>('.')
const { setupSimulator } = load<typeof NodeEntry>('./node')

test('the CommonJS build has one copy of each class for all entries', () => {
  expect(() => setupSimulator({ seed: 'one' as unknown as number })).toThrow(OptionError)
})

// The sources load all of Faker and of @mswjs/data here, and the package loads parts of them.
test('the CommonJS build and the ES modules build the same worlds as the sources', async () => {
  const modules: typeof ServiceEntry = await import(/* @vite-ignore */ new URL('dist/src/index.js', root).href)
  const list = async (create: typeof ServiceEntry.createSimulator) =>
    (await create({ seed: 7, preset: 'langsmith' }).fetch('/v2/deployments?limit=100')).text()
  const expected = await list(createFromSources)
  expect(await list(createSimulator)).toBe(expected)
  expect(await list(modules.createSimulator)).toBe(expected)
})

test('the CommonJS build intercepts requests with the installed MSW', async () => {
  const simulator = setupSimulator({ baseUrl: 'https://deployments.test', scenario: 'empty' })
  simulator.listen()
  const response = await fetch('https://deployments.test/v2/deployments').finally(() => simulator.close())
  expect(await response.json()).toMatchObject({ resources: [] })
})

test('in Node, require and import load the same ES modules', () => {
  const script = `
    const required = ['deploymock', 'deploymock/node'].map((name) => require(name))
    Promise.all(['deploymock', 'deploymock/node'].map((name) => import(name))).then((imported) => {
      process.stdout.write(String(required.every((entry, index) => entry === imported[index])))
    })
  `
  const args = ['--no-warnings', '--input-type=commonjs', '--eval', script]
  const { stdout } = spawnSync(process.execPath, args, { cwd: fileURLToPath(root), encoding: 'utf8' })
  expect(stdout).toBe('true')
})
