// Tables, anchors and links in Markdown.

import { readFileSync } from 'node:fs'

const INTERFACE = new URL('../../docs/interface.md', import.meta.url)

/** Writes a table. */
export function formatTable(head, rows) {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(escapeBars).join(' | ')} |`)
  return lines.join('\n')
}

/** Links each number of a section such as `2.3 to 2.5` to the interface. */
export function linkSections(sections) {
  const headings = [...readFileSync(INTERFACE, 'utf8').matchAll(/^#+ ((\d+(?:\.\d+)?)\.? .*)$/gm)]
  const anchors = new Map(headings.map(([, heading, number]) => [number, toAnchor(heading)]))
  return sections.replace(/\d+(\.\d+)?/g, (number) => `[${number}](interface.md#${anchors.get(number)})`)
}

/** The anchor of a heading, as code hosts write it. */
export function toAnchor(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

function escapeBars(text) {
  return text.replaceAll('|', '\\|')
}
