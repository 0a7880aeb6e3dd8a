// What the package costs: to download, to install and to import. Times are measured in bench.

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { type Folder, test } from '../support/folder.ts'
import { isMsw2 } from '../support/msw-version.ts'
import { ADDED_KB, CONSOLE_KB, INSTALLED_PACKAGES, LATE_KB, LOADED, PACKED, PAGES_KB, SLACK } from '../support/sizes.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

test('npm packs no more bytes and files', () => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts']
  const { stdout } = spawnSync('npm', args, { cwd: fileURLToPath(root), encoding: 'utf8' })
  const [packed] = Object.values<{ size: number; entryCount: number }>(JSON.parse(stdout))
  expect(packed?.size).toBeLessThanOrEqual(PACKED.kB * 1000 * SLACK)
  expect(packed?.entryCount).toBeLessThanOrEqual(PACKED.files * SLACK)
})

test.runIf(isMsw2)('npm installs no more packages', () => {
  expect(listInstalled().length).toBeLessThanOrEqual(INSTALLED_PACKAGES * SLACK)
})

test.runIf(isMsw2).for(Object.entries(LOADED))('the import of %s loads no more', ([entry, limits], { folder }) => {
  const files = listLoaded(entry, folder)
  const own = files.filter((file) => !file.includes('/node_modules/'))
  const bytes = own.map((file) => statSync(new URL(file)).size).reduce((sum, each) => sum + each, 0)
  expect(own.length).toBeLessThanOrEqual(limits.files * SLACK)
  expect(bytes).toBeLessThanOrEqual(limits.kB * 1000 * SLACK)
  expect(files.length).toBeLessThanOrEqual(limits.all * SLACK)
  // Fewer would mean that the import failed.
  expect(own.length).toBeGreaterThan(limits.files / 2)
})

test('the console is not larger', () => {
  const folder = new URL('dist/console/', root)
  const sizes = readdirSync(folder).map((file) => gzipSync(readFileSync(new URL(file, folder)), { level: 9 }).length)
  expect(sizes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(CONSOLE_KB * 1000)
})

test('the documentation says what pages load', () => {
  const page = read('docs/browser.md')
  for (const size of [...Object.values(PAGES_KB), ...Object.values(LATE_KB), ADDED_KB])
    expect(page).toContain(`${size} kB`)
})

test.for(['@redis/client', '@modelcontextprotocol/server'])('%s is in no bundle', (name) => {
  const scripts = readdirSync(new URL('dist', root), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.c?js$/.test(path),
  )
  expect(scripts.filter((path) => read(`dist/${path}`).includes(`node_modules/${name}`))).toEqual([])
})

test('the licenses of all bundled packages are in the package', () => {
  const licenses = read('dist/THIRD-PARTY-LICENSES.txt')
  for (const name of ['@faker-js/faker', '@mswjs/data', 'express', 'preact', 'zod']) {
    expect(licenses).toMatch(new RegExp(`^${name} [\\d.]+ \\(MIT\\), in dist/`, 'm'))
  }
  expect(licenses.match(/Permission is hereby granted/g)?.length).toBeGreaterThan(50)
})

/** The files that Node evaluates for an import. Its coverage names them, whatever their format, in every version of Node. */
function listLoaded(entry: string, folder: Folder): string[] {
  const env = { ...process.env, NODE_V8_COVERAGE: folder.path('coverage') }
  const args = ['--input-type=module', '--eval', `await import('${entry}').catch(() => undefined)`]
  // Outside a test, `deploymock/vitest` fails at the end, when it has loaded everything.
  spawnSync(process.execPath, args, { cwd: fileURLToPath(root), env })
  const reports = readdirSync(folder.path('coverage')).map((name) => read(folder.path(`coverage/${name}`)))
  const urls = reports.flatMap((report) => JSON.parse(report).result.map(({ url }: { url: string }) => url))
  return [...new Set<string>(urls)].filter((url) => url.startsWith('file:') && !url.includes('[eval'))
}

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** The folders that npm installs for the package itself, its dependencies and its peers. */
function listInstalled(): string[] {
  const locked: Readonly<Record<string, Locked>> = JSON.parse(read('package-lock.json')).packages
  const folders = new Set([''])
  // The loop also visits the folders that are added in it.
  for (const folder of folders) {
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = locked[folder] ?? {}
    const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)
    for (const name of [...Object.keys(dependencies), ...peers]) {
      const found = resolve(folder, name, locked)
      if (found !== undefined) folders.add(found)
    }
  }
  return [...folders]
}

/** The folder of a package, as seen from another one. */
function resolve(from: string, name: string, locked: Readonly<Record<string, Locked>>): string | undefined {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (locked[path] !== undefined || from === '') return locked[path] === undefined ? undefined : path
  return resolve(from.replace(/\/?(?:node_modules\/)(?:@[^/]+\/)?[^/]+$/, ''), name, locked)
}
