import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Command } from 'commander'
import { listEntries } from '../../../engine/define/assumptions/assumptions.ts'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { quote } from '../../../engine/input/text/quote.ts'
import { suggestWord } from '../../../engine/input/text/suggestion.ts'
import { capitalize } from '../../../engine/input/text/words.ts'
import type { ServiceDeclarations } from '../../../engine/scenario/service.ts'
import { addServiceOption } from '../declared-service.ts'
import type { Io } from '../io.ts'
import { formatTable } from '../output/table.ts'

const MOST_FOUND = 20

interface DocsOptions {
  readonly service?: string
}

/** Defines `deploymock docs`, which prints the documentation of this version, and searches it. */
export function defineDocsCommand(io: Io, declared: ServiceDeclarations): Command {
  return addServiceOption(new Command('docs'))
    .summary('print the documentation, or search it')
    .description('Prints the documentation of this version as Markdown. Without a topic, it lists the pages.')
    .argument('[topic...]', 'a page such as "vitest", a section such as "vitest#jest", or words to search for')
    .action(async (words: readonly string[], { service }: DocsOptions) => {
      const root = dirname(createRequire(import.meta.url).resolve('deploymock/package.json'))
      const own = service === undefined ? [] : [buildPage('docs/service.md', describeService(declared))]
      const pages = [...own, ...(await readDocsPages(root))]
      const topic = words.join(' ').trim()
      io.out(topic === '' ? listPages(pages, io) : findTopic(pages, topic, io))
    })
}

/** Describes a service as a page: its parts, and its questions with their values. */
function describeService({ title, version, questions, ...declared }: ServiceDeclarations): string {
  const parts = (['operations', 'resources', 'scenarios'] as const).map((part) => {
    const lines = declared[part].map(
      (each) => `- \`${each.name}\`: ${'summary' in each ? each.summary : each.description}`,
    )
    return `## ${capitalize(part)}\n\n${lines.join('\n')}`
  })
  const asked = listEntries(questions).map(([id, { question, values }]) => {
    const lines = Object.entries(values).map(([value, meaning]) => `- \`${value}\`: ${meaning}`)
    return `### ${id}\n\n${question}\n\n${lines.join('\n')}`
  })
  return [`# ${title} ${version}`, ...parts, '## Questions', ...asked].join('\n\n')
}

function listPages(pages: readonly DocumentationPage[], { columns }: Io): string {
  const rows = pages.map(({ name, title, topics }) => [name, [title, ...topics].join(' · ')])
  return `${formatTable(rows, columns)}\n\nPrint a page with "deploymock docs vitest", and search with "deploymock docs empty list".`
}

function findTopic(pages: readonly DocumentationPage[], topic: string, io: Io): string {
  if (topic.includes('#')) {
    const section = readSection(pages, topic)
    if (section !== undefined) return section
  }
  const page = findPage(pages, topic)
  if (page !== undefined) return page.text.trim()
  const [best, ...others] = searchSections(pages, topic.split(/[\s#]+/))
  if (best === undefined) {
    const names = pages.map(({ name }) => name)
    throw new OptionError({
      attempt: `find ${quote(topic)} in the documentation`,
      received: 'no section has all of these words',
      advice: `${suggestWord(topic, names)} Use fewer words, or one of the pages: ${names.join(', ')}.`,
    })
  }
  const rows = others.slice(0, MOST_FOUND).map(({ address, headings }) => [address, headings.join(' > ')])
  const further = rows.length === 0 ? '' : `\n\nAlso found:\n\n${formatTable(rows, io.columns)}`
  return `${best.headings.join(' > ')} (${best.address})\n\n${best.text}${further}`
}

/** Finds a page by its name, or by a word of its name that no other page has, such as `faults`. */
function findPage(pages: readonly DocumentationPage[], topic: string): DocumentationPage | undefined {
  const name = topic.toLowerCase().replace(/^.*\//, '').replace(/\.md$/, '')
  const exact = pages.find((page) => page.name === name)
  if (exact !== undefined) return exact
  const similar = pages.filter((page) => page.name.split('-').includes(name))
  return similar.length === 1 ? similar[0] : undefined
}

/** Finds a section by its address, such as `vitest#where-requests-go`. It includes the sections below it. */
function readSection(pages: readonly DocumentationPage[], address: string): string | undefined {
  const [topic = '', anchor = ''] = address.split('#')
  const { name = '', sections = [] } = findPage(pages, topic) ?? {}
  const at = sections.findIndex((section) => section.address === `${name}#${anchor.toLowerCase()}`)
  const first = sections[at]
  if (first === undefined) return undefined
  const after = sections.findIndex(({ headings }, index) => index > at && headings.length <= first.headings.length)
  return sections
    .slice(at, after < 0 ? undefined : after)
    .map(({ text }) => text)
    .join('\n\n')
}

/** Finds the sections that contain all words, those with the words in their headings first. */
function searchSections(pages: readonly DocumentationPage[], words: readonly string[]): Section[] {
  const wanted = words.map((word) => word.toLowerCase())
  const rate = ({ headings, text }: Section): number => {
    const lower = text.toLowerCase()
    if (!wanted.every((word) => lower.includes(word))) return 0
    const [own = '', ...above] = headings.toReversed().map((heading) => heading.toLowerCase())
    const inHeadings = wanted.filter((word) => own.includes(word)).length * 100
    const inTitles = wanted.filter((word) => above.some((heading) => heading.includes(word))).length * 20
    const mentions = wanted.reduce((sum, word) => sum + lower.split(word).length - 1, 0)
    return inHeadings + inTitles + Math.min(mentions, 19)
  }
  return pages
    .flatMap(({ sections }) => sections)
    .map((section) => ({ section, rating: rate(section) }))
    .filter(({ rating }) => rating > 0)
    .toSorted((a, b) => b.rating - a.rating)
    .map(({ section }) => section)
}

interface DocumentationPage {
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

interface Section {
  /** How a link names it, such as `vitest#where-requests-go`; the name of the page for its beginning. */
  readonly address: string
  /** The title of the page, and the headings above and of the section. */
  readonly headings: readonly string[]
  readonly text: string
}

/**
 * Reads the pages of a package, the README first.
 *
 * @param root the folder of the package
 * @public `tools/docs/llms.mjs` imports it
 */
export async function readDocsPages(root: string): Promise<DocumentationPage[]> {
  const files = (await readdir(join(root, 'docs'))).filter((file) => file.endsWith('.md')).sort()
  const paths = ['README.md', ...files.map((file) => `docs/${file}`)]
  return Promise.all(paths.map(async (path) => buildPage(path, await readFile(join(root, path), 'utf8'))))
}

function buildPage(path: string, markdown: string): DocumentationPage {
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
