import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect } from 'vitest'
import { readPages, toAnchor, withoutFences } from '../support/documentation.ts'
import { type Folder, test } from '../support/folder.ts'

const root = new URL('../../', import.meta.url)
const pages = readPages()
const links = pages.flatMap(({ path, text }) => listTargets(text).map((target) => ({ path, target })))

test('the README has at most 177 lines', () => {
  expect(readFileSync(new URL('README.md', root), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(177)
})

test('every page of docs/ is one click away from the README', () => {
  const linked = links.filter(({ path }) => path === 'README.md').map(({ target }) => target.split('#')[0])
  const others = pages.map(({ path }) => path).filter((path) => path !== 'README.md')
  expect(linked).toEqual(expect.arrayContaining(others))
})

test('the links of the documentation are relative, because they have to work everywhere', () => {
  expect(links.length).toBeGreaterThan(100)
  expect(links.filter(({ target }) => /^([a-z]+:|\/)/i.test(target))).toEqual([])
})

test('the links of the documentation lead to files that are in the package', ({ folder }) => {
  const packed = listPacked(folder, ['package.json', 'docs', ...links.map((link) => resolve(link).file)])
  expect(links.filter((link) => !packed.includes(resolve(link).file))).toEqual([])
})

test('the links of the documentation lead to headings that exist', () => {
  const broken = links.filter((link) => {
    const { file, anchor } = resolve(link)
    return anchor !== undefined && !listAnchors(readFileSync(new URL(file, root), 'utf8')).includes(anchor)
  })
  expect(broken).toEqual([])
})

function resolve({ path, target }: (typeof links)[number]): { file: string; anchor: string | undefined } {
  const [name = '', anchor] = target.split('#')
  return { file: name === '' ? path : posix.join(posix.dirname(path), name), anchor }
}

/** Those of some files that npm would pack. It compresses what it lists, which takes seconds for all of `dist`. */
function listPacked(folder: Folder, files: readonly string[]): string[] {
  for (const file of new Set(files)) cpSync(new URL(file, root), folder.path(file), { recursive: true })
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts']
  const { stdout } = spawnSync('npm', args, { cwd: folder.path('.'), encoding: 'utf8' })
  const [result] = Object.values<{ files: { path: string }[] }>(JSON.parse(stdout))
  return (result?.files ?? []).map(({ path }) => path)
}

function listTargets(text: string): string[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
}

/** The anchors of all headings, as code hosts write them: a repeated one gets a number. */
function listAnchors(text: string): string[] {
  const headings = [...withoutFences(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toAnchor(heading))
  return headings.map((anchor, index) => {
    const before = headings.slice(0, index).filter((other) => other === anchor).length
    return before === 0 ? anchor : `${anchor}-${before}`
  })
}

// A link may be around inline code, so only the code goes.
function withoutCode(text: string): string {
  return withoutFences(text).replace(/`[^`\n]*`/g, 'code')
}
