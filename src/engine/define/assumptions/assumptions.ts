// A value for every entry of the register: from a preset and overrides, which of them are read, and what they add.

import { OptionError } from '../../input/options/option-error.ts'
import { quote, showText } from '../../input/text/quote.ts'
import { suggestWord } from '../../input/text/suggestion.ts'
import { findFreeIssue, type Questions, type QuestionTypes, type RegisterEntry } from './register-entry.ts'

const MOST_SHOWN = 1000

/** A value for every entry of the register. */
export type Assumptions = QuestionTypes['Assumptions']

/** Values that replace the preset's. A list is an alternative to a comma-separated value, a number to its digits. */
export type AssumptionOverrides = QuestionTypes['AssumptionOverrides']

/** A function of the assumptions. As a method, so that a service can name those that it knows. */
export type OfAssumptions<Result, Known = Assumptions> = { of(assumptions: Known): Result }['of']

// A service maps its register with these, and not the engine: so an editor shows the values.

/** The named values of an entry. */
export type NamedValue<Entry extends RegisterEntry> = `${keyof Entry['values'] & (string | number)}`
/** The other values of an entry. `string & {}` keeps the named ones in an editor's completion. */
export type FreeValueOf<Entry> = Entry extends { freeValue: object } ? string & {} : never
/** The number for a value of digits. */
export type NumberOf<Value> = Value extends `${infer Numeral extends number}` ? Numeral : never

/**
 * Resolves the value of every entry of the register: the override's if there is one, the preset's otherwise.
 *
 * @throws if the preset, an id or a value is unknown, with the allowed ones, and if a value is not
 * simulated yet
 */
export function resolveAssumptions<Of extends QuestionTypes>(
  questions: Questions<Of>,
  preset?: string,
  overrides?: AssumptionOverrides,
): Of['Assumptions']
export function resolveAssumptions(
  questions: Questions,
  preset: string = defaultPreset(questions),
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
  for (const id of chosen.keys()) findEntry(questions, id)
  const resolved = listEntries(questions).map(([id, entry]) => {
    if (!chosen.has(id)) return [id, presetValue(questions, entry, preset)]
    const value = chosen.get(id)
    return [id, parseValue(entry, id, Array.isArray(value) ? value.join(',') : String(value))]
  })
  return Object.freeze(Object.fromEntries(resolved))
}

/** Parses `id=value` from the command line. @throws like `resolveAssumptions` */
export function parseAssumption<Of extends QuestionTypes>(
  questions: Questions<Of>,
  text: string,
): Of['AssumptionOverrides']
export function parseAssumption(questions: Questions, text: string): AssumptionOverrides {
  const [id = '', ...rest] = text.split('=')
  const entry = findEntry(questions, id)
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
export function listEntries<Of extends QuestionTypes>(questions: Questions<Of>): [Of['AssumptionId'], RegisterEntry][]
export function listEntries({ register }: Questions): [string, RegisterEntry][] {
  return Object.entries(register)
}

/** The value of an entry under a preset. */
export function presetValue(questions: Questions, entry: RegisterEntry, preset: string): string {
  const value: unknown = Reflect.get(entry, preset)
  const { [preset]: base } = questions.basePresets
  // An entry has a value for every preset that is based on no other one.
  return value === undefined && base !== undefined ? presetValue(questions, entry, base) : String(value)
}

interface ChosenAssumptions {
  readonly assumptions: Assumptions
  readonly preset: string
}

/** The entries whose values differ from the preset's. */
export function listDiffering<Of extends QuestionTypes>(
  questions: Questions<Of>,
  { assumptions, preset }: ChosenAssumptions,
): [Of['AssumptionId'], RegisterEntry][] {
  return listEntries(questions).filter(([id, entry]) => assumptions[id] !== presetValue(questions, entry, preset))
}

/** The preset that applies if none is chosen. */
export function defaultPreset({ presets }: Questions): string {
  // Every service has a preset.
  return String(presets[0])
}

export function namedValues({ values }: RegisterEntry): string[] {
  return Object.keys(values)
}

/** Returns the entry with an id. @throws OptionError with the known ids */
export function findEntry({ register }: Questions, id: string, attempt = 'assume'): RegisterEntry {
  const entry = Object.hasOwn(register, id) ? register[id] : undefined
  if (entry !== undefined) return entry
  const known = Object.keys(register)
  throw new OptionError({
    attempt,
    received: `${quote(id)} is not an assumption`,
    advice: `${suggestWord(id, known)} Known: ${known.join(', ') || 'none'}.`,
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

/** Assumptions that record which of them are read. */
export type TrackedAssumptions = ReturnType<typeof trackAssumptions>

/** Creates a view of assumptions that records which are read. The functions that it tracks must be synchronous. */
export function trackAssumptions(assumptions: Assumptions) {
  let read = new Set<string>()
  const tracked = new Proxy(assumptions, {
    get(target, id: string) {
      const value = target[id]
      // A service need not ask every question that its framework can answer.
      if (value !== undefined) read.add(id)
      return value
    },
  })
  return {
    assumptions: tracked,
    track<Result>(run: () => Result): { result: Result; read: ReadonlySet<string> } {
      const before = read
      const own = new Set<string>()
      read = own
      try {
        return { result: run(), read: own }
      } finally {
        read = before
        for (const id of own) before.add(id)
      }
    },
    /** Records assumptions as read, for a cached result that depends on them. */
    note(ids: Iterable<string>) {
      for (const id of ids) read.add(id)
    },
  }
}

/** Values of an assumption: `{ operations: ['upstream'] }`. */
export type Answers = Readonly<Record<string, readonly string[]>>

/** An operation, a parameter or a field. The contract has it, unless it says which answers add it. */
export interface Addable {
  /** The values of an assumption under which the service has it, if the contract does not have it. */
  readonly addedBy?: Answers
}

/** Whether the service has something. Only what the contract does not have reads an assumption. */
export function isThere({ addedBy }: Addable, assumptions: Assumptions): boolean {
  if (addedBy === undefined) return true
  for (const [id, values] of Object.entries(addedBy)) if (!values.includes(assumptions[id] ?? '')) return false
  return true
}
