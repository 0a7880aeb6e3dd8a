import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { Command } from 'commander'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { quote } from '../../engine/input/text/quote.ts'
import { suggestWord } from '../../engine/input/text/suggestion.ts'
import { type Page, readPages } from '../documentation/pages.ts'
import { findPage, readSection, searchSections } from '../documentation/search.ts'
import type { Io } from '../io.ts'
import { formatTable } from '../output/table.ts'

const MOST_FOUND = 20

/** Defines `deploymock docs`, which prints the documentation of this version, and searches it. */
export function defineDocsCommand(io: Io): Command {
  return new Command('docs')
    .summary('print the documentation, or search it')
    .description('Prints the documentation of this version as Markdown. Without a topic, it lists the pages.')
    .argument('[topic...]', 'a page such as "vitest", a section such as "vitest#jest", or words to search for')
    .action(async (words: readonly string[]) => {
      const root = dirname(createRequire(import.meta.url).resolve('deploymock/package.json'))
      const pages = await readPages(root)
      const topic = words.join(' ').trim()
      io.out(topic === '' ? listPages(pages, io) : findTopic(pages, topic, io))
    })
}

function listPages(pages: readonly Page[], { columns }: Io): string {
  const rows = pages.map(({ name, title, topics }) => [name, [title, ...topics].join(' · ')])
  return `${formatTable(rows, columns)}\n\nPrint a page with "deploymock docs vitest", and search with "deploymock docs empty list".`
}

function findTopic(pages: readonly Page[], topic: string, io: Io): string {
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
