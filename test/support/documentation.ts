import { readdirSync, readFileSync } from 'node:fs'

const root = new URL('../../', import.meta.url)
const PRINTS = '(?:\n\nThis prints[^\n]*:\n\n```(?:json)?\n(.*?)^```)?'

/** A page of the documentation: the README or a file in docs/. */
export interface Page {
  /** The path in the package, such as `docs/vitest.md`. */
  path: string
  text: string
}

/** A code block, with its place for messages. */
export interface CodeBlock {
  place: string
  code: string
  /** What the page says that it prints, in the next block. */
  prints: string | undefined
}

/** The pages of the documentation, the README first. */
export function readPages(): Page[] {
  const names = readdirSync(new URL('docs/', root)).filter((name) => name.endsWith('.md'))
  return ['README.md', ...names.map((name) => `docs/${name}`)].map((path) => ({ path, text: readPage(path) }))
}

/** The text of a page. */
export function readPage(path: string): string {
  return readFileSync(new URL(path, root), 'utf8')
}

/** The code blocks of all pages in a language. */
export function listBlocks(language: string): CodeBlock[] {
  return readPages().flatMap(({ path, text }) =>
    [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`${PRINTS}`, 'gms'))].map(
      ({ index, 1: code = '', 2: prints }) => ({
        place: `${path}:${text.slice(0, index).split('\n').length + 1}`,
        code,
        prints,
      }),
    ),
  )
}
