// What a report says to people, whatever the kind of its file.

import { TRIED_EFFECTS } from '../faults.ts'
import { type EntryReport, type FailureReport, findReported, listByVerdict, type ProbeReport } from './report.ts'
import { describeOutcome, describeRuns } from './report-words.ts'

/** How a kind of file writes the parts of a report. */
export interface Markup {
  text(text: string): string
  code(text: string): string
  verdict(text: string): string
  heading(level: number, content: string): string
  paragraph(content: string): string
  /** Writes lines to read or to copy. */
  lines(lines: readonly string[], language: string): string
  /** Writes a table, whose first row is its head. */
  table(rows: readonly (readonly string[])[]): string
}

/** Writes the parts of a report, in their order. */
export function writeParts(report: ProbeReport, markup: Markup): string[] {
  const { text, code, heading, paragraph, table } = markup
  const joint = report.failures.filter(({ values }) => values.length > 1)
  return [
    heading(1, `Probe of ${code(report.command)}`),
    paragraph(text(`${describeOutcome(report)} ${describeRuns(report)}`)),
    ...listByVerdict(report, 'depends').flatMap((entry) => writeEntry(entry, report, markup)),
    ...(joint.length === 0 ? [] : [heading(2, 'Values that only break it together')]),
    ...joint.flatMap((failure) => writeJoint(failure, markup)),
    ...(report.faults.length === 0 ? [] : [heading(2, 'Faults'), table(listFaults(report, markup))]),
    ...(report.entries.length === 0 ? [] : [heading(2, 'All assumptions'), table(listEntries(report, markup))]),
    ...(listByVerdict(report, 'flaky').length === 0 ? [] : [paragraph(FLAKY)]),
  ]
}

const FLAKY = 'Flaky: it failed once with these values, and passed when it ran with them again.'

function writeEntry(
  { id, breaksWith, operations, advice }: EntryReport,
  report: ProbeReport,
  markup: Markup,
): string[] {
  const { text, code, heading, paragraph } = markup
  const failure = findReported(report, { [id]: breaksWith[0] ?? '' })
  const requests = Object.entries(operations).map(([name, count]) => `${code(name)} ${count}`)
  return [
    heading(2, text(id)),
    paragraph(`Breaks with ${breaksWith.map(code).join(', ')}. ${text(advice)}`),
    ...(requests.length === 0 ? [] : [paragraph(`Requests that depend on it: ${requests.join(', ')}.`)]),
    ...(failure === undefined ? [] : writeFailure(failure, markup)),
  ]
}

function writeJoint(failure: FailureReport, markup: Markup): string[] {
  const values = failure.values.map(({ id, value }) => markup.code(`${id}=${value}`)).join(' with ')
  return [markup.heading(3, values), ...writeFailure(failure, markup)]
}

function writeFailure({ test, message, reproduce }: FailureReport, { code, paragraph, lines }: Markup): string[] {
  return [
    ...(test === null ? [] : [paragraph(`First failing test: ${code(test)}`)]),
    ...(message.length === 0 ? [] : [lines(message, 'text')]),
    lines(reproduce, 'sh'),
  ]
}

function listFaults({ faults }: ProbeReport, { code, verdict }: Markup): string[][] {
  const operations = [...new Set(faults.map(({ operation }) => operation))]
  const effects = [...new Set([...TRIED_EFFECTS, ...faults.map(({ effect }) => effect)])]
  const rows = operations.map((operation) => {
    const own = faults.filter((each) => each.operation === operation)
    const verdicts = effects.map((effect) => own.find((each) => each.effect === effect)?.verdict)
    return [code(operation), ...verdicts.map((each) => (each === undefined ? '' : verdict(each)))]
  })
  return [['operation', ...effects], ...rows]
}

function listEntries({ entries }: ProbeReport, { text, code, verdict }: Markup): string[][] {
  const rows = entries.map(({ id, breaksWith, flakyWith, requests, ...entry }) => {
    const values = [...breaksWith, ...flakyWith].join(', ')
    return [code(id), verdict(entry.verdict), text(values), String(requests)]
  })
  return [['assumption', 'verdict', 'values', 'requests'], ...rows]
}
