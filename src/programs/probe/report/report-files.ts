// Writes reports to files, in the form that the name of each file asks for: a page, Markdown or JSON.

import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { escapeHtml } from '../../../engine/http/html.ts'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { quote, showText } from '../../../engine/input/text/quote.ts'
import { assertWritable, writeWholeFile } from '../../../entries/files/write/write-file.ts'
import { TRIED_EFFECTS } from '../faults.ts'
import { type PastRun, runSchema } from '../history.ts'
import { describeSettings, type ProbeSettings } from '../settings.ts'
import {
  type EntryReport,
  type FailureReport,
  FORMAT,
  groupBreaking,
  listByVerdict,
  listRefused,
  type ProbeReport,
  VERSION,
} from './report.ts'
import { describeOthers, describeOutcome, describeRuns, REFUSED } from './report-words.ts'

// The rest of a report is derived from these.
const resumedSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  settings: z.record(z.string(), z.unknown()),
  history: z.array(runSchema),
})

const FORMATS = new Map<string, (report: ProbeReport) => string>([
  ['.md', formatMarkdown],
  ['.json', formatJson],
  ['.html', formatHtml],
])

/** Checks that reports can be written later. @throws OptionError if one cannot */
export async function assertReports(files: readonly string[]): Promise<void> {
  for (const file of files) {
    if (!FORMATS.has(extname(file))) {
      throw new OptionError({
        attempt: `write the report ${quote(file)}`,
        received: `its name must end in ${[...FORMATS.keys()].join(', ')}`,
      })
    }
    await assertWritable(file)
  }
}

/** Writes a report to files. Existing files are replaced. */
export async function writeReports(files: readonly string[], report: ProbeReport): Promise<void> {
  for (const file of files) {
    const format = FORMATS.get(extname(file)) ?? formatJson
    await writeWholeFile(file, format(report), { replace: true })
  }
}

const markdown: Markup = {
  text: (text) => text.replace(/[\\`*_<>[\]|]/g, (mark) => `\\${mark}`),
  code(text) {
    const mark = '`'.repeat(longestRun(text) + 1)
    const space = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
    return `${mark}${space}${text}${space}${mark}`
  },
  verdict: (text) => text,
  heading: (level, content) => `${'#'.repeat(level)} ${content}`,
  paragraph: (content) => content,
  lines(lines, language) {
    const mark = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1))
    return [`${mark}${language}`, ...lines, mark].join('\n')
  },
  table: ([head = [], ...rows]) =>
    [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n'),
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
}

/** Writes a report as Markdown. */
export function formatMarkdown(report: ProbeReport): string {
  return `${writeParts(report, markdown).join('\n\n')}\n`
}

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

const html: Markup = {
  text: escapeHtml,
  code: (text) => `<code>${escapeHtml(text)}</code>`,
  verdict: (text) => `<span class="${text}">${text}</span>`,
  heading: (level, content) => `<h${level}>${content}</h${level}>`,
  paragraph: (content) => `<p>${content}</p>`,
  lines: (lines) => `<pre>${escapeHtml(lines.join('\n'))}</pre>`,
  table: ([head = [], ...rows]) =>
    ['<table>', writeRow(head, 'th'), ...rows.map((row) => writeRow(row, 'td')), '</table>'].join('\n'),
}

function writeRow([first = '', ...cells]: readonly string[], tag: 'th' | 'td'): string {
  return `<tr><th>${first}</th>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
}

/** Writes a report as a page. */
export function formatHtml(report: ProbeReport): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Probe of ${escapeHtml(report.command)}</title>`,
    `<style>${STYLE}\n</style>`,
    ...writeParts(report, html),
    '</html>\n',
  ].join('\n')
}

