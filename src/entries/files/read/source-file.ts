// Reads and validates a file, and locates issues in it.

import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import { describeReason, type Issue, MOST_ISSUES, OptionError } from '../../../engine/input/options/option-error.ts'
import {
  describeRequirement,
  describeUnknownField,
  listIssues,
  readAt,
  suggestAllowed,
} from '../../../engine/input/schemas/describe-issues.ts'
import { type FirstIssues, parseValue } from '../../../engine/input/schemas/parse-value.ts'
import type { Path } from '../../../engine/input/schemas/schema-walk.ts'
import { showPath } from '../../../engine/input/text/quote.ts'
import { showValue } from '../../../engine/input/text/show-value.ts'
import { FileError, type PlacedIssue, placeIssues } from './file-error.ts'
import { readText } from './read-text.ts'
import { type Format, parseSource, type Source } from './source.ts'

export interface SourceFile {
  readonly path: string
  readonly text: string
  readonly source: Source
}

export const MOST_MEGABYTES = 16
const NO_ISSUES: FirstIssues = { issues: [], isCut: false }

/** Whether a text is a file name, as opposed to the name of a scenario. */
export function isFileName(text: string): boolean {
  return /\.(ya?ml|json)$/i.test(text)
}

/** Reads a YAML or JSON file. @param writer what writes such files @throws FileError that lists every syntax issue */
export async function readSourceFile(location: string | URL, writer: string): Promise<SourceFile> {
  const path = location instanceof URL ? fileURLToPath(location) : location
  if (!isFileName(path)) {
    throw new FileError([{ file: path, text: `its name must end in .yaml, .yml or .json. ${writer} writes one.` }])
  }
  return parseSourceFile(path, await readText(path, MOST_MEGABYTES), formatOf(path))
}

/** Parses the text of a file. @throws FileError that lists every syntax issue */
export async function parseSourceFile(path: string, text: string, format: Format): Promise<SourceFile> {
  const source = await parseSource(text, format)
  if (!('value' in source)) throw new FileError(placeIssues(path, source.issues))
  return { path, text, source }
}

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

/** Returns an error of the engine with the positions in a file that its issues are about; any other one as it is. */
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

/** Describes the issues that a schema finds in the value of a source, each with its position. */
function describeSchemaIssues(
  zodIssues: readonly z.core.$ZodIssue[],
  schema: z.ZodType,
  source: Source,
): { issues: PlacedIssue[]; omitted: number } {
  const issues: PlacedIssue[] = []
  let omitted = 0
  for (const zodIssue of listIssues(zodIssues)) {
    const keys = zodIssue.code === 'unrecognized_keys' ? zodIssue.keys : []
    const room = MOST_ISSUES - issues.length
    omitted += Math.max(0, Math.max(1, keys.length) - room)
    if (zodIssue.code !== 'unrecognized_keys') issues.push(...(room > 0 ? [describeIssue(zodIssue, source)] : []))
    else issues.push(...describeUnknownKeys(zodIssue, schema, source, room))
  }
  return { issues, omitted }
}

function describeUnknownKeys(
  zodIssue: z.core.$ZodIssueUnrecognizedKeys,
  schema: z.ZodType,
  source: Source,
  most: number,
): PlacedIssue[] {
  return (
    zodIssue.keys
      .slice(0, most)
      // The source reports this key itself.
      .filter((key) => key !== '__proto__')
      .map((key) => {
        const path = [...zodIssue.path, key]
        return { ...source.locateKey(path), text: `${describeUnknownField(path, schema, source.value).message}.` }
      })
  )
}

function describeIssue(zodIssue: z.core.$ZodIssue, source: Source): PlacedIssue {
  const found = readAt(source.value, zodIssue.path)
  const what = zodIssue.path.length === 0 ? 'The file' : `"${showPath(zodIssue.path)}"`
  const spelled = spell(found, zodIssue.path, source)
  const shown = spelled ?? showValue(found)
  const text = `${what} is ${shown}.${suggestAllowed(zodIssue, found)} ${describeAllowed(zodIssue, spelled)}`
  return { ...source.locate(zodIssue.path), text }
}

const MOST_SPELLED = 100

/** Returns a number or a flag as the file has it. Its value may be another one: 1.10 is 1.1. */
function spell(found: unknown, path: readonly PropertyKey[], source: Source): string | undefined {
  if (typeof found !== 'number' && typeof found !== 'boolean') return undefined
  const spelled = source.spell(path)
  return spelled === undefined || spelled.length > MOST_SPELLED ? undefined : spelled
}

function describeAllowed(zodIssue: z.core.$ZodIssue, spelled: string | undefined): string {
  const isText = zodIssue.code === 'invalid_type' && zodIssue.expected === 'string'
  const hint = isText && spelled !== undefined ? ` Quote it to make it text: "${spelled}".` : ''
  return `${describeRequirement(zodIssue)}.${hint}`
}
