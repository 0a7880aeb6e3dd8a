// Writes reports to files, in the form that the name of each file asks for.

import { extname } from 'node:path'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { quote } from '../../../engine/input/text/quote.ts'
import { assertWritable, writeWholeFile } from '../../../entries/files/write/write-file.ts'
import type { ProbeReport } from './report.ts'
import { formatHtml } from './report-html.ts'
import { formatJson } from './report-json.ts'
import { formatMarkdown } from './report-markdown.ts'

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
