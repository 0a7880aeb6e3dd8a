// From records of responses to records of the database.

import * as z from 'zod'
import { resolveAssumptions } from '../../../engine/define/assumptions/assumptions.ts'
import { type Fields, isRecord } from '../../../engine/input/schemas/schema-walk.ts'
import { compareTimestamps, formatMicroseconds } from '../../../engine/input/schemas/timestamp.ts'
import { questions } from '../../../service/assumptions/questions.ts'
import { isCommit } from '../../../service/resources/deployments/deployment.ts'
import {
  endingOf,
  REVISION_OUTCOMES,
  REVISION_STATUSES,
  type RevisionOutcome,
} from '../../../service/resources/deployments/revision.ts'
import { listStates, type RolloutTraits } from '../../../service/resources/deployments/rollout-path.ts'
import { isNumericId } from '../../../service/resources/repositories/repository.ts'
import type { Assumptions } from '../../../service/types.ts'
import type { JsonObject } from './ask.ts'
import type { ServiceRecords } from './records.ts'
import { RECORDED, type RecordedName, recorded } from './sources.ts'

/** Records in the form of the database, by resource. A field that no response contains is absent. */
export type StoredRecords = ReadonlyMap<RecordedName, readonly Fields[]>

/**
 * Converts the records of a service to those of the database. Returns them, and the paths of what is left out or made
 * up, because it does not fit or no response has it, such as `deployments.source_config.resource_spec.cpu`.
 */
export function toStored(
  { preset, records }: Pick<ServiceRecords, 'preset' | 'records'>,
  absent: ReadonlyMap<unknown, readonly string[]> = new Map(),
) {
  const assumptions = resolveAssumptions(questions, preset)
  const misfits = new Set<string>()
  const stored = RECORDED.map((name) => {
    const known = new Set(Object.keys(recorded[name].wire?.schemaOf(assumptions).shape ?? {}))
    const place = { path: name, onMisfit: (path: string) => void misfits.add(path) }
    const fitted = new Map<unknown, Fields>()
    for (const record of records.get(name) ?? []) {
      const fields = converters[name](record, { records, assumptions, absent })
      const fitting = fitFields(recorded[name].schema, fields, known, place)
      const fit = withTimesInOrder(fitting)
      if (!isUsable(name, fit)) continue
      if (fit !== fitting) place.onMisfit(`${name}.updated_at`)
      if (fitted.has(fit.id)) place.onMisfit(`${name}.id`)
      else fitted.set(fit.id, fit)
    }
    return [name, [...fitted.values()]] as const
  })
  const all = new Map(stored)
  // The world makes them up.
  const isMadeUp = (field: string) => all.get('repositories')?.some((each) => each[field] === undefined)
  for (const field of ['owner', 'url']) if (isMadeUp(field)) misfits.add(`repositories.${field}`)
  return { stored: all, misfits: [...misfits] }
}

interface StoredSurroundings extends Pick<ServiceRecords, 'records'> {
  readonly assumptions: Assumptions
  /** The fields of each deployment, by its id, that are absent instead of null. */
  readonly absent: ReadonlyMap<unknown, readonly string[]>
}

/** What the database calls the fields of a record in a response. */
const converters: Readonly<Record<RecordedName, (record: JsonObject, around: StoredSurroundings) => Fields>> = {
  providers: (record) => record,
  listeners: (record) => record,
  tokens: (record) => record,
  integrations: ({ id, kind, name }, { records }) => ({
    id: typeof id === 'number' ? String(id) : id,
    kind,
    name: typeof name === 'string' && name !== '' ? name : findOwner(records.get('repositories') ?? [], id),
  }),
  repositories: convertRepository,
  deployments: convertDeployment,
  revisions: convertRevision,
}

// The account that an integration is installed in owns its repositories.
function findOwner(repositories: readonly JsonObject[], id: unknown): unknown {
  const first = repositories.find(({ integration_id }) => integration_id === id)
  const owner = first?.owner ?? first?.repository_owner
  return typeof owner === 'string' && owner !== '' ? owner : 'unknown'
}

