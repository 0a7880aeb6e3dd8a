// Reads, writes and sums up coverage files.

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod'
import type { Declarations } from '../../engine/contract/operation/declarations.ts'
import { operationNamesOf } from '../../engine/contract/operation/operation.ts'
import { listEntries, resolveAssumptions } from '../../engine/define/assumptions/assumptions.ts'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { describeIssues } from '../../engine/input/schemas/describe-issues.ts'
import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import { quote } from '../../engine/input/text/quote.ts'
import { derivedFrom } from '../../engine/limits/on-demand.ts'
import { NO_OPERATION } from '../../engine/reports/coverage/case.ts'
import { createCoverage } from '../../engine/reports/coverage/coverage.ts'
import { buildReport, type CoverageReport, mergeTallies, type Tally } from '../../engine/reports/coverage/report.ts'
import { type AssumptionUsage, countUsage } from '../../engine/reports/coverage/usage.ts'

const FORMAT = 'deploymock-coverage'
const VERSION = 1
const FILE = /^deploymock-.*\.json$/

const count = z.int().min(0)

const fileSchemaOf = derivedFrom(({ title, operations, questions }: Declarations) =>
  z.strictObject({
    format: z.literal(FORMAT),
    version: z.literal(VERSION),
    // An older version wrote none, and no usage.
    service: z.literal(title).optional(),
    cases: z.array(
      z.strictObject({
        place: z.enum([...operationNamesOf(operations), NO_OPERATION]),
        subject: z.string(),
        name: z.string(),
        order: count,
        times: count,
      }),
    ),
    usage: z
      .strictObject({
        requests: count,
        assumptions: z.partialRecord(z.enum(listEntries(questions).map(([id]) => id)), count),
      })
      .optional(),
  }),
)

/** What a coverage file contains. */
export interface CoverageFile {
  /** The title of the service. */
  readonly service?: string | undefined
  readonly cases: Tally
  readonly usage: AssumptionUsage
}

export function nameCoverageFile(id: string): string {
  return `deploymock-${id}.json`
}

/** Writes what was covered to a file, completely or not at all. */
export function writeCoverage(file: string, { service, cases, usage }: CoverageFile): void {
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = `${file}.unfinished`
  writeFileSync(unfinished, JSON.stringify({ format: FORMAT, version: VERSION, service, cases, usage }))
  renameSync(unfinished, file)
}

/** Removes the coverage files in a folder, and nothing else. */
export function clearCoverage(folder: string): void {
  for (const file of listFiles(folder)) rmSync(file, { force: true })
}

/**
 * Reads the coverage files of a service, and those in folders.
 *
 * @throws OptionError for one that is missing or invalid, and if all are of other services
 */
export function readCoverage(declared: Declarations, paths: readonly string[]): (CoverageFile & { name: string })[] {
  const files = paths.flatMap(findFiles).map((file) => ({ file, content: parseJson(file) }))
  const titles = files.map(({ content }) => (isRecord(content) ? content.service : undefined) ?? declared.title)
  const own = files.filter((_, index) => titles[index] === declared.title)
  if (files.length === 0 || own.length > 0) {
    return own.map(({ file, content }) => ({ name: basename(file), ...readFile(declared, file, content) }))
  }
  throw new OptionError({
    attempt: `read the coverage of ${quote(declared.title)}`,
    received: `there is only that of ${[...new Set(titles)].map((title) => quote(String(title))).join(', ')}`,
    advice: 'Name that service: with --service FILE, or the option "service" of the reporter.',
  })
}

/** Lists the coverage files in a folder. Returns an empty list if the folder does not exist. */
export function listFiles(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => FILE.test(name))
    return names.toSorted().map((name) => join(folder, name))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function findFiles(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) throw buildAbsentError(path, `"${path}" not found`)
  if (!stats.isDirectory()) return [path]
  const files = listFiles(path)
  if (files.length > 0) return files
  throw buildAbsentError(path, `no coverage files in "${path}"`)
}

function buildAbsentError(path: string, received: string): OptionError {
  const advice = `Run tests with the reporter deploymock/vitest-reporter and the folder "${path}" first.`
  return new OptionError({ attempt: 'read the coverage', received, advice })
}

function readFile(declared: Declarations, file: string, content: unknown): CoverageFile {
  const fileSchema = fileSchemaOf(declared)
  const result = fileSchema.safeParse(content, { reportInput: true })
  if (result.success) {
    const { cases, usage = countUsage([]) } = result.data
    // The schema lists the ids of the register.
    return { cases, usage: usage as AssumptionUsage }
  }
  const received = describeIssues(result.error, fileSchema, content)
  const advice = 'Use a file that this deploymock wrote.'
  throw new OptionError({ attempt: `read the coverage in "${file}"`, received, advice })
}

function parseJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    const received = cause instanceof Error ? cause.message : String(cause)
    const advice = 'Use a file that deploymock wrote, or run the tests again.'
    throw new OptionError({ attempt: `read the coverage in "${file}"`, received, advice })
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** Sums up what was covered. Without any requests, the report lists all cases of the contract as not covered. */
export function summarizeCoverage(
  declared: Declarations,
  files: readonly Pick<CoverageFile, 'cases'>[],
): CoverageReport {
  const merged = mergeTallies(files.map(({ cases }) => cases))
  if (merged.length > 0) return buildReport(merged)
  return buildReport(createCoverage(declared, resolveAssumptions(declared.questions)).tally())
}
