import { escapeHtml } from '../../../engine/http/html.ts'
import type { ProbeReport } from './report.ts'
import { type Markup, writeParts } from './report-document.ts'

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

const markup: Markup = {
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
    ...writeParts(report, markup),
    '</html>\n',
  ].join('\n')
}
