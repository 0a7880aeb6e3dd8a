import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)

const listBelow = (folder: string): string[] => {
  const found = readdirSync(fileURLToPath(new URL(folder, root)), { recursive: true, encoding: 'utf8' })
  return found.map((path) => `${folder}${path.replaceAll('\\', '/')}`)
}
const readText = (path: string): string => readFileSync(new URL(path, root), 'utf8')

const sources = listBelow('src/')
const documents = [
  'CONTRIBUTING.md',
  'bench/README.md',
  'bench/mutation/README.md',
  ...listBelow('decisions/'),
  ...sources.filter((path) => path.endsWith('README.md')),
]

const PATH = /`((?:\.\.?\/)*[\w-]+(?:[/.][\w.-]+)*\/?)`/g
const FILE = /\.(?:tsx?|mjs|md)$/
// What is not in the repository: built files, other packages, and what a URL or a command contains.
const FOREIGN = /^(?:dist|release|deploymock|msw|application|peers)\//

/** Lists what a text calls by its path: all names with a slash, and all files. */
function listPaths(text: string): string[] {
  const names = [...text.matchAll(PATH)].map(([, name = '']) => name)
  return names.filter((name) => (name.includes('/') || FILE.test(name)) && !FOREIGN.test(name))
}

/** Whether a path leads somewhere: from the folder of its document, or from the root. A bare name may be below it. */
function isFound(path: string, document: string): boolean {
  if (existsSync(new URL(path, new URL(document, root))) || existsSync(new URL(path, root))) return true
  const folder = document.replace(/[^/]*$/, '')
  return !path.includes('/') && sources.some((each) => each.startsWith(folder) && each.endsWith(`/${path}`))
}

test.for(documents)('every path in %s leads to a file or a folder', (document) => {
  expect(listPaths(readText(document)).filter((path) => !isFound(path, document))).toEqual([])
})

test.for(['', 'service/', 'fastapi/', 'engine/'])('src/README.md has a line for each folder of src/%s', (folder) => {
  const tree = /^```\n(.*?)^```/ms.exec(readText('src/README.md'))?.[1] ?? ''
  const folders = readdirSync(new URL(`src/${folder}`, root), { withFileTypes: true })
  const names = folders.filter((each) => each.isDirectory()).map(({ name }) => name)
  expect(names.filter((name) => !new RegExp(`^ .*\\b${name}/`, 'm').test(tree))).toEqual([])
})

test.for(
  listBelow('scenarios/')
    .concat(listBelow('fixtures/'))
    .filter((path) => path.endsWith('.ts')),
)('%s imports only types of src', (path) => {
  const imports = [...readText(path).matchAll(/^(?:import|export) (?!type\b)[^;]*? from '([^']*)'/gm)]
  expect(imports.map(([, target = '']) => target).filter((target) => target.includes('/src/'))).toEqual([])
})
