// What is valid in a scenario file, but cannot be in a real world.

import { isDeepStrictEqual } from 'node:util'
import { readAt } from '../../engine/input/schemas/describe-issues.ts'
import { type Fields, isRecord, type Path } from '../../engine/input/schemas/schema-walk.ts'
import { parseMicroseconds, timestampSchema } from '../../engine/input/schemas/timestamp.ts'
import { quote, showPath } from '../../engine/input/text/quote.ts'
import type { AnySimulator } from '../../engine/simulator/simulator.ts'
import { findOfAdded, isOfRecord } from '../../engine/store/time/timeline.ts'
import { service } from '../../service/service.ts'
import type { Simulator } from '../../service/types.ts'
import { type FileIssue, placeIssues } from './read/file-error.ts'
import type { ScenarioFile } from './scenario-file.ts'

type Db = Simulator['db']

interface WrittenRecord {
  readonly path: Path
  readonly record: Fields
  /** The id of the integration that a repository belongs to. */
  readonly integration?: string | undefined
}

interface Warning {
  readonly place: Path
  /** What is odd about the value, and what to do. */
  readonly reason: string
  /** How many more there are with the same reason. */
  readonly others?: number
}

type Warn = (place: Path, reason: string) => void
type Check = (written: WrittenRecord, db: Db, warn: Warn) => void

/** The fields that contain a URL, by the field of the scenario that describes the records. */
const URLS: Readonly<Record<string, readonly Path[]>> = {
  providers: [['auth_url'], ['token_url'], ['mcp_server_url']],
  repositories: [['url']],
  deployments: [
    ['source_config', 'repo_url'],
    ['source_config', 'custom_url'],
  ],
}

const CHECKS: Readonly<Record<string, Check>> = {
  providers: warnOfRepeatedProvider,
  repositories: warnOfRepeatedRepository,
  deployments: warnOfUnknownReferences,
  tokens: warnOfUnknownProvider,
}

/**
 * Finds what is valid in a scenario file, but cannot be in a real world: references to nothing, repeated
 * records, texts that are not URLs, times after the current time, changes that never happen, and the name of a
 * built-in scenario. It examines only what the file sets, because everything else fits. Of a service that is not that of
 * the package, it knows no references.
 *
 * @param simulator has the world of the file
 */
export function findWarnings(file: ScenarioFile, simulator: AnySimulator): FileIssue[] {
  const { source, path, declared } = file
  const builtIn = declared.scenarios.find(({ name }) => name === file.scenario.name)
  // An export of a built-in scenario is as odd as that scenario is on purpose.
  if (isDeepStrictEqual(toJson(builtIn), toJson(file.scenario))) return []
  const warnings: Warning[] = []
  const warn: Warn = (place, reason) => void warnings.push({ place, reason })
  if (builtIn !== undefined) {
    warn(['name'], ', the name of a built-in scenario, which this one replaces. Choose another name.')
  }
  const { clock, assumptions } = simulator
  // The service of the file is that of the simulator.
  const db = simulator.db as Db
  const isOurs = declared.title === service.title
  const written = isOurs ? listWritten(source.value, db) : listOfAny(source.value, declared.resources)
  for (const [resource, records] of Object.entries(written)) {
    for (const each of records) {
      warnOfFuture(each, clock.now(), warn)
      if (isOurs) warnOfOurs(resource, each, { db, assumptions, warn })
    }
  }
  warnOfTimeline(file.scenario, db, warn)
  const describe = ({ place, reason, others }: Warning) => ({
    ...source.locate(place),
    text: `"${showPath(place)}" is ${quote(String(readAt(source.value, place)))}${reason}${describeOthers(others)}`,
  })
  return placeIssues(path, joinAlike(warnings).map(describe))
}

interface OurWorld extends Pick<AnySimulator, 'assumptions'> {
  readonly db: Db
  readonly warn: Warn
}

/** Warns of what a record of our service cannot be. */
function warnOfOurs(resource: string, written: WrittenRecord, { db, assumptions, warn }: OurWorld): void {
  for (const field of URLS[resource] ?? []) warnOfUrl(written, field, warn)
  CHECKS[resource]?.(written, db, warn)
  if (resource === 'deployments' && assumptions.duplicateName !== 'accepted') warnOfRepeatedName(written, db, warn)
}

