// Draws a value for every open question.

import * as z from 'zod'
import { OptionError } from '../../input/options/option-error.ts'
import { quote } from '../../input/text/quote.ts'
import { derivedFrom } from '../../limits/on-demand.ts'
import { openDraw } from '../../store/random.ts'
import { type AssumptionOverrides, findEntry, listEntries, namedValues } from './assumptions.ts'
import { findExclusion } from './exclusions.ts'
import type { Questions, QuestionTypes, RegisterEntry } from './register-entry.ts'

/** What to draw: everything from a seed, or only some entries. */
export interface VaryOptions<Id extends string = string> {
  /** A whole number or a text. The same seed draws the same values. */
  readonly seed: number | string
  /** The entries to draw. Default: all. */
  readonly only?: readonly Id[]
  /** The entries to leave as they are. Default: none. */
  readonly except?: readonly Id[]
}

/** A seed, or a seed and the entries to draw. */
export type VaryInput = number | string | VaryOptions

const MOST_CHARACTERS = 1000

export const varySeedSchema = z.union([z.int(), z.string().min(1).max(MOST_CHARACTERS)])

/** The schema of what to draw, in the form that `readVariation` returns. */
export const varyOptionsSchemaOf = derivedFrom((questions: Questions) => {
  const idsSchema = z.array(z.enum(listEntries(questions).map(([id]) => id)))
  return z.strictObject({ seed: varySeedSchema, only: idsSchema.exactOptional(), except: idsSchema.exactOptional() })
})

/** Reads what to draw. @throws OptionError for an invalid seed and for an unknown entry */
export function readVariation<Of extends QuestionTypes>(
  questions: Questions<Of>,
  input: VaryInput,
): VaryOptions<Of['AssumptionId']>
export function readVariation(questions: Questions, input: VaryInput): VaryOptions {
  const options: VaryOptions = typeof input === 'object' && input !== null ? input : { seed: input }
  if (!varySeedSchema.safeParse(options.seed).success) {
    throw new OptionError({
      attempt: 'vary',
      received: `the seed is ${quote(String(options.seed))}`,
      advice: `It must be a whole number or a text of 1 to ${MOST_CHARACTERS} characters.`,
    })
  }
  for (const id of [...(options.only ?? []), ...(options.except ?? [])]) findEntry(questions, String(id), 'vary')
  return options
}

/** Parses a seed that is written as text: a whole number, or the text itself. */
export function parseVarySeed(text: string): number | string {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text
}

interface DrawnQuestions {
  readonly only?: readonly string[]
  readonly except?: readonly string[]
}

/** Whether an entry is drawn or tried. */
export function isDrawn(id: string, { isOfAccount }: RegisterEntry, { only, except = [] }: DrawnQuestions): boolean {
  if (only !== undefined) return only.includes(id) && !except.includes(id)
  return isOfAccount !== true && !except.includes(id)
}

interface DrawOptions {
  readonly scope?: string
  readonly kept?: AssumptionOverrides
}

/**
 * Draws a value for every entry of the register, or for some. Each entry draws from its own stream, so
 * leaving out one entry does not change the values of others. Two values that exclude each other are
 * never drawn together: the entry that comes later in the register keeps the value that it has.
 *
 * @param scope draws other values with the same seed, such as the name of a test
 * @param kept values that are not drawn, and that the drawn ones must fit
 */
export function drawAssumptions(
  questions: Questions,
  { seed, ...chosen }: VaryOptions,
  { scope = '', kept = {} }: DrawOptions = {},
): AssumptionOverrides {
  let drawn: AssumptionOverrides = {}
  for (const [id, entry] of listEntries(questions)) {
    if (kept[id] !== undefined || !isDrawn(id, entry, chosen)) continue
    const value = openDraw(0, `vary/${seed}/${scope}`, 0, id).pick(namedValues(entry))
    const next = { ...drawn, [id]: value }
    if (findExclusion(questions, { ...next, ...kept }) === undefined) drawn = next
  }
  return drawn
}