/** How a kind of file writes the parts of a report. */
interface Markup {
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
function writeParts(report: ProbeReport, markup: Markup): string[] {
  const { text, code, heading, paragraph, table } = markup
  const joint = report.failures.filter(({ values }) => values.length > 1)
  return [
    heading(1, `Probe of ${code(report.command)}`),
    paragraph(text(`${describeOutcome(report)} ${describeRuns(report)}`)),
    ...listByVerdict(report, 'depends').flatMap((entry) => writeEntry(entry, report, markup)),
    ...(joint.length === 0 ? [] : [heading(2, 'Values that only break it together')]),
    ...joint.flatMap((failure) => writeJoint(failure, markup)),
    ...writeRefused(report, markup),
    ...(report.faults.length === 0 ? [] : [heading(2, 'Faults'), table(listFaults(report, markup))]),
    ...(report.entries.length === 0 ? [] : [heading(2, 'All assumptions'), table(listEntries(report, markup))]),
    ...(listByVerdict(report, 'flaky').length === 0 ? [] : [paragraph(FLAKY)]),
  ]
}

const FLAKY = 'Flaky: it failed once with these values, and passed when it ran with them again.'

function writeEntry(entry: EntryReport, report: ProbeReport, markup: Markup): string[] {
  const { id, operations, advice } = entry
  const { text, code, heading, paragraph } = markup
  const requests = Object.entries(operations).map(([name, count]) => `${code(name)} ${count}`)
  return [
    heading(2, text(id)),
    paragraph(text(advice)),
    ...(requests.length === 0 ? [] : [paragraph(`Requests that depend on it: ${requests.join(', ')}.`)]),
    ...groupBreaking(report, entry).flatMap(({ values, failure }) => [
      paragraph(`Breaks with ${values.map(code).join(', ')}.`),
      ...(failure === undefined ? [] : writeFailure(failure, markup)),
    ]),
  ]
}

function writeRefused(report: ProbeReport, { text, code, heading, paragraph, table }: Markup): string[] {
  const rows = listRefused(report).map(({ value, failure: { test, message } }) => [
    code(value),
    test === null ? '' : code(test),
    text(message.join(' ')),
  ])
  if (rows.length === 0) return []
  return [
    heading(2, 'Values that were not tried'),
    paragraph(text(REFUSED)),
    table([['value', 'test', 'why'], ...rows]),
  ]
}

function writeJoint(failure: FailureReport, markup: Markup): string[] {
  const values = failure.values.map(({ id, value }) => markup.code(`${id}=${value}`)).join(' with ')
  return [markup.heading(3, values), ...writeFailure(failure, markup)]
}

function writeFailure(failure: FailureReport, { text, code, paragraph, lines }: Markup): string[] {
  const { test, message, reproduce } = failure
  const others = describeOthers(failure)
  return [
    ...(test === null ? [] : [paragraph(`First failing test: ${code(test)}`)]),
    ...(message.length === 0 ? [] : [lines(message, 'text')]),
    ...(others === undefined ? [] : [paragraph(text(`Also fails: ${others}`))]),
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
  const rows = entries.map(({ id, breaksWith, refusedWith, flakyWith, requests, ...entry }) => {
    const values = [...breaksWith, ...refusedWith, ...flakyWith].join(', ')
    return [code(id), verdict(entry.verdict), text(values), String(requests)]
  })
  return [['assumption', 'verdict', 'values', 'requests'], ...rows]
}

/** Writes a report as JSON. */
function formatJson(report: ProbeReport): string {
  return `${JSON.stringify(report, null, 2)}\n`
}

/** Reads the runs from a report. @throws OptionError if the file is none, or that of a probe with other settings */
export async function readHistory(file: string, settings: ProbeSettings): Promise<PastRun[]> {
  const attempt = `resume from ${showText(file)}`
  const parsed = resumedSchema.safeParse(await readJson(file, attempt))
  if (!parsed.success) {
    const advice = 'Name one that ends in .json.'
    throw new OptionError({ attempt, received: 'it is not a report of a probe', advice })
  }
  const { settings: before, history } = parsed.data
  const now = describeSettings(settings)
  const changed = Object.keys(now).find((name) => !isDeepStrictEqual(before[name], now[name]))
  if (changed === undefined) return history
  const [was, is] = [before[changed], now[changed]].map((value) => showText(JSON.stringify(value) ?? 'nothing'))
  throw new OptionError({
    attempt,
    received: `it is a report of another probe: "${changed}" was ${was} and is ${is}`,
    advice: 'Use the same options and the same command, or leave out --resume.',
  })
}

async function readJson(file: string, attempt: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const failure = code === 'ENOENT' ? 'there is no such file' : message
    const received = error instanceof SyntaxError ? 'it is not valid JSON' : failure
    throw new OptionError({ attempt, received, advice: 'Name a report that a probe wrote.' })
  }
}
