// The forms in which chaos can be written: text, a number, or fields.

import * as z from 'zod'
import { OptionError } from '../../input/options/option-error.ts'
import { describeIssues, readValue } from '../../input/schemas/describe-issues.ts'
import { quote } from '../../input/text/quote.ts'
import { suggestWord } from '../../input/text/suggestion.ts'
import type { Chaos } from './chaos.ts'

const LEVELS = { low: 0.05, medium: 0.2, high: 0.5 } as const
const LEVEL_NAMES = Object.keys(LEVELS) as (keyof typeof LEVELS)[]
const FORM = `a level from 0 to 1, or ${LEVEL_NAMES.join(', ')}; a seed may follow, as in 0.3:4711`
const NUMBER = String.raw`(\d+(\.\d*)?|\.\d+)(e-?\d+)?`

/** Chaos in the forms that you can write: a text like `'0.3:4711'` or `'low'`, a level, or an object. */
export type ChaosInput = string | number | z.input<typeof chaosFieldsSchema>

export interface ChaosSettings {
  readonly level: number
  readonly seed?: number
}

const levelSchema = z.number().min(0).max(1)
const levelOrNameSchema = z
  .union([levelSchema, z.enum(LEVEL_NAMES)])
  .describe('The share of requests that get a fault, from 0 to 1, or a name for it.')
const chaosFieldsSchema = z.strictObject({
  level: levelOrNameSchema,
  seed: z.int().optional().describe('The seed that faults are drawn from. Default: the scenario’s seed.'),
})

const textSchema = z
  .string()
  .superRefine((text, context) => {
    const parsed = parseText(text)
    if ('issue' in parsed) context.addIssue({ code: 'custom', message: parsed.issue, input: text })
  })
  .meta({ pattern: `^(${LEVEL_NAMES.join('|')}|${NUMBER})(:-?\\d+)?$`, description: 'LEVEL or LEVEL:SEED.' })

/** The schema of the forms of chaos. Its output has the level as a number, and the seed if there is one. */
export const chaosSchema = z
  .union([textSchema, levelSchema, chaosFieldsSchema])
  .transform(toSettings)
  .pipe(z.strictObject({ level: levelSchema, seed: z.int().exactOptional() }))

export const chaosSettingsSchema = z.strictObject({
  level: levelSchema.describe('The share of requests that get a fault, from 0 to 1.'),
  seed: z.int().describe('The seed that faults are drawn from.'),
})

export const chaosChangeSchema = z.union([
  z.strictObject({
    level: levelOrNameSchema.optional(),
    seed: z.int().optional().describe('The seed that faults are drawn from.'),
  }),
  textSchema,
  levelSchema,
])

/** A change of chaos, in all its forms. What it leaves out stays as it is. */
export type ChaosChange = z.input<typeof chaosChangeSchema>

/** Applies a change to chaos. @throws OptionError with all issues if the change is invalid */
export function changeChaos({ level, seed }: Chaos, input: ChaosChange): Chaos {
  const read = readValue(chaosChangeSchema, input)
  if ('issues' in read) throw new OptionError({ attempt: 'set chaos', received: read.text }, read.issues)
  const { value: change } = read
  if (typeof change !== 'object') return { seed, ...toSettings(change) }
  return { level: change.level === undefined ? level : toLevel(change.level), seed: change.seed ?? seed }
}

/**
 * Parses chaos.
 *
 * @throws OptionError if it is invalid, with what is allowed
 * @example
 * readChaos('0.3:4711') // { level: 0.3, seed: 4711 }
 */
export function readChaos(input: ChaosInput): ChaosSettings {
  const result = chaosSchema.safeParse(input, { reportInput: true })
  if (!result.success) {
    const issues = describeIssues(result.error, chaosSchema, input)
    throw new OptionError({
      attempt: 'set chaos',
      received: `${issues}${issues.endsWith(FORM) ? '' : `. Allowed: ${FORM}`}`,
    })
  }
  return result.data
}

function toSettings(input: ChaosInput): ChaosSettings {
  if (typeof input === 'number') return { level: input }
  if (typeof input !== 'string') return withSeed(toLevel(input.level), input.seed)
  const parsed = parseText(input)
  // The schema has already rejected a text that cannot be parsed.
  return 'issue' in parsed ? { level: 0 } : parsed
}

function withSeed(level: number, seed: number | undefined): ChaosSettings {
  return seed === undefined ? { level } : { level, seed }
}

function toLevel(level: number | keyof typeof LEVELS): number {
  return typeof level === 'number' ? level : LEVELS[level]
}

function parseText(text: string): ChaosSettings | { issue: string } {
  const [levelText = '', ...rest] = text.split(':')
  const name = LEVEL_NAMES.find((each) => each === levelText)
  const level = name === undefined ? parseNumber(levelText) : LEVELS[name]
  if (level === undefined || level > 1) {
    return { issue: `${quote(levelText)} is not a level.${suggestWord(levelText, LEVEL_NAMES)} Allowed: ${FORM}` }
  }
  if (rest.length === 0) return { level }
  const seedText = rest.join(':')
  const seed = Number(seedText)
  if (/^-?\d+$/.test(seedText) && Number.isSafeInteger(seed)) return { level, seed }
  return { issue: `${quote(seedText)} is not a seed, which is a whole number. Allowed: ${FORM}` }
}

function parseNumber(text: string): number | undefined {
  return new RegExp(`^${NUMBER}$`).test(text) ? Number(text) : undefined
}