const MOST_ALIKE = 5

/** Joins warnings with the same reason if there are many. A recorded world may have hundreds of them. */
function joinAlike(warnings: readonly Warning[]): readonly Warning[] {
  const groups = new Map<string, Warning[]>()
  for (const warning of warnings) {
    const group = groups.get(warning.reason)
    if (group === undefined) groups.set(warning.reason, [warning])
    else group.push(warning)
  }
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group
    return first === undefined || others.length < MOST_ALIKE ? group : [{ ...first, others: others.length }]
  })
}

function describeOthers(others = 0): string {
  return others === 0 ? '' : ` ${others} more ${others === 1 ? 'is' : 'are'} like this.`
}

function toJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null))
}

function listOfAny(value: unknown, resources: ScenarioFile['declared']['resources']) {
  return Object.fromEntries(resources.map(({ name }) => [name, listGroups(value, name)]))
}

function listWritten(value: unknown, db: Db): Readonly<Record<string, readonly WrittenRecord[]>> {
  const integrations = readList(value, 'integrations')
  const ids = db.integrations.list({ offset: 0, limit: integrations.length }).map(({ id }) => id)
  return {
    providers: listGroups(value, 'providers'),
    listeners: listGroups(value, 'listeners'),
    repositories: integrations.flatMap((each, index) => {
      const written = listGroups(each, 'repositories', ['integrations', index])
      return written.map((one) => ({ ...one, integration: ids[index] }))
    }),
    deployments: listGroups(value, 'deployments'),
    tokens: listGroups(value, 'tokens'),
    revisions: readList(value, 'deployments').flatMap((group, index) =>
      listItems(group, 'revisions', ['deployments', index]),
    ),
    replaced: ['replaced', 'added'].flatMap((field) =>
      listItems(readAt(value, ['changes', 'revisions']), field, ['changes', 'revisions']),
    ),
  }
}

function listItems(value: unknown, field: string, before: Path): WrittenRecord[] {
  return readList(value, field).flatMap((record, index) =>
    isRecord(record) ? [{ path: [...before, field, index], record }] : [],
  )
}

function listGroups(value: unknown, field: string, before: Path = []): WrittenRecord[] {
  return readList(value, field).flatMap((group, index) => {
    const record = isRecord(group) && group.count !== 0 ? group.record : undefined
    return isRecord(record) ? [{ path: [...before, field, index, 'record'], record }] : []
  })
}

function readList(value: unknown, field: string): readonly unknown[] {
  const list = isRecord(value) ? value[field] : undefined
  return Array.isArray(list) ? list : []
}

function warnOfUrl({ path, record }: WrittenRecord, field: Path, warn: Warn): void {
  const url = readAt(record, field)
  if (typeof url !== 'string' || URL.canParse(url)) return
  warn([...path, ...field], ', which is not a URL. Write one with its scheme, such as https://example.com/a.')
}

function warnOfFuture({ path, record }: WrittenRecord, now: string, warn: Warn): void {
  for (const field of ['created_at', 'updated_at']) {
    const { data, success } = timestampSchema.safeParse(record[field])
    if (success && parseMicroseconds(data) > parseMicroseconds(now)) {
      warn(
        [...path, field],
        `, which is after the current time of the world, ${now}. Choose an earlier time, or a later "now".`,
      )
    }
  }
}

function warnOfRepeatedProvider({ path, record }: WrittenRecord, db: Db, warn: Warn): void {
  const { provider_id } = record
  if (provider_id === undefined) return
  const same = db.providers.list().filter((each) => each.provider_id === provider_id)
  if (same.length > 1) warn([...path, 'provider_id'], `, as in ${same.length} OAuth providers. Each has its own.`)
}

function warnOfUnknownProvider({ path, record: { provider_id } }: WrittenRecord, db: Db, warn: Warn): void {
  const known = db.providers.list().map((each) => each.provider_id)
  if (typeof provider_id !== 'string' || known.includes(provider_id)) return
  warn([...path, 'provider_id'], `, but no OAuth provider has it. ${listKnown(known)}`)
}

function warnOfRepeatedName({ path, record: { name } }: WrittenRecord, db: Db, warn: Warn): void {
  const same = name === undefined ? [] : db.deployments.list().filter((each) => each.name === name)
  if (same.length < 2) return
  warn([...path, 'name'], `, as in ${same.length} deployments, but duplicateName lets no client create a second one.`)
}

