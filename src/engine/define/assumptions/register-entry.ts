// What an entry of the register is.

import { stripSpace } from '../../input/schemas/white-space.ts'

/** The value of each preset, if it differs from that of the preset that this one is based on. */
export type PresetValues<Preset extends string> = { readonly [Name in Preset]?: string }

/** One question that the contract leaves open, and its possible values. It also has those of the presets. */
export interface RegisterEntry {
  /**
   * Whether it describes the account of the caller instead of the service. No client can do anything about it, so
   * it is only drawn and probed if it is asked for by name.
   */
  readonly isOfAccount?: true
  /** The section of the contract that leaves it open. */
  readonly section: string
  /** What the contract leaves open. */
  readonly question: string
  /** How a client copes with every value. */
  readonly advice: string
  /** The named values, each with its meaning. */
  readonly values: Readonly<Record<string, string>>
  /** Which values are allowed besides the named ones. */
  readonly freeValue?: FreeValue
  /**
   * For each value: the values of other entries that make no difference together with it. Such values
   * are never drawn together, and the command line rejects them.
   */
  readonly excludes?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

/** The types of questions and of what answers them. By default, all names are texts. */
export interface QuestionTypes {
  readonly AssumptionId: string
  readonly Preset: string
  readonly Register: Readonly<Record<string, RegisterEntry>>
  readonly Assumptions: Readonly<Record<string, string>>
  readonly AssumptionOverrides: Readonly<Record<string, string | number | readonly string[]>>
}

/** The questions that the contract of a service leaves open, and the presets that answer them. */
export interface Questions<Of extends QuestionTypes = QuestionTypes> {
  readonly register: Of['Register']
  /** The presets: each names a value for every entry. The first one is the default. */
  readonly presets: readonly Of['Preset'][]
  /** The preset whose values another one has where it names none. */
  readonly basePresets: Readonly<Record<string, string>>
  /** The questions that decide which records come, or in which order. Default: it is not said of any. */
  readonly ofRecords?: readonly string[]
  /** Only for the compiler: no service has it. */
  readonly types?: Of
}

/** The values that an entry allows besides its named ones. */
export interface FreeValue {
  /** Describes such a value for error messages. */
  readonly form: string
  /** Returns what is wrong with a value, or undefined. */
  readonly findIssue: (value: string) => string | undefined
}

const MOST_CHARACTERS = 10_000

/** Returns what is wrong with a value, or undefined. A value that is too long is not examined further. */
export function findFreeIssue({ findIssue }: FreeValue, value: string): string | undefined {
  if (value.length <= MOST_CHARACTERS) return findIssue(value)
  return `it has ${value.length} characters, but at most ${MOST_CHARACTERS} are allowed`
}

/** Splits a comma-separated value and strips white space from its parts, as Python does. */
export function splitList(value: string): string[] {
  return value.split(',').map(stripSpace)
}
