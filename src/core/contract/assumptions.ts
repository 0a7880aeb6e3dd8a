import { splitList } from './open-values.ts'
import { type AssumptionId, PRESETS, type Preset, type RegisterEntry, register } from './register.ts'

type EntryOf<Id extends AssumptionId> = (typeof register)[Id]
type NameOf<Id extends AssumptionId> = `${Extract<keyof EntryOf<Id>['values'], string | number>}`
// `string & {}` keeps the named values in an editor's completion.
type OpenOf<Id extends AssumptionId> = EntryOf<Id> extends { open: object } ? string & {} : never

/** An answer to every question of the register. */
export type Assumptions = { readonly [Id in AssumptionId]: NameOf<Id> | OpenOf<Id> }

/** Answers that somebody wants in place of the preset's; a list may stand for a comma-separated value. */
export type AssumptionOverrides = {
  readonly [Id in AssumptionId]?: Assumptions[Id] | (OpenOf<Id> extends never ? never : readonly string[]) | number
}

/**
 * Answers every question of the register: from the overrides, and from a preset otherwise.
 *
 * @throws when the preset, an id or a value is unknown, naming the allowed ones, and when a
 * value is not simulated yet
 */
export function resolveAssumptions(preset: Preset = 'spec', overrides: AssumptionOverrides = {}): Assumptions {
  if (!PRESETS.includes(preset)) {
    throw new Error(`Failed to choose the preset: "${preset}" is unknown. Known: ${PRESETS.join(', ')}.`)
  }
  const chosen = new Map(Object.entries(overrides).filter(([, value]) => value !== undefined))
  for (const id of chosen.keys()) assertKnownId(id)
  const resolved = listEntries().map(([id, entry]) => {
    if (!chosen.has(id)) return [id, presetValue(entry, preset)]
    const value = chosen.get(id)
    return [id, parseValue(id, Array.isArray(value) ? value.join(',') : String(value))]
  })
  return Object.fromEntries(resolved) as Assumptions
}

/**
 * Reads `id=value`, as the command line gives it.
 *
 * @throws like `resolveAssumptions`
 */
export function parseAssumption(text: string): AssumptionOverrides {
  const [id = '', ...rest] = text.split('=')
  assertKnownId(id)
  if (rest.length === 0) throw new Error(`Failed to assume "${text}": there is no value. ${describeAllowed(id)}`)
  return { [id]: parseValue(id, rest.join('=')) }
}

/** The entries of the register with their ids, in its order. */
export function listEntries(): [AssumptionId, RegisterEntry][] {
  return Object.entries(register) as [AssumptionId, RegisterEntry][]
}

/** The answer that a preset gives. */
export function presetValue(entry: RegisterEntry, preset: Preset): string {
  return preset === 'langsmith' ? (entry.langsmith ?? entry.spec) : entry.spec
}

/** The status values that exist. */
export function statusValuesOf({ statusValues }: Assumptions): readonly string[] {
  const known = ['AWAITING_DATABASE', 'READY', 'UNUSED', 'AWAITING_DELETE', 'UNKNOWN']
  if (statusValues === 'known') return known
  return statusValues === 'extra' ? [...known, 'HIBERNATED'] : splitList(statusValues)
}

/** Where the repositories of an integration of either kind are listed. */
export function repositoryPathsOf({ repositoryPaths }: Assumptions): { standard: string; alternate: string } {
  const isNamed = repositoryPaths === 'v1' || repositoryPaths === 'v2'
  const templates = isNamed
    ? [`/${repositoryPaths}/integrations/github/`, `/${repositoryPaths}/integrations/forge/github/`].map(
        (start) => `${start}{integration_id}/repos`,
      )
    : splitList(repositoryPaths)
  return { standard: templates[0] as string, alternate: templates[1] as string }
}

/** What the six fields of a repository are called, in the order of interface section 2.2. */
export function repositoryFieldsOf({ repositoryFields }: Assumptions): readonly string[] {
  if (repositoryFields === 'short') return splitList('host_integration_id,id,name,owner,url,default_branch')
  if (repositoryFields !== 'long') return splitList(repositoryFields)
  return ['integration_id', ...splitList('id,name,owner,url').map((name) => `repository_${name}`), 'default_branch']
}

/** The paths under which the service stands; the empty one is the root. */
export function basePathsOf({ versionPrefix }: Assumptions): readonly string[] {
  return splitList(versionPrefix).map((path) => (path === 'root' ? '' : path))
}

function assertKnownId(id: string): asserts id is AssumptionId {
  if (Object.hasOwn(register, id)) return
  throw new Error(`Failed to assume: "${id}" is no id of the register. Known: ${Object.keys(register).join(', ')}.`)
}

function parseValue(id: AssumptionId, value: string): string {
  const entry: RegisterEntry = register[id]
  const reason = entry.planned?.[value]
  if (reason !== undefined) {
    throw new Error(
      `Failed to assume ${id}=${value}: it is planned, not simulated yet. ${reason} ${describeAllowed(id)}`,
    )
  }
  if (Object.hasOwn(entry.values, value)) return value
  const mistake = entry.open === undefined ? 'it is none of its values' : entry.open.findMistake(value)
  if (mistake === undefined) return value
  throw new Error(`Failed to assume ${id}=${value}: ${mistake}. ${describeAllowed(id)}`)
}

function describeAllowed(id: AssumptionId): string {
  const entry: RegisterEntry = register[id]
  const names = Object.keys(entry.values).filter((name) => entry.planned?.[name] === undefined)
  return `Allowed: ${names.join(', ')}${entry.open === undefined ? '' : `, or ${entry.open.form}`}.`
}