function convertRepository(record: JsonObject, { records, assumptions }: StoredSurroundings): Fields {
  const read = (name: string) => record[name] ?? record[`repository_${name}`]
  const id = String(read('id') ?? '')
  const isFine = assumptions.repositoryIdType === 'string' || isNumericId(id)
  const url = read('url') ?? findUrl(records.get('deployments') ?? [], record.integration_id, read('name'))
  return {
    integration_id: record.integration_id,
    // Under this preset, a world cannot have any other id.
    id: isFine && id !== '' ? id : null,
    name: read('name'),
    owner: read('owner') ?? (typeof url === 'string' ? url.split('/').at(-2) : undefined),
    url,
    default_branch: record.default_branch,
  }
}

/** Finds the URL of a repository, whose list does not have it, in the deployments that are built from it. */
function findUrl(deployments: readonly JsonObject[], integration: unknown, name: unknown): unknown {
  const configs = deployments.map(({ source_config }) => source_config).filter(isRecord)
  const own = configs.filter(({ integration_id }) => integration_id === integration)
  return own.map(({ repo_url }) => repo_url).find((url) => typeof url === 'string' && url.endsWith(`/${name}`))
}

function convertDeployment(record: JsonObject, { absent }: StoredSurroundings): Fields {
  const source_config = isRecord(record.source_config) ? record.source_config : {}
  const { deployment_type = source_config.deployment_type, template_id = source_config.template_id } = record
  const source_revision_config = convertRevisionConfig(record.source_revision_config)
  const agent = isRecord(record.agent) ? record.agent : {}
  return {
    agent_id: agent.agent_id,
    agent_environment: agent.environment,
    ...record,
    source_config,
    source_revision_config: { ...source_revision_config, ...undoBuild(source_config, source_revision_config) },
    deployment_type,
    template_id,
    secrets: record.secrets ?? [],
    // No response contains them.
    tag_value_ids: record.tag_value_ids ?? [],
    source: record.source ?? guessSource(record),
    absent: absent.get(record.id),
  }
}

/** A build replaces the branch by a commit, and names its image. */
function undoBuild({ repo_branch }: Fields, { repo_ref }: Fields): Fields {
  const isReplaced = typeof repo_branch === 'string' && typeof repo_ref === 'string' && isCommit(repo_ref)
  return isReplaced ? { repo_ref: repo_branch, image_uri: null } : {}
}

function convertRevisionConfig(config: unknown): Fields {
  if (!isRecord(config)) return {}
  const { langgraph_config_path, graph_config_path = langgraph_config_path } = config
  return { ...config, graph_config_path }
}

function guessSource({ remote_reconciled, source_revision_config }: JsonObject): string {
  const config = convertRevisionConfig(source_revision_config)
  if (remote_reconciled === true) return 'external_docker'
  if (typeof config.image_uri === 'string') return 'internal_docker'
  return typeof config.source_tarball_path === 'string' ? 'internal_source' : 'github'
}

function convertRevision(record: JsonObject): Fields {
  const outcome = outcomeOf(record.status)
  const fields = {
    ...record,
    source_revision_config: convertRevisionConfig(record.source_revision_config),
    source: record.source ?? guessSource(record),
    outcome,
  }
  return { ...fields, history: guessHistory(fields) }
}

/** Returns the outcome of a rollout that has ended in a state: success, if no other leads there. */
function outcomeOf(status: unknown): RevisionOutcome {
  return REVISION_OUTCOMES.find((outcome) => endingOf(outcome).to === status) ?? 'succeeds'
}

interface EndedRevision extends Fields {
  readonly outcome: RevisionOutcome
}

/** Places the states that a revision must have had between its times. Its logs follow from them. */
function guessHistory({ status, source, outcome, created_at, updated_at }: EndedRevision) {
  const [from, to] = [readTime(created_at), readTime(updated_at)]
  const last = REVISION_STATUSES.find((each) => each === status)
  if (from === undefined || to === undefined || last === undefined) return []
  const states = listStates(source as RolloutTraits['source'], outcome)
  const before = states.slice(0, states.includes(last) ? states.indexOf(last) : -1)
  const all = [...before, last]
  const length = to > from ? to - from : 0n
  return all.map((each, place) => ({
    status: each,
    at: formatMicroseconds(from + (length * BigInt(place)) / BigInt(Math.max(1, all.length - 1))),
  }))
}

