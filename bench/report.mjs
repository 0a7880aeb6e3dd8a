import { summarize } from './statistics.mjs'

/** A figure with as many decimals as it can have meaning. */
export function formatNumber(value) {
  if (!Number.isFinite(value)) return '-'
  const decimals = value >= 100 ? 0 : value >= 10 ? 1 : value >= 0.1 ? 2 : 3
  return value.toFixed(decimals)
}

/** Some figures as their median and spread. */
export function formatSpread(values) {
  const { least, median, most } = summarize(values)
  return `${formatNumber(median)} (${formatNumber(least)} to ${formatNumber(most)})`
}

/** How many deployments there are, as people write it. */
export const formatCount = (count) => count.toLocaleString('en')

/** Prints a table in Markdown. */
export function printTable({ title, columns, rows }) {
  const toLine = (cells) => `| ${cells.join(' | ')} |`
  console.log(`\n${title}\n`)
  console.log([toLine(columns), toLine(columns.map(() => '---')), ...rows.map(toLine)].join('\n'))
}
