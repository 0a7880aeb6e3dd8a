import type { z } from 'zod'
import { MOST_ISSUES } from '../../engine/input/options/option-error.ts'
import { describeUnknownField, listIssues, showValue } from '../../engine/input/schemas/describe-issues.ts'
import { describeRequirement, suggestAllowed } from '../../engine/input/schemas/describe-requirement.ts'
import { readAt } from '../../engine/input/schemas/known-fields.ts'
import { showPath } from '../../engine/input/text/quote.ts'
import type { PlacedIssue } from './file-error.ts'
import type { Source } from './source.ts'

type ZodIssue = z.core.$ZodIssue

/** Describes the issues that a schema finds in the value of a source, each with its position. */
export function describeSchemaIssues(
  zodIssues: readonly ZodIssue[],
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

function describeIssue(zodIssue: ZodIssue, source: Source): PlacedIssue {
  const found = readAt(source.value, zodIssue.path)
  const what = zodIssue.path.length === 0 ? 'The file' : `"${showPath(zodIssue.path)}"`
  const text = `${what} is ${showValue(found)}.${suggestAllowed(zodIssue, found)} ${describeAllowed(zodIssue, found)}`
  return { ...source.locate(zodIssue.path), text }
}

function describeAllowed(zodIssue: ZodIssue, found: unknown): string {
  const requirement = `${describeRequirement(zodIssue)}.`
  return zodIssue.code === 'invalid_type' ? requirement + hintAtQuotes(zodIssue, found) : requirement
}

function hintAtQuotes({ expected }: z.core.$ZodIssueInvalidType, found: unknown): string {
  const isBare = typeof found === 'number' || typeof found === 'boolean'
  return expected === 'string' && isBare ? ` Quote it to make it text: "${found}".` : ''
}
