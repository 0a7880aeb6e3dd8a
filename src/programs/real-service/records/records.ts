// Reads all records of a service.

import { resolveAssumptions } from '../../../engine/define/assumptions/assumptions.ts'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { isRecord } from '../../../engine/input/schemas/schema-walk.ts'
import { quote } from '../../../engine/input/text/quote.ts'
import { suggestWord } from '../../../engine/input/text/suggestion.ts'
import { questions } from '../../../service/assumptions/questions.ts'
import type { AssumptionOverrides, OperationName, Preset } from '../../../service/types.ts'
import { RefusedError } from '../reader/errors.ts'
import type { Reader } from '../reader/reader.ts'
import { type AskedOperation, type Asker, createAsker, type JsonObject } from './ask.ts'
import { completeRecords } from './read-alone.ts'
import { addFiltered } from './read-filters.ts'
import { PAGE_LENGTH, type ReadList, readPages } from './read-pages.ts'
import { lists, parents, RECORDED, type RecordedName, repositoryLists } from './sources.ts'

export type { JsonObject } from './ask.ts'

/** All records that a service returned, as they stood in its responses, by resource. */
export interface ServiceRecords {
  readonly preset: Preset
  /**
   * Records by the name of their resource (`deployments`, `providers`, `repositories`, ...), each in the order of its
   * list. They also have the stored fields that only their requests told: the `kind` of an integration, what a record
   * belongs to, and what the filters of the list found out.
   */
  readonly records: ReadonlyMap<string, readonly JsonObject[]>
  /** What could not be read, in words, such as "GET /v2/auth/providers: 404". */
  readonly missing: readonly string[]
  /** The lists that are not where they should be. */
  readonly unread?: ReadonlySet<OperationName>
  /** The resources some of whose lists could not be read, although the service has them. */
  readonly incomplete?: ReadonlySet<string>
  /** The resources that are not all there for another reason than that the service refuses a list. */
  readonly unfinished?: ReadonlySet<string>
  /** The filters of deployments that have no effect. */
  readonly ignored?: ReadonlySet<string>
  /** How many deployments a page has at most, if that is less than the contract allows. */
  readonly longest?: number
  /** Whether pages of a list are shorter than others although more follow. */
  readonly hasShortPages?: true
  /** What puts operations where they were found, if the preset has them elsewhere. */
  readonly moved?: AssumptionOverrides
  /** The ids of the deployments whose revisions were read, if those of others were not. */
  readonly sampled?: ReadonlySet<string>
  /** When the newest response was read, in milliseconds since the Unix epoch. */
  readonly at: number
}

export interface ReadOptions {
  /** Which operations the service has, and how their responses look. */
  readonly preset: Preset
  /** What is known about where it has them. Default: as the preset says. */
  readonly expected?: AssumptionOverrides
  /** The resources to read. Those that their records belong to are read, too. Default: all. */
  readonly only?: readonly string[]
  /** How many records of each list are read. Default: all. */
  readonly limit?: number
  /** Whether the revisions of a deployment are read, by its place in the list. Default: those of all are. */
  readonly isSampled?: (id: string, place: number) => boolean
  /** Called before a resource is read. */
  readonly onResource?: (name: string) => void
  /** Called with how many requests there will be at least, once that is known. */
  readonly onPlan?: (requests: number) => void
}

interface RecordsReading extends Pick<ReadOptions, 'onPlan' | 'isSampled'> {
  readonly reader: Reader
  readonly asker: Asker
  readonly most: number
  readonly records: Map<RecordedName, JsonObject[]>
  readonly missing: Set<string>
  readonly unread: Set<OperationName>
  readonly incomplete: Set<RecordedName>
  readonly unfinished: Set<RecordedName>
  readonly ignored: Set<string>
  /** Whether there was a list. */
  hasAnswered: boolean
  longest?: number
  hasShortPages?: true
}

/**
 * Reads all records of a service. What cannot be read is left out, and listed in `missing`.
 *
 * @throws OptionError for an unknown resource, RefusedError if no list can be read, UnreachableError if the service
 * does not answer, and the reason of the signal of the reader
 */
