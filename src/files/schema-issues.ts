import { z } from 'zod'
import { MOST_ISSUES } from '../core/option-error.ts'
import { listIssues, showValue } from '../core/schemas/describe-issues.ts'
import { describeRequirement } from '../core/schemas/describe-requirement.ts'
import { isRecord } from '../core/schemas/schema-walk.ts'
import { suggestWord } from '../core/suggestion.ts'
import type { PlacedIssue } from './file-error.ts'
import type { Path, Source } from './source.ts'

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
  const known = listFields(schema, zodIssue.path, source.value)
  return (
    zodIssue.keys
      .slice(0, most)
      // The source reports this key itself.
      .filter((key) => key !== '__proto__')
      .map((key) => {
        const path = [...zodIssue.path, key]
        const text = `"${path.join('.')}" is unknown. Known: ${known.join(', ')}.${suggestWord(key, known)}`
        return { ...source.locateKey(path), text }
      })
  )
}

function describeIssue(zodIssue: ZodIssue, source: Source): PlacedIssue {
  const found = readAt(source.value, zodIssue.path)
  const what = zodIssue.path.length === 0 ? 'The file' : `"${zodIssue.path.join('.')}"`
  const text = `${what} is ${found === undefined ? 'missing' : showValue(found)}. ${describeAllowed(zodIssue, found)}`
  return { ...source.locate(zodIssue.path), text }
}

function describeAllowed(zodIssue: ZodIssue, found: unknown): string {
  const requirement = `${describeRequirement(zodIssue)}.`
  if (zodIssue.code === 'invalid_type') return requirement + hintAtQuotes(zodIssue, found)
  if (zodIssue.code !== 'invalid_value' || typeof found !== 'string') return requirement
  return requirement + suggestWord(found, zodIssue.values.map(String))
}

function hintAtQuotes({ expected }: z.core.$ZodIssueInvalidType, found: unknown): string {
  const isBare = typeof found === 'number' || typeof found === 'boolean'
  return expected === 'string' && isBare ? ` Quote it to make it text: "${found}".` : ''
}

function readAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined),
    value,
  )
}

/** Lists the fields that an object at a path may have. */
function listFields(schema: z.ZodType, path: Path, root: unknown): string[] {
  let [forms, value] = [listForms(schema), root]
  for (const step of path) {
    forms = forms.filter((form) => mayBe(form, value)).flatMap((form) => stepInto(form, step))
    value = readAt(value, [step])
  }
  const fields = forms.filter((form) => mayBe(form, value)).flatMap((form) => Object.keys(readShape(form)))
  return [...new Set(fields)]
}

function stepInto(form: z.ZodType, step: PropertyKey): z.ZodType[] {
  if (form instanceof z.ZodArray) return listForms(form.element as z.ZodType)
  const field = readShape(form)[String(step)]
  return field === undefined ? [] : listForms(field)
}

function listForms(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodPipe) return listForms(schema.in as z.ZodType)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => listForms(option as z.ZodType))
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return listForms(schema.unwrap() as z.ZodType)
  }
  return [schema]
}

// Forms with a discriminator, such as the kind of an effect, apply only if its value matches.
function mayBe(form: z.ZodType, value: unknown): boolean {
  if (!isRecord(value)) return true
  return Object.entries(readShape(form)).every(
    ([name, field]) => !(field instanceof z.ZodLiteral) || field.safeParse(value[name]).success,
  )
}

function readShape(form: z.ZodType): Readonly<Record<string, z.ZodType>> {
  return form instanceof z.ZodObject ? (form.shape as Readonly<Record<string, z.ZodType>>) : {}
}