/** Follows the changes of each record and the faults. One that expects what is never there does not happen. */
function warnOfTimeline({ changes, faults = [] }: ScenarioFile['scenario'], db: Db, warn: Warn): void {
  const timeline = changes?.timeline ?? []
  const ids = faults.map(({ id }, index) => id ?? String(index + 1))
  const records = new Map<string, Fields>()
  const ofAdded = findOfAdded(timeline)
  const known = [...timeline.entries()].filter(([, entry]) => !ofAdded.has(entry))
  const inOrder = known.sort(([, one], [, other]) => Number(one.due) - Number(other.due))
  for (const [index, entry] of inOrder) {
    if ('addFault' in entry) ids.push(entry.addFault.id ?? '')
    if ('removeFault' in entry && !ids.includes(entry.removeFault))
      warn(['changes', 'timeline', index, 'removeFault'], `, but no fault has this id then. ${listKnown(ids)}`)
    if (!isOfRecord(entry)) continue
    const { resource, id, when, set } = entry
    const key = `${resource} ${id}`
    const record: Fields = records.get(key) ?? { ...db[resource as keyof Db].get(id) }
    const missed = Object.keys(when).find((name) => !isDeepStrictEqual(when[name], record[name]))
    if (missed === undefined) records.set(key, { ...record, ...set })
    else {
      const reason = `, so that this never happens: the record then has ${quote(String(record[missed]))}.`
      warn(['changes', 'timeline', index, 'when', missed], reason)
    }
  }
}

function warnOfRepeatedRepository({ path, record, integration }: WrittenRecord, db: Db, warn: Warn): void {
  const field = ['url', 'name'].find((each) => record[each] !== undefined)
  if (field === undefined) return
  const same = db.repositories
    .list()
    .filter((each) => each.integration_id === integration && Reflect.get(each, field) === record[field])
  const different = new Set(same.map(({ owner, name, url }) => (field === 'url' ? url : `${owner}/${name}`)))
  if (different.size === same.length) return
  warn([...path, field], `, as in ${same.length} repositories of this integration. A repository is listed once.`)
}

function warnOfUnknownReferences({ path, record }: WrittenRecord, db: Db, warn: Warn): void {
  const config = isRecord(record.source_config) ? record.source_config : {}
  const { integration_id, repo_url, listener_id } = config
  const within = [...path, 'source_config']
  if (typeof integration_id === 'string' && db.integrations.get(integration_id) === undefined) {
    const known = listKnown(db.integrations.list().map(({ id }) => id))
    warn([...within, 'integration_id'], `, but no integration has this id. ${known}`)
  }
  if (typeof repo_url === 'string' && !db.repositories.list().some(({ url }) => url === repo_url)) {
    warn(
      [...within, 'repo_url'],
      ', but no integration has a repository with this URL. Add one, or use the URL of one.',
    )
  }
  if (typeof listener_id === 'string' && db.listeners.get(listener_id) === undefined) {
    const known = listKnown(db.listeners.list().map(({ id }) => id))
    warn([...within, 'listener_id'], `, but no listener has this id. ${known}`)
  }
  warnOfRevisions({ path, record }, db, warn)
}

// Revisions follow from the deployment that names them, unless they are planned.
function warnOfRevisions({ path, record }: WrittenRecord, db: Db, warn: Warn): void {
  for (const field of ['latest_revision_id', 'active_revision_id']) {
    const id = record[field]
    if (typeof id !== 'string') continue
    const owners = db.deployments.list().filter((each) => Reflect.get(each, field) === id)
    if (owners.length > 1) warn([...path, field], `, as in ${owners.length} deployments. Each has its own revisions.`)
    else if (db.revisions.get(id) === undefined) {
      warn([...path, field], ', but no revision has this id. Leave it out, or plan no revisions.')
    }
  }
}

const MOST_NAMED = 5

function listKnown(ids: readonly string[]): string {
  if (ids.length === 0) return 'There is none.'
  const more = ids.length > MOST_NAMED ? ' and others' : ''
  return `Known: ${ids.slice(0, MOST_NAMED).join(', ')}${more}.`
}
