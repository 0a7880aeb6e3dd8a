// From a preset and overrides to a value for every entry.

import { OptionError } from '../../input/options/option-error.ts'
import { quote, showText } from '../../input/text/quote.ts'
import { suggestWord } from '../../input/text/suggestion.ts'
import type { AssumptionId, Preset, Register } from '../service-types.ts'
import { findFreeIssue, type Questions, type RegisterEntry } from './register-entry.ts'

const MOST_SHOWN = 1000

type EntryOf<Id extends AssumptionId> = Register[Id]
type NamedValue<Id extends AssumptionId> = `${keyof EntryOf<Id>['values'] & (string | number)}`
// `string & {}` keeps the named values in an editor's completion.
type FreeValueOf<Id extends AssumptionId> = EntryOf<Id> extends { freeValue: object } ? string & {} : never
type NumberOf<Value> = Value extends `${infer Numeral extends number}` ? Numeral : never

// `keyof Register` instead of `AssumptionId` keeps the descriptions of the entries.

/** A value for every entry of the register. */
export type Assumptions = { readonly [Id in keyof Register]: NamedValue<Id> | FreeValueOf<Id> }

/** Values that replace the preset's. A list is an alternative to a comma-separated value, a number to its digits. */
export type AssumptionOverrides = {
  readonly [Id in keyof Register]?:
    | Assumptions[Id]
    | NumberOf<NamedValue<Id>>
    | (FreeValueOf<Id> extends never ? never : readonly string[])
}

/**
 * Resolves the value of every entry of the register: the override's if there is one, the preset's otherwise.
 *
 * @throws if the preset, an id or a value is unknown, with the allowed ones, and if a value is not
 * simulated yet
 */
export function resolveAssumptions(
  questions: Questions,
  preset: Preset = defaultPreset(questions),
  overrides: AssumptionOverrides = {},
): Assumptions {
  const { presets } = questions
  if (!presets.includes(preset)) {
    const hint = suggestWord(String(preset), presets)
    throw new OptionError({
      attempt: 'choose the preset',
      received: `${quote(String(preset))} is unknown`,
      advice: `${hint} Known: ${presets.join(', ')}.`,
    })
  }
  const chosen = new Map(Object.entries(overrides).filter(([, value]) => value !== undefined))
  for (const id of chosen.keys()) assertKnownId(questions, id)
  const resolved = listEntries(questions).map(([id, entry]) => {
    if (!chosen.has(id)) return [id, presetValue(questions, entry, preset)]
    const value = chosen.get(id)
    return [id, parseValue(entry, id, Array.isArray(value) ? value.join(',') : String(value))]
  })
  return Object.freeze(Object.fromEntries(resolved)) as Assumptions
}

/** Parses `id=value` from the command line. @throws like `resolveAssumptions` */
export function parseAssumption(questions: Questions, text: string): AssumptionOverrides {
  const [id = '', ...rest] = text.split('=')
  assertKnownId(questions, id)
  const entry = questions.register[id]
  if (rest.length === 0) {
    throw new OptionError({
      attempt: `assume "${text}"`,
      received: 'there is no value',
      advice: describeAllowed(entry),
    })
  }
  return { [id]: parseValue(entry, id, rest.join('=')) }
}

/** The entries of the register with their ids, in the register's order. */
export function listEntries({ register }: Questions): [AssumptionId, RegisterEntry][] {
  return Object.entries(register) as [AssumptionId, RegisterEntry][]
}

/** The value of an entry under a preset. */
export function presetValue(questions: Questions, entry: RegisterEntry, preset: Preset): string {
  const { [preset]: value } = entry
  const { [preset]: base } = questions.basePresets
  // An entry has a value for every preset that is based on no other one.
  return value === undefined && base !== undefined ? presetValue(questions, entry, base) : (value as string)
}

/** The entries whose values differ from the preset's. */
export function listDiffering(
  questions: Questions,
  { assumptions, preset }: { readonly assumptions: Assumptions; readonly preset: Preset },
): [AssumptionId, RegisterEntry][] {
  return listEntries(questions).filter(([id, entry]) => assumptions[id] !== presetValue(questions, entry, preset))
}

/** The preset that applies if none is chosen. */
export function defaultPreset({ presets }: Questions): Preset {
  // Every service has a preset.
  return presets[0] as Preset
}

export function namedValues({ values }: RegisterEntry): string[] {
  return Object.keys(values)
}

/** Checks that an id is in the register. @throws OptionError with the known ids */
export function assertKnownId({ register }: Questions, id: string, attempt = 'assume'): asserts id is AssumptionId {
  if (Object.hasOwn(register, id)) return
  const known = Object.keys(register)
  throw new OptionError({
    attempt,
    received: `${quote(id)} is not an assumption`,
    advice: `${suggestWord(id, known)} Known: ${known.join(', ')}.`,
  })
}

function parseValue(entry: RegisterEntry, id: string, value: string): string {
  if (Object.hasOwn(entry.values, value)) return value
  const issue = entry.freeValue === undefined ? 'there is no such value' : findFreeIssue(entry.freeValue, value)
  if (issue === undefined) return value
  const hint = suggestWord(value, namedValues(entry))
  throw new OptionError({
    attempt: `assume ${id}=${showText(value, MOST_SHOWN)}`,
    received: issue,
    advice: `${hint} ${describeAllowed(entry)}`,
  })
}

function describeAllowed(entry: RegisterEntry): string {
  const free = entry.freeValue === undefined ? '' : `, or ${entry.freeValue.form}`
  return `Allowed: ${namedValues(entry).join(', ')}${free}.`
}
