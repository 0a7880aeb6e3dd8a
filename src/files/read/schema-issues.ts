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

function describeAllowed(zodIssue: ZodIssue, spelled: string | undefined): string {
  const isText = zodIssue.code === 'invalid_type' && zodIssue.expected === 'string'
  const hint = isText && spelled !== undefined ? ` Quote it to make it text: "${spelled}".` : ''
  return `${describeRequirement(zodIssue)}.${hint}`
}
