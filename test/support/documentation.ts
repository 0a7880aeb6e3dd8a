import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

const root = new URL('../../', import.meta.url)
const PRINTS = '(?:\n\nThis prints[^\n]*:\n\n```(?:json)?\n(.*?)^```)?'
const BLOCK = new RegExp(`^(?:<!--part-of:(\\S+)-->\n)?\`\`\`(\\w*)\n(.*?)^\`\`\`${PRINTS}`, 'gms')

/** A page of the documentation: the README or a file in docs/. */
export interface Page {
  /** The path in the package, such as `docs/vitest.md`. */
  path: string
  text: string
}

/** A code block, with its place for messages. */
export interface CodeBlock {
  place: string
  page: string
  /** The anchor of the heading above it, empty for that of the page. */
  heading: string
  language: string
  code: string
  /** What the page says that it prints, in the next block. */
  prints: string | undefined
  /**
   * The path of what it is a part of, which a comment before it says. A page, with an anchor or not: it continues the
   * program there. Another file: its lines are in this file, which is run.
   */
  partOf: string | undefined
}

const SKILL = 'docs/skills/deploymock/SKILL.md'

/** The pages of the documentation, the README first, and the skill for agents. */
export function readPages(): Page[] {
  const names = readdirSync(new URL('docs/', root)).filter((name) => name.endsWith('.md'))
  return ['README.md', ...names.map((name) => `docs/${name}`), SKILL].map((path) => ({ path, text: readPage(path) }))
}

/** The text of a page. */
export function readPage(path: string): string {
  return readFileSync(new URL(path, root), 'utf8')
}

/** The code blocks of all pages, in some languages or in all. */
export function listBlocks(...languages: readonly string[]): CodeBlock[] {
  const blocks = readPages().flatMap(({ path, text }) =>
    [...text.matchAll(BLOCK)].map(({ 0: all, index, 1: target, 2: language = '', 3: code = '', 4: prints }) => {
      const before = text.slice(0, index + all.indexOf('```'))
      const place = `${path}:${before.split('\n').length + 1}`
      return { place, page: path, heading: findHeading(before), language, code, prints, partOf: resolve(path, target) }
    }),
  )
  return languages.length === 0 ? blocks : blocks.filter(({ language }) => languages.includes(language))
}

/** A block that no other continues, with those that it continues. */
export interface Program {
  place: string
  /** The scripts in their order. Blocks of one language that follow each other are one script. */
  scripts: readonly { language: string; code: string }[]
  prints: string | undefined
}

/** The programs in TypeScript, JavaScript and shell. Blocks that are a part of a file belong to none. */
export function listPrograms(): Program[] {
  const blocks = listBlocks('sh', 'ts', 'js').filter(({ partOf }) => partOf === undefined || partOf.includes('.md'))
  const chains = blocks.map((block) => {
    const chain = [block]
    for (let first = findContinued(blocks, block); first !== undefined; first = findContinued(blocks, first)) {
      chain.unshift(first)
    }
    return chain
  })
  const continued = new Set(chains.flatMap((chain) => chain.slice(0, -1)))
  return blocks.flatMap((block, index) =>
    continued.has(block)
      ? []
      : [{ place: block.place, scripts: joinBlocks(chains[index] ?? []), prints: block.prints }],
  )
}

function joinBlocks(blocks: readonly CodeBlock[]): { language: string; code: string }[] {
  const scripts: { language: string; code: string }[] = []
  for (const { language, code } of blocks) {
    const last = scripts.at(-1)
    if (last?.language === language) last.code += `\n${withoutOwnImports(code)}`
    else scripts.push({ language, code })
  }
  return scripts
}

// Readers write the blocks to files of their own, which import each other.
function withoutOwnImports(code: string): string {
  return code.replace(/^import .* from '\.\/[\w.-]+'\n/gm, '')
}

/** The file that a script says it is, such as `library.ts`. */
export function findFileName(code: string): string | undefined {
  return /^\/\/ ([\w.-]+\.ts)\n/.exec(code)?.[1]
}

/** Whether a script needs a page in a browser. */
export function needsPage(code: string): boolean {
  return /'(deploymock\/(browser|playwright)|@playwright\/test)'/.test(code)
}

/** What a page says is printed, as a pattern. Three dots stand for anything. */
export function toPattern(prints: string): RegExp {
  const parts = prints.trimEnd().split('...')
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^]*')}$`)
}

/** A text without its code blocks. */
export function withoutFences(text: string): string {
  return text.replace(/^```.*?^```/gms, '')
}

/** The anchor of a heading, as code hosts write it. */
export function toAnchor(heading: string): string {
  const words = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '')
  return words.replaceAll(' ', '-')
}

/** Finds the last block below the heading that a block names, before the block itself. */
function findContinued(blocks: readonly CodeBlock[], block: CodeBlock): CodeBlock | undefined {
  if (block.partOf === undefined) return undefined
  const [page, heading = ''] = block.partOf.split('#')
  const below = blocks.filter((each) => each.page === page && each.heading === heading)
  const found = below.includes(block) ? below[below.indexOf(block) - 1] : below.at(-1)
  if (found === undefined) throw new Error(`Failed to find what ${block.place} continues: no block at ${block.partOf}.`)
  return found
}

function findHeading(before: string): string {
  return toAnchor([...withoutFences(before).matchAll(/^##+ (.+)$/gm)].at(-1)?.[1] ?? '')
}

function resolve(page: string, target: string | undefined): string | undefined {
  if (target === undefined) return undefined
  return target.startsWith('#') ? page + target : posix.join(posix.dirname(page), target)
}
