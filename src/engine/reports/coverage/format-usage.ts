import type { Questions } from '../../define/assumptions/register-entry.ts'
import { countOf } from '../../input/text/words.ts'
import { type AssumptionUsage, listUsage } from './usage.ts'

const GAP = '  '

/** Formats a table for a terminal: which assumptions requests depended on, and how often. */
export function formatUsage(questions: Questions, usage: AssumptionUsage): string {
  const { register } = questions
  const rows = listUsage(questions, usage)
  if (rows.length === 0) return `Assumptions: none of ${countRequests(usage)} depended on one.`
  const counts = rows.map(({ requests }) => String(requests))
  const width = Math.max(...counts.map((count) => count.length))
  const named = Math.max(...rows.map(({ id }) => id.length))
  const lines = rows.map(({ id }, index) => {
    const { question = '' } = register[id] ?? {}
    return `${GAP}${(counts[index] ?? '').padStart(width)}${GAP}${id.padEnd(named)}${GAP}${question}`
  })
  return [
    `Assumptions: ${countRequests(usage)} depended on ${rows.length} of ${Object.keys(register).length}`,
    '',
    ...lines,
  ].join('\n')
}

function countRequests({ requests }: AssumptionUsage): string {
  return countOf(requests, 'request')
}