const UTC = /(?:Z|[+-]\d{2}:\d{2})$/

function readTime(value: unknown): bigint | undefined {
  if (typeof value !== 'string') return undefined
  const milliseconds = Date.parse(UTC.test(value) ? value : `${value}Z`)
  if (Number.isNaN(milliseconds)) return undefined
  const [, digits = ''] = /\.(\d+)/.exec(value) ?? []
  return BigInt(Math.floor(milliseconds / 1000)) * 1_000_000n + BigInt(digits.slice(0, 6).padEnd(6, '0'))
}

/** Changes a record as a world does: none of the database was updated before it was created. */
export function withTimesInOrder(record: Fields): Fields {
  const { created_at, updated_at } = record
  if (typeof created_at !== 'string' || typeof updated_at !== 'string') return record
  return compareTimestamps(created_at, updated_at) <= 0 ? record : { ...record, updated_at: created_at }
}

// What the plan of another record lacks is generated. A revision replaces one as a whole.
function isUsable(name: RecordedName, record: Fields): boolean {
  const needed = name === 'revisions' ? Object.keys(recorded.revisions.schema.shape) : ['id']
  return needed.every((field) => record[field] !== undefined)
}

/** Where a value is, and what to do if it does not fit. */
interface ValuePlace {
  readonly path: string
  /** Called with the path of each value that is left out. */
  readonly onMisfit: (path: string) => void
}

// A date-time without an offset is one of UTC.
const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/

/**
 * Returns what fits of the given fields of a record. Fields that the schema does not have are left out, at every level.
 *
 * @param known the fields that the record could have contained. They get their default if they have no value.
 */
function fitFields(
  schema: z.ZodObject,
  fields: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
  place: ValuePlace,
): Readonly<Record<string, unknown>> {
  const fitted = Object.entries<z.ZodType>(schema.shape).flatMap(([name, field]) => {
    if (fields[name] === undefined && !known.has(name)) return []
    const value = fitValue(field, fields[name], within(place, name))
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(fitted)
}

/** Returns what fits of a value; undefined if nothing does. */
function fitValue(schema: z.ZodType, value: unknown, place: ValuePlace): unknown {
  if (schema instanceof z.ZodDefault) {
    const fitted = fitValue(schema.unwrap() as z.ZodType, value, place)
    return fitted === undefined ? schema.parse(undefined) : fitted
  }
  if (schema instanceof z.ZodNullable) {
    return value === null ? null : fitValue(schema.unwrap() as z.ZodType, value, place)
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const items = value.map((item) => fitValue(schema.element as z.ZodType, item, place))
    return items.filter((item) => item !== undefined)
  }
  if (schema instanceof z.ZodObject && isRecord(value)) return fitObject(schema, value, place)
  return fitLeaf(schema, value, place)
}

function fitObject(schema: z.ZodObject, value: Readonly<Record<string, unknown>>, place: ValuePlace): unknown {
  const fitted = fitFields(schema, value, new Set(Object.keys(schema.shape)), place)
  const missing = Object.keys(schema.shape).find((name) => !Object.hasOwn(fitted, name))
  if (missing === undefined) return fitted
  place.onMisfit(within(place, missing).path)
  return undefined
}

function fitLeaf(schema: z.ZodType, value: unknown, { path, onMisfit }: ValuePlace): unknown {
  if (value === undefined) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const zoned = typeof value === 'string' ? value.replace(LOCAL_TIME, '$1T$2Z') : value
  const again = zoned === value ? parsed : schema.safeParse(zoned)
  if (again.success) return again.data
  onMisfit(path)
  return undefined
}

function within({ path, onMisfit }: ValuePlace, name: string): ValuePlace {
  return { path: path === '' ? name : `${path}.${name}`, onMisfit }
}
