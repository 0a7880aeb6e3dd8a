import { showLine } from '../../../engine/input/text/quote.ts'

const GAP = 2
const LEAST_COLUMNS = 20

/** Formats rows as a table whose columns fit their longest cell. The last one wraps at the width of `columns`. */
export function formatTable(cells: readonly (readonly string[])[], columns = Number.POSITIVE_INFINITY): string {
  const rows = cells.map((row) => row.map(showLine))
  const widths = rows.reduce<number[]>(
    (known, row) => row.map((cell, column) => Math.max(known[column] ?? 0, cell.length)),
    [],
  )
  const indent = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP, 0)
  const room = Math.max(LEAST_COLUMNS, columns - indent)
  return rows
    .map((row) => {
      const before = row.slice(0, -1).map((cell, column) => cell.padEnd((widths[column] ?? 0) + GAP))
      const [first = '', ...further] = wrapText(row.at(-1) ?? '', room)
      return [`${before.join('')}${first}`.trimEnd(), ...further.map((line) => ' '.repeat(indent) + line)].join('\n')
    })
    .join('\n')
}

/** Breaks text into lines between words. A word longer than the width gets its own line. */
export function wrapText(text: string, width = Number.POSITIVE_INFINITY): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const isFirst = line === ''
    if (!isFirst && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else {
      line = isFirst ? word : `${line} ${word}`
    }
  }
  return [...lines, line]
}
