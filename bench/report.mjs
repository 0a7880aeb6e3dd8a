import { summarize } from './statistics.mjs'

/** A figure with as many decimals as are meaningful. */
export function formatNumber(value) {
  if (!Number.isFinite(value)) return '-'
  const decimals = value >= 100 ? 0 : value >= 10 ? 1 : value >= 0.1 ? 2 : 3
  return value.toFixed(decimals)
}

/** The median and the spread of figures. */
export function formatSpread(values) {
  const { least, median, most } = summarize(values)
  return `${formatNumber(median)} (${formatNumber(least)} to ${formatNumber(most)})`
}

/** A number of deployments as people write it. */
export const formatCount = (count) => count.toLocaleString('en')

/** Prints a table in Markdown. */
export function printTable({ title, columns, rows }) {
  const toLine = (cells) => `| ${cells.join(' | ')} |`
  console.log(`\n${title}\n`)
  console.log([toLine(columns), toLine(columns.map(() => '---')), ...rows.map(toLine)].join('\n'))
}
