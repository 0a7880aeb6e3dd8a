// Reads and validates a file, and locates issues in it.

import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import { describeReason, type Issue, MOST_ISSUES, OptionError } from '../../engine/input/options/option-error.ts'
import { type FirstIssues, parseValue } from '../../engine/input/schemas/parse-value.ts'
import { FileError, type PlacedIssue, placeIssues } from './file-error.ts'
import { readText } from './read-text.ts'
import { describeSchemaIssues } from './schema-issues.ts'
import { type Format, type Path, parseSource, type Source } from './source.ts'

/** A file and the value that it contains. */
export interface SourceFile {
  readonly path: string
  readonly text: string
  readonly source: Source
}

/** How large a file may be. */
export const MOST_MEGABYTES = 16
const NO_ISSUES: FirstIssues = { issues: [], isCut: false }

/** Whether a text is a file name, as opposed to the name of a scenario. */
export function isFileName(text: string): boolean {
  return /\.(ya?ml|json)$/i.test(text)
}

/** Reads a YAML or JSON file. @throws FileError that lists every syntax issue */
export async function readSourceFile(location: string | URL): Promise<SourceFile> {
  const path = location instanceof URL ? fileURLToPath(location) : location
  if (!isFileName(path)) {
    throw new FileError([{ file: path, text: 'its name has no known extension. It must end in .yaml, .yml or .json.' }])
  }
  return parseSourceFile(path, await readText(path, MOST_MEGABYTES), formatOf(path))
}

/** Parses the text of a file. @throws FileError that lists every syntax issue */
export async function parseSourceFile(path: string, text: string, format: Format): Promise<SourceFile> {
  const source = await parseSource(text, format)
  if (!('value' in source)) throw new FileError(placeIssues(path, source.issues))
  return { path, text, source }
}

/** Returns the format of a file, based on its name. */
export function formatOf(path: string): Format {
  return /\.json$/i.test(path) ? 'json' : 'yaml'
}

/** Validates the value of a file. @throws FileError that lists every issue, or the first ones if there are many */
export function assertSchema({ path, source }: SourceFile, schema: z.ZodType): void {
  const parsed = parseValue(schema, source.value, MOST_ISSUES)
  const { issues: zodIssues, isCut } = 'value' in parsed ? NO_ISSUES : parsed
  const { issues, omitted } = describeSchemaIssues(zodIssues, schema, source)
  const all = [...source.issues, ...issues]
  if (all.length > 0) throw new FileError(placeIssues(path, all, isCut ? 'some' : omitted))
}

/**
 * Adds the positions in a file to the issues of an error that the engine threw because of the file.
 *
 * @param toPath converts a path in the engine to the path in the file
 * @returns a FileError; any other error as it is
 */
export function locateError(
  error: unknown,
  { path, source }: SourceFile,
  toPath: (path: Path) => Path = (same) => same,
): unknown {
  if (!(error instanceof OptionError)) return error
  const found = error.issues.length > 0 ? error.issues : [{ path: '', message: describeReason(error) }]
  const issues = found.map((issue) => locateIssue(issue, toPath, source))
  return new FileError(placeIssues(path, issues, error.omitted), { cause: error })
}

function locateIssue({ path, message, field = '' }: Issue, toPath: (path: Path) => Path, source: Source): PlacedIssue {
  const start = toPath(splitPath(path))
  const steps = splitPath(field)
  // A group has the fields of a record in "record". A fault may have its conditions in "match".
  const places = [
    [...start, 'record', ...steps],
    [...start, 'match', ...steps],
  ]
  const place = places.find((each) => has(source.value, each)) ?? [...start, ...steps]
  return { ...source.locate(place), text: `${describeReason({ received: message })}.` }
}

function splitPath(path: string): Path {
  return path.split('.').filter((step) => step !== '')
}

function has(value: unknown, path: Path): boolean {
  let inner = value
  for (const step of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, step)) return false
    inner = Reflect.get(inner, step)
  }
  return true
}
