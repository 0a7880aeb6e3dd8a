import { TRIED_EFFECTS } from '../../probe/faults.ts'
import {
  type EntryReport,
  type FailureReport,
  groupBreaking,
  listByVerdict,
  listRefused,
  type ProbeReport,
  type Verdict,
} from '../../probe/report/report.ts'
import { describeOthers, describeOutcome, describeRuns, REFUSED } from '../../probe/report/report-words.ts'
import { formatTable, wrapText } from './table.ts'

/** Writes the report of a probe for a terminal of some width. */
export function formatProbe(report: ProbeReport, columns?: number): string {
  const joint = report.failures.filter(({ values }) => values.length > 1)
  return [
    ...wrapText(describeOutcome(report), columns),
    ...listByVerdict(report, 'depends').flatMap((entry) => ['', formatEntry(entry, report, columns)]),
    ...joint.flatMap((failure) => ['', formatJoint(failure, columns)]),
    ...formatRefused(report, columns),
    ...formatFaults(report, columns),
    ...formatLists(report, columns),
    '',
    ...wrapText(describeRuns(report), columns),
  ].join('\n')
}

function formatEntry(entry: EntryReport, report: ProbeReport, columns?: number): string {
  const { id, operations, advice } = entry
  const requests = Object.entries(operations).map(([name, count]) => `${name} ${count}`)
  const groups = groupBreaking(report, entry)
  const rows = [
    ...groups.flatMap(({ values, failure }) => [['', 'breaks with', values.join(', ')], ...describeFailure(failure)]),
    ['', 'requests', requests.join(', ') || 'none, unless other values are assumed'],
    ['', 'advice', advice],
  ]
  return [id, formatTable(rows, columns), ...formatReproduction(groups.map(({ failure }) => failure))].join('\n')
}

function formatJoint(failure: FailureReport, columns?: number): string {
  const values = failure.values.map(({ id, value }) => `${id}=${value}`)
  const rows = [['', 'breaks with', `${values.join(' and ')}, only together`], ...describeFailure(failure)]
  const ids = failure.values.map(({ id }) => id)
  return [ids.join(' + '), formatTable(rows, columns), ...formatReproduction([failure])].join('\n')
}

function describeFailure(failure: FailureReport | undefined): string[][] {
  if (failure === undefined) return []
  const { test, message } = failure
  const lines = test === null ? message : [test, ...message]
  const others = describeOthers(failure)
  return [
    ...lines.map((line, index) => ['', index > 0 ? '' : test === null ? 'last output' : 'first failure', line]),
    ...(others === undefined ? [] : [['', 'also fails', others]]),
  ]
}

// Lines to copy are not broken.
function formatReproduction(failures: readonly (FailureReport | undefined)[]): string[] {
  const lines = failures.flatMap((failure) => failure?.reproduce ?? [])
  return lines.length === 0 ? [] : ['  reproduce it', ...lines.map((line) => `    ${line}`)]
}

function formatRefused(report: ProbeReport, columns?: number): string[] {
  const rows = listRefused(report).map(({ value, failure: { test, message } }) => [
    '',
    value,
    [...(test === null ? [] : [test]), ...message].join(': '),
  ])
  return rows.length === 0 ? [] : ['', ...wrapText(REFUSED, columns), formatTable(rows, columns)]
}

const LISTS: readonly [Verdict, string][] = [
  ['flaky', 'Failed once and then passed'],
  ['holds', 'Holds'],
  ['unfinished', 'Not finished'],
  ['not covered', 'Not covered'],
]

function formatLists(report: ProbeReport, columns?: number): string[] {
  return LISTS.flatMap(([verdict, title]) => {
    const names = listByVerdict(report, verdict).map(({ id, flakyWith }) =>
      flakyWith.length === 0 ? id : `${id} (${flakyWith.join(', ')})`,
    )
    return names.length === 0 ? [] : ['', ...wrapText(`${title}: ${names.join(', ')}.`, columns)]
  })
}

// One row for each effect, because there are more effects than fit beside each other.
function formatFaults({ faults }: ProbeReport, columns?: number): string[] {
  const operations = [...new Set(faults.map(({ operation }) => operation))]
  return operations.flatMap((operation) => {
    const rows = TRIED_EFFECTS.flatMap((effect) => {
      const found = faults.find((each) => each.operation === operation && each.effect === effect)
      if (found === undefined) return []
      return [
        ['', effect, found.verdict, [found.test, ...(found.message ?? [])].filter(Boolean).slice(0, 2).join(': ')],
      ]
    })
    return ['', operation, formatTable(rows, columns)]
  })
}
