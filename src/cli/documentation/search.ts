// Finds pages and sections of the documentation.

import type { Page, Section } from './pages.ts'

/** Finds a page by its name, or by a word of its name that no other page has, such as `faults`. */
export function findPage(pages: readonly Page[], topic: string): Page | undefined {
  const name = topic.toLowerCase().replace(/^.*\//, '').replace(/\.md$/, '')
  const exact = pages.find((page) => page.name === name)
  if (exact !== undefined) return exact
  const similar = pages.filter((page) => page.name.split('-').includes(name))
  return similar.length === 1 ? similar[0] : undefined
}

/** Finds a section by its address, such as `vitest#where-requests-go`. It includes the sections below it. */
export function readSection(pages: readonly Page[], address: string): string | undefined {
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
export function searchSections(pages: readonly Page[], words: readonly string[]): Section[] {
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
