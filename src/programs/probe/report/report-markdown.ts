import type { ProbeReport } from './report.ts'
import { type Markup, writeParts } from './report-document.ts'

const markup: Markup = {
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
  return `${writeParts(report, markup).join('\n\n')}\n`
}