export async function readRecords(
  reader: Reader,
  { preset, expected, only, limit = Number.POSITIVE_INFINITY, onResource, ...options }: ReadOptions,
): Promise<ServiceRecords> {
  const wanted = listWanted(only)
  const asker = createAsker(
    reader,
    resolveAssumptions(questions, preset),
    resolveAssumptions(questions, preset, expected),
  )
  const missing = new Set<string>()
  const unread = new Set<OperationName>()
  const incomplete = new Set<RecordedName>()
  const unfinished = new Set<RecordedName>()
  const reading: RecordsReading = {
    reader,
    asker,
    most: limit,
    records: new Map(),
    missing,
    unread,
    incomplete,
    unfinished,
    ignored: new Set(),
    hasAnswered: false,
    ...options,
  }
  const cut: string[] = []
  for (const name of RECORDED) {
    if (!wanted.has(name)) continue
    onResource?.(name)
    await readResource(reading, name)
    if (asker.end !== undefined) cut.push(name)
  }
  if (!reading.hasAnswered && missing.size > 0) throw describeRefusal(reader, asker, [...missing])
  const rest = cut.length === 0 ? [] : [`the rest of ${cut.join(', ')}, because ${asker.end}`]
  return {
    preset,
    records: reading.records,
    missing: [...missing, ...rest],
    ...(rest.length === 0 && { unread }),
    incomplete,
    unfinished,
    ignored: reading.ignored,
    moved: asker.moved,
    at: Date.now(),
    ...(reading.longest !== undefined && { longest: reading.longest }),
    ...(reading.hasShortPages && { hasShortPages: true }),
    ...(options.isSampled && { sampled: new Set(listSample(reading)) }),
  }
}

/** Checks the names of resources. @throws OptionError for an unknown one */
export function listWanted(only: readonly string[] = RECORDED): ReadonlySet<RecordedName> {
  const wanted = new Set<RecordedName>()
  for (const text of only) {
    const name = RECORDED.find((each) => each === text)
    if (name === undefined) {
      throw new OptionError({
        attempt: 'choose the records to read',
        received: `${quote(text)} is no resource that can be read`,
        advice: `${suggestWord(text, RECORDED)} Allowed: ${RECORDED.join(', ')}.`,
      })
    }
    wanted.add(name)
    const parent = parents[name]
    if (parent !== undefined) wanted.add(parent)
  }
  return wanted
}

// A base URL that contains the version of the API.
const VERSIONED = /\/v\d+(?=\/|$)/

function describeRefusal(
  { url }: Reader,
  { refusal, end }: Asker,
  [first = '', ...others]: readonly string[],
): RefusedError {
  if (refusal !== undefined) return refusal
  const [version] = VERSIONED.exec(url) ?? []
  const more = others.length === 0 ? '' : ` (and ${others.length} more like this)`
  const then = end === undefined ? '' : `, and then ${end}`
  return new RefusedError({
    attempt: `read the records of ${url}`,
    received: `it returned no list: ${first}${more}${then}`,
    advice:
      version === undefined
        ? 'Check the URL, the credentials and the preset.'
        : `Leave out ${quote(version)} and what follows it in the URL.`,
  })
}

async function readResource(reading: RecordsReading, name: RecordedName): Promise<void> {
  if (name === 'repositories') await readRepositories(reading)
  else if (name === 'revisions') await readRevisions(reading)
  else await readLists(reading, name)
  await complete(reading, name)
  if (name === 'deployments') await readHidden(reading)
}

async function readLists(reading: RecordsReading, name: RecordedName): Promise<void> {
  for (const { operation, told } of lists[name] ?? []) {
    const found = await readList(reading, { name, operation })
    add(reading, name, found, told)
  }
}

interface AskedList extends AskedOperation {
  readonly name: RecordedName
}

/** Reads a list. An operation that the preset does not have is not requested. */
async function readList(reading: RecordsReading, { name, ...asked }: AskedList): Promise<readonly JsonObject[]> {
  const { asker, most } = reading
  if (!asker.has(asked.operation)) return []
  const found = await readPages(asker, asked, { most })
  const { records, problem, isLost = false, isDenied = false, longest, hasShortPages } = found
  if (hasShortPages) reading.hasShortPages = true
  if (longest !== undefined && name === 'deployments') reading.longest = longest
  noteProblems(reading, [problem])
  if (isLost) reading.incomplete.add(name)
  if (problem !== undefined && !isDenied) reading.unfinished.add(name)
  if (problem !== undefined && records.length === 0) reading.unread.add(asked.operation)
  if (problem === undefined || records.length > 0) reading.hasAnswered = true
  return records
}

function add(
  { records }: RecordsReading,
  name: RecordedName,
  found: readonly JsonObject[],
  told: JsonObject | undefined = {},
): void {
  const all = records.get(name) ?? []
  for (const record of found) all.push({ ...record, ...told })
  records.set(name, all)
}

