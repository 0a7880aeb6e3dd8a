// The pages of the documentation, and their sections.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A page of the documentation. */
export interface Page {
  /** The name of its file without the extension, in lower case, such as `vitest`. */
  readonly name: string
  /** The path in the package, such as `docs/vitest.md`. */
  readonly path: string
  readonly title: string
  /** Its headings of level 2. */
  readonly topics: readonly string[]
  /** The Markdown without its comments. */
  readonly text: string
  /** The page in parts: what stands before the first heading of level 2, and each heading with what stands below it. */
  readonly sections: readonly Section[]
}

/** A part of a page. */
export interface Section {
  /** How a link names it, such as `vitest#where-requests-go`; the name of the page for its beginning. */
  readonly address: string
  /** The title of the page, and the headings above and of the section. */
  readonly headings: readonly string[]
  readonly text: string
}

/** Reads the pages of a package, the README first. @param root the folder of the package */
export async function readPages(root: string): Promise<Page[]> {
  const files = (await readdir(join(root, 'docs'))).filter((file) => file.endsWith('.md')).sort()
  const paths = ['README.md', ...files.map((file) => `docs/${file}`)]
  return Promise.all(paths.map(async (path) => buildPage(path, await readFile(join(root, path), 'utf8'))))
}

function buildPage(path: string, markdown: string): Page {
  const text = markdown.replace(/^<!--.*?-->\n+/gms, '')
  const name = path
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .toLowerCase()
  const sections = splitSections(name, text)
  const title = sections[0]?.headings[0] ?? name
  const topics = sections.flatMap(({ headings }) => (headings.length === 2 ? (headings[1] ?? []) : []))
  return { name, path, title, topics, text, sections }
}

/** Splits a page at its headings. What looks like one in a code block is none. */
function splitSections(name: string, text: string): Section[] {
  const headings: string[] = []
  const sections: { address: string; headings: string[]; lines: string[] }[] = []
  let isCode = false
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const [, marks = '', heading = ''] = (!isCode && /^(#{1,4}) (.+)$/.exec(line)) || []
    if (marks !== '') {
      headings.splice(marks.length - 1, Number.POSITIVE_INFINITY, heading)
      const address = marks.length === 1 ? name : `${name}#${toAnchor(heading)}`
      sections.push({ address, headings: [...headings], lines: [] })
    }
    sections.at(-1)?.lines.push(line)
  }
  return sections.map(({ lines, ...section }) => ({ ...section, text: lines.join('\n').trim() }))
}

/** Returns the anchor of a heading, as code hosts write it. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}
