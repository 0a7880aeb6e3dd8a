import { escapeHtml } from '../../engine/http/html.ts'
import { TRIED_EFFECTS } from '../faults.ts'
import { type EntryReport, type FailureReport, findReported, listByVerdict, type ProbeReport } from './report.ts'
import { describeOutcome, describeRuns } from './report-words.ts'

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  pre { background: #8881; padding: .75rem; overflow-x: auto; }
  table { border-collapse: collapse; display: block; overflow-x: auto; }
  th, td { border: 1px solid #8886; padding: .25rem .5rem; text-align: left; }
  .depends, .fails { color: #b00020; } .holds, .survives { color: #1b7f3b; } .flaky { color: #8a5a00; }
  :root { color-scheme: light dark; }
  @media (prefers-color-scheme: dark) {
    .depends, .fails { color: #ff8a80; } .holds, .survives { color: #7ddf9b; } .flaky { color: #ffcc80; }
  }`

/** Writes a report as a page. */
export function formatHtml(report: ProbeReport): string {
  const joint = report.failures.filter(({ values }) => values.length > 1)
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Probe of ${escapeHtml(report.command)}</title>`,
    `<style>${STYLE}\n</style>`,
    `<h1>Probe of <code>${escapeHtml(report.command)}</code></h1>`,
    `<p>${escapeHtml(`${describeOutcome(report)} ${describeRuns(report)}`)}</p>`,
    ...listByVerdict(report, 'depends').map((entry) => formatEntry(entry, report)),
    ...(joint.length === 0 ? [] : ['<h2>Values that only break it together</h2>', ...joint.map(formatJoint)]),
    ...(report.faults.length === 0 ? [] : ['<h2>Faults</h2>', formatFaults(report)]),
    ...(report.entries.length === 0 ? [] : ['<h2>All assumptions</h2>', formatEntries(report)]),
    '</html>\n',
  ].join('\n')
}

function formatEntry({ id, breaksWith, operations, advice }: EntryReport, report: ProbeReport): string {
  const failure = findReported(report, { [id]: breaksWith[0] ?? '' })
  const requests = Object.entries(operations).map(([name, count]) => `${name} ${count}`)
  return [
    `<h2 class="depends">${escapeHtml(id)}</h2>`,
    `<p>Breaks with ${breaksWith.map((value) => `<code>${escapeHtml(value)}</code>`).join(', ')}. ${escapeHtml(advice)}</p>`,
    ...(requests.length === 0 ? [] : [`<p>Requests that depend on it: ${escapeHtml(requests.join(', '))}.</p>`]),
    ...(failure === undefined ? [] : formatFailure(failure)),
  ].join('\n')
}

function formatJoint(failure: FailureReport): string {
  const values = failure.values.map(({ id, value }) => `${id}=${value}`).join(' with ')
  return [`<h3>${escapeHtml(values)}</h3>`, ...formatFailure(failure)].join('\n')
}

function formatFailure({ test, message, reproduce }: FailureReport): string[] {
  return [
    ...(test === null ? [] : [`<p>First failing test: <code>${escapeHtml(test)}</code></p>`]),
    ...(message.length === 0 ? [] : [`<pre>${escapeHtml(message.join('\n'))}</pre>`]),
    `<pre>${escapeHtml(reproduce.join('\n'))}</pre>`,
  ]
}

function formatFaults({ faults }: ProbeReport): string {
  const operations = [...new Set(faults.map(({ operation }) => operation))]
  const rows = operations.map((operation) => {
    const cells = TRIED_EFFECTS.map((effect) => {
      const verdict = faults.find((each) => each.operation === operation && each.effect === effect)?.verdict ?? ''
      return `<td class="${verdict}">${verdict}</td>`
    })
    return `<tr><th>${escapeHtml(operation)}</th>${cells.join('')}</tr>`
  })
  const head = TRIED_EFFECTS.map((effect) => `<th>${effect}</th>`).join('')
  return ['<table>', `<tr><th>operation</th>${head}</tr>`, ...rows, '</table>'].join('\n')
}

function formatEntries({ entries }: ProbeReport): string {
  const rows = entries.map(({ id, verdict, breaksWith, flakyWith, requests }) => {
    const values = [...breaksWith, ...flakyWith].join(', ')
    return `<tr><th>${id}</th><td class="${verdict}">${verdict}</td><td>${escapeHtml(values)}</td><td>${requests}</td></tr>`
  })
  const head = '<tr><th>assumption</th><th>verdict</th><th>values</th><th>requests</th></tr>'
  return ['<table>', head, ...rows, '</table>'].join('\n')
}