/** Reads each record alone if its list leaves fields out. */
async function complete(reading: RecordsReading, name: RecordedName): Promise<void> {
  const { asker, records } = reading
  const { kept, shared } = withoutRepeated(records.get(name) ?? [])
  const found = await completeRecords(asker, name, kept)
  const lost = `${shared} of the ${name}, because another integration lists the same ids, and in a world each belongs to one`
  noteProblems(reading, [found.problem, shared === 0 ? undefined : lost])
  records.set(name, [...found.records])
}

/** Leaves out repeated records. A repository that several integrations list belongs to the first one. */
function withoutRepeated(records: readonly JsonObject[]) {
  const byId = new Map<unknown, JsonObject>()
  const shared = new Set<string>()
  for (const [place, record] of records.entries()) {
    const key = record.id ?? record.repository_id ?? `record ${place}`
    const first = byId.get(key)
    if (first === undefined) byId.set(key, record)
    else if (first.integration_id !== record.integration_id) shared.add(JSON.stringify([record.integration_id, key]))
  }
  return { kept: [...byId.values()], shared: shared.size }
}

async function readHidden(reading: RecordsReading): Promise<void> {
  const { asker, records, most, longest, hasShortPages } = reading
  const all = records.get('deployments') ?? []
  // What is in one page still is when a filter leaves some of it.
  const isOnePage = longest === undefined && !hasShortPages && all.length < PAGE_LENGTH
  const found = await addFiltered(asker, 'listDeployments', all, { most, least: isOnePage ? PAGE_LENGTH : undefined })
  records.set('deployments', [...found.records])
  noteProblems(reading, found.problems)
  for (const parameter of found.ignored) reading.ignored.add(parameter)
}

async function readRevisions(reading: RecordsReading): Promise<void> {
  const sample = listSample(reading)
  reading.onPlan?.(reading.reader.sent + sample.length)
  for (const deployment_id of sample) {
    const found = await readList(reading, { name: 'revisions', operation: 'listRevisions', path: { deployment_id } })
    add(reading, 'revisions', found, { deployment_id })
  }
}

function listSample({ records, isSampled = () => true }: RecordsReading): readonly string[] {
  const ids = (records.get('deployments') ?? []).map(({ id }) => String(id))
  return ids.filter(isSampled)
}

/**
 * Reads the repositories of each integration: those that are listed, and those that deployments refer to. The kind of
 * the latter is that whose operation knows it.
 */
async function readRepositories(reading: RecordsReading): Promise<void> {
  const listed = reading.records.get('integrations') ?? []
  reading.onPlan?.(reading.reader.sent + listed.length)
  for (const { id, kind } of listed) {
    const integration_id = String(id)
    const operation = repositoryLists[kind === 'alternate' ? 'alternate' : 'standard']
    const found = await readList(reading, { name: 'repositories', operation, path: { integration_id } })
    add(reading, 'repositories', found, { integration_id })
  }
  const known = new Set(listed.map(({ id }) => id))
  for (const id of listReferred(reading.records.get('deployments') ?? [])) {
    if (!known.has(id)) await readUnlisted(reading, id)
  }
}

function listReferred(deployments: readonly JsonObject[]): readonly string[] {
  const ids = deployments.map(({ source_config }) => (isRecord(source_config) ? source_config.integration_id : null))
  return [...new Set(ids.filter((id) => typeof id === 'string').filter((id) => id !== ''))]
}

async function readUnlisted(reading: RecordsReading, integration_id: string): Promise<void> {
  const { asker, most } = reading
  const read: { readonly kind: string; readonly found: ReadList }[] = []
  for (const [kind, operation] of Object.entries(repositoryLists)) {
    read.push({ kind, found: await readPages(asker, { operation, path: { integration_id } }, { most }) })
    if (read.at(-1)?.found.records.length !== 0) break
  }
  if (read.some(({ found }) => found.isLost)) reading.incomplete.add('repositories')
  // Some services list no repositories instead of refusing an integration of the other kind.
  const listed = read.filter(({ found }) => found.problem === undefined)
  const { kind, found } = listed.findLast(({ found: { records } }) => records.length > 0) ?? listed[0] ?? {}
  if (kind === undefined || found === undefined) {
    if (!reading.records.has('repositories')) reading.unread.add(repositoryLists.standard)
    return noteProblems(
      reading,
      read.map(({ found }) => found.problem),
    )
  }
  reading.unread.delete(repositoryLists.standard)
  add(reading, 'integrations', [{ id: integration_id, kind }])
  add(reading, 'repositories', found.records, { integration_id })
}

/** Notes why something is missing. Once nothing more is sent, the reason of that says it all. */
function noteProblems({ asker, missing }: RecordsReading, problems: readonly (string | undefined)[]): void {
  if (asker.end !== undefined) return
  for (const problem of problems) if (problem !== undefined) missing.add(problem)
}
