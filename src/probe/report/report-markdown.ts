import { TRIED_EFFECTS } from '../faults.ts'
import {
  type EntryReport,
  type FailureReport,
  findReported,
  listByVerdict,
  type ProbeReport,
  type Verdict,
} from './report.ts'
import { describeOutcome, describeRuns } from './report-words.ts'

/** Writes a report as Markdown. */
export function formatMarkdown(report: ProbeReport): string {
  const { command, jointly, faults } = report
  const joint = report.failures.filter(({ values }) => values.length > 1)
  return [
    `# Probe of ${code(command)}`,
    `${describeOutcome(report)} ${describeRuns(report)}`,
    ...listByVerdict(report, 'depends').map((entry) => formatEntry(entry, report)),
    ...(jointly.length === 0 ? [] : ['## Values that only break it together', ...joint.map(formatJoint)]),
    ...formatFlaky(report),
    ...(faults.length === 0 ? [] : ['## Faults', formatFaults(report)]),
    ...formatLists(report),
  ]
    .join('\n\n')
    .concat('\n')
}

function formatEntry({ id, breaksWith, operations, advice }: EntryReport, report: ProbeReport): string {
  const failure = findReported(report, { [id]: breaksWith[0] ?? '' })
  const requests = Object.entries(operations).map(([name, count]) => `${code(name)} ${count}`)
  return [
    `## ${id}`,
    `Breaks with ${breaksWith.map(code).join(', ')}. ${escapeText(advice)}`,
    ...(requests.length === 0 ? [] : [`Requests that depend on it: ${requests.join(', ')}.`]),
    ...(failure === undefined ? [] : formatFailure(failure)),
  ].join('\n\n')
}

function formatJoint(failure: FailureReport): string {
  const values = failure.values.map(({ id, value }) => code(`${id}=${value}`)).join(' with ')
  return [`### ${values}`, ...formatFailure(failure)].join('\n\n')
}

function formatFailure({ test, message, reproduce }: FailureReport): string[] {
  return [
    ...(test === null ? [] : [`First failing test: ${code(test)}`]),
    ...(message.length === 0 ? [] : [fence(message, 'text')]),
    fence(reproduce, 'sh'),
  ]
}

function formatFlaky(report: ProbeReport): string[] {
  const rows = listByVerdict(report, 'flaky').map(
    ({ id, flakyWith }) => `- ${code(id)}: ${flakyWith.map(code).join(', ')}`,
  )
  if (rows.length === 0) return []
  return ['## Flaky', 'It failed once with these values, and passed when it ran with them again.', rows.join('\n')]
}

function formatFaults({ faults }: ProbeReport): string {
  const operations = [...new Set(faults.map(({ operation }) => operation))]
  const rows = operations.map((operation) => [
    code(operation),
    ...TRIED_EFFECTS.map(
      (effect) => faults.find((each) => each.operation === operation && each.effect === effect)?.verdict ?? '',
    ),
  ])
  const head = ['operation', ...TRIED_EFFECTS]
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

const LISTS: Readonly<Record<'holds' | 'not covered' | 'unfinished', string>> = {
  holds: 'It does not depend on',
  'not covered': 'No request depended on',
  unfinished: 'Not finished',
}

function formatLists(report: ProbeReport): string[] {
  return Object.entries(LISTS).flatMap(([verdict, title]) => {
    const ids = listByVerdict(report, verdict as Verdict).map(({ id }) => code(id))
    return ids.length === 0 ? [] : [`${title}: ${ids.join(', ')}.`]
  })
}

function code(text: string): string {
  const mark = '`'.repeat(longestRun(text) + 1)
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${mark}${space}${text}${space}${mark}`
}

function fence(lines: readonly string[], language: string): string {
  const mark = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1))
  return [`${mark}${language}`, ...lines, mark].join('\n')
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
}

function escapeText(text: string): string {
  return text.replace(/[\\`*_<>[\]]/g, (mark) => `\\${mark}`)
}
