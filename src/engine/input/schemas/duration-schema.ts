// The schema of durations as people write them.

import * as z from 'zod'
import {
  describeMissing,
  parseDuration,
  toUnit,
  UNIT_NAMES,
  WRITTEN_DURATION,
  type WrittenDuration,
} from '../options/written-duration.ts'
import { describeRequirement } from './describe-issues.ts'

/**
 * Returns the schema of a duration: a number, or text. Its output is the number.
 *
 * @param number the schema of the number, whose bounds apply to text as well
 * @param unit the milliseconds of what the number counts. Default: 1
 * @example
 * writtenDuration(z.number().min(0).max(3_600_000)).parse('1.5s') // 1500
 */
export function writtenDuration(number: z.ZodNumber, unit = 1): z.ZodType<number, WrittenDuration> {
  const { minValue, maxValue, isInt } = number
  const read = (input: unknown) => (typeof input === 'string' ? toUnit(parseDuration(input), unit) : input)
  const schema = z
    .unknown()
    .superRefine((input, context) => {
      const value = read(input)
      const isText = typeof input === 'string'
      if (!Number.isFinite(value)) {
        const code = isText ? 'custom' : 'invalid_type'
        // The type of an issue depends on its code.
        context.addIssue({ code, expected: 'number', message: describeMissing(unit), input, continue: false } as never)
        return
      }
      // A whole number that is too large breaks two rules.
      for (const issue of number.safeParse(value).error?.issues.slice(-1) ?? []) {
        const message = `${describeRequirement(issue)}${/^too_/.test(issue.code) ? '' : ' of'} ${UNIT_NAMES[unit]}`
        context.addIssue({ ...issue, ...(isText && { message }), input } as never)
      }
    })
    .meta({
      type: [isInt ? 'integer' : 'number', 'string'],
      ...toBounds(minValue, maxValue),
      pattern: WRITTEN_DURATION.source,
    })
    .transform(read)
    .pipe(number)
  return schema as z.ZodType<number, WrittenDuration>
}

function toBounds(minimum: number | null, maximum: number | null): object {
  return { ...(minimum !== null && { minimum }), ...(maximum !== null && { maximum }) }
}

/**
 * Keeps the examples and the default that Zod leaves out of the JSON Schema of an input that is converted, such as a
 * duration. It is for `override` of `z.toJSONSchema`.
 */
export function keepAnnotations({ zodSchema, jsonSchema }: Parameters<Override>[0]): void {
  const { examples } = z.globalRegistry.get(zodSchema) ?? {}
  if (Array.isArray(examples)) jsonSchema.examples = [...examples]
  const { def } = zodSchema._zod
  if (def.type === 'default') jsonSchema.default = def.defaultValue as typeof jsonSchema.default
}

type Override = NonNullable<z.core.ToJSONSchemaParams['override']>
