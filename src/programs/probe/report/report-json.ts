import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { showText } from '../../../engine/input/text/quote.ts'
import { type PastRun, runSchema } from '../history.ts'
import { describeSettings, type ProbeSettings } from '../settings.ts'
import { FORMAT, type ProbeReport, VERSION } from './report.ts'

// The rest of a report is derived from these.
const resumedSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  settings: z.record(z.string(), z.unknown()),
  history: z.array(runSchema),
})

/** Writes a report as JSON. */
export function formatJson(report: ProbeReport): string {
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
