// From a preset and overrides to a value for every entry.

import type { RegisterEntry } from '../define/register-entry.ts'
import { OptionError } from '../input/options/option-error.ts'
import type { NameIn } from '../input/options/own-names.ts'
import { quote, showText } from '../input/text/quote.ts'
import { suggestWord } from '../input/text/suggestion.ts'
import { type AssumptionId, basePresets, PRESETS, type Preset, register } from '../seam/register.ts'
import { findFreeIssue, splitList } from './free-values.ts'

const MOST_SHOWN = 1000

const KNOWN_STATUSES = ['AWAITING_DATABASE', 'READY', 'UNUSED', 'AWAITING_DELETE', 'UNKNOWN'] as const

/** The status of a deployment. The editor offers the known ones and those that your project declares in `OwnNames`. */
export type DeploymentStatus = NameIn<'statuses', (typeof KNOWN_STATUSES)[number]>

type EntryOf<Id extends AssumptionId> = (typeof register)[Id]
type PlannedOf<Id extends AssumptionId> = EntryOf<Id> extends { planned: infer Planned } ? keyof Planned : never
type NamedValue<Id extends AssumptionId> = `${Exclude<keyof EntryOf<Id>['values'], PlannedOf<Id>> & (string | number)}`
// `string & {}` keeps the named values in an editor's completion.
type FreeValueOf<Id extends AssumptionId> = EntryOf<Id> extends { freeValue: object } ? string & {} : never
type NumberOf<Value> = Value extends `${infer Numeral extends number}` ? Numeral : never

// `keyof typeof register` instead of `AssumptionId` keeps the descriptions of the entries.

/** A value for every entry of the register. */
export type Assumptions = { readonly [Id in keyof typeof register]: NamedValue<Id> | FreeValueOf<Id> }

/** Values that replace the preset's. A list is an alternative to a comma-separated value, a number to its digits. */
export type AssumptionOverrides = {
  readonly [Id in keyof typeof register]?:
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
export function resolveAssumptions(preset: Preset = 'spec', overrides: AssumptionOverrides = {}): Assumptions {
  if (!PRESETS.includes(preset)) {
    const hint = suggestWord(String(preset), PRESETS)
    throw new OptionError(
      `Failed to choose the preset: ${quote(String(preset))} is unknown.${hint} Known: ${PRESETS.join(', ')}.`,
    )
  }
  const given = new Map(Object.entries(overrides).filter(([, value]) => value !== undefined))
  for (const id of given.keys()) assertKnownId(id)
  const resolved = listEntries().map(([id, entry]) => {
    if (!given.has(id)) return [id, presetValue(entry, preset)]
    const value = given.get(id)
    return [id, parseValue(id, Array.isArray(value) ? value.join(',') : String(value))]
  })
  return Object.freeze(Object.fromEntries(resolved)) as Assumptions
}

/**
 * Parses `id=value` from the command line.
 *
 * @throws like `resolveAssumptions`
 */
export function parseAssumption(text: string): AssumptionOverrides {
  const [id = '', ...rest] = text.split('=')
  assertKnownId(id)
  if (rest.length === 0) throw new OptionError(`Failed to assume "${text}": there is no value. ${describeAllowed(id)}`)
  return { [id]: parseValue(id, rest.join('=')) }
}

/** The entries of the register with their ids, in the register's order. */
export function listEntries(): [AssumptionId, RegisterEntry][] {
  return Object.entries(register) as [AssumptionId, RegisterEntry][]
}

/** The value of an entry under a preset. */
export function presetValue(entry: RegisterEntry, preset: Preset): string {
  return entry[preset] ?? (preset === 'spec' ? entry.spec : presetValue(entry, basePresets[preset]))
}

/** The named values of an entry that are simulated. */
export function namedValues({ values, planned }: RegisterEntry): string[] {
  return Object.keys(values).filter((name) => planned?.[name] === undefined)
}

/** The status values that exist. */
export function statusValuesOf({ statusValues }: Assumptions): readonly string[] {
  if (statusValues === 'known') return KNOWN_STATUSES
  return statusValues === 'extra' ? [...KNOWN_STATUSES, 'HIBERNATED'] : splitList(statusValues)
}

/** The paths of the two repository listings, one for each kind of integration. */
export function repositoryPathsOf({ repositoryPaths }: Assumptions): { standard: string; alternate: string } {
  if (repositoryPaths === 'v1' || repositoryPaths === 'v2') {
    return {
      standard: `/${repositoryPaths}/integrations/github/{integration_id}/repos`,
      alternate: `/${repositoryPaths}/integrations/forge/github/{integration_id}/repos`,
    }
  }
  const [standard = '', alternate = ''] = splitList(repositoryPaths)
  return { standard, alternate }
}

/** The base paths of the service; the empty path is the root. */
export function basePathsOf({ versionPrefix }: Assumptions): readonly string[] {
  return splitList(versionPrefix).map((path) => (path === 'root' ? '' : path))
}

/**
 * Checks that an id is in the register.
 *
 * @param attempt what fails otherwise, for the message
 * @throws OptionError with the known ids
 */
export function assertKnownId(id: string, attempt = 'assume'): asserts id is AssumptionId {
  if (Object.hasOwn(register, id)) return
  const known = Object.keys(register)
  throw new OptionError(
    `Failed to ${attempt}: ${quote(id)} is not in the register.${suggestWord(id, known)} Known: ${known.join(', ')}.`,
  )
}

function parseValue(id: AssumptionId, value: string): string {
  const entry: RegisterEntry = register[id]
  const reason = entry.planned?.[value]
  if (reason !== undefined) {
    const start = `Failed to assume ${id}=${value}: this value is planned, but not simulated yet.`
    throw new OptionError(`${start} ${reason} ${describeAllowed(id)}`)
  }
  if (Object.hasOwn(entry.values, value)) return value
  const issue = entry.freeValue === undefined ? 'there is no such value' : findFreeIssue(entry.freeValue, value)
  if (issue === undefined) return value
  const hint = suggestWord(value, namedValues(entry))
  throw new OptionError(
    `Failed to assume ${id}=${showText(value, MOST_SHOWN)}: ${issue}.${hint} ${describeAllowed(id)}`,
  )
}

function describeAllowed(id: AssumptionId): string {
  const entry: RegisterEntry = register[id]
  const free = entry.freeValue === undefined ? '' : `, or ${entry.freeValue.form}`
  return `Allowed: ${namedValues(entry).join(', ')}${free}.`
}
