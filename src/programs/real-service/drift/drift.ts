// Whether a real service still behaves as it was learned.

import { listEntries, resolveAssumptions } from '../../../engine/define/assumptions/assumptions.ts'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { questions } from '../../../service/assumptions/questions.ts'
import type { AssumptionId, AssumptionOverrides, Preset } from '../../../service/types.ts'
import { listFormDifferences } from '../forms/differences.ts'
import { watchForms } from '../forms/watch.ts'
import type { PreparedTraffic } from '../har/learn-traffic.ts'
import { describeRequest } from '../learn/describe.ts'
import { type Deviation, keyOfDeviation, listDeviations } from '../learn/differences.ts'
import { type Learned, type LearnOptions, learn } from '../learn/learn.ts'
import { prepare } from '../learn/prepare.ts'
import { readExamples } from '../learn/read-examples.ts'
import { formatRequest, type ReadRequest } from '../reader/messages.ts'
import type { Reader } from '../reader/reader.ts'
import type { ServiceRecords } from '../records/records.ts'
import { addStatuses, listNewStatuses } from '../records/to-scenario.ts'

/** What a service is held against. */
export interface DriftOptions {
  readonly preset: Preset
  /** What was learned. */
  readonly assumptions: AssumptionOverrides
  /** Differences that are known. */
  readonly accepted?: readonly Deviation[]
  /** The requests of tests, each of which is sent. */
  readonly requests?: readonly ReadRequest[]
  /** Called before each part, with what is done. */
  onPhase?(what: string): void
}

/** A question whose value is another one than was learned. */
export interface ChangedAssumption {
  readonly id: AssumptionId
  readonly learned: string
  /** The values that explain the responses now. */
  readonly now: readonly string[]
  /** A request whose response shows it. */
  readonly request?: string
}

/** A difference that no value of a question explains. */
export interface Difference extends Deviation {
  /** Requests whose responses differ in it, without data. Words of statuses have none. */
  readonly requests: readonly string[]
}

/** How a service differs from what was learned. */
export interface Drift {
  readonly changed: readonly ChangedAssumption[]
  readonly differences: readonly Difference[]
  /** The requests of tests whose responses depend on a question that changed, by its id. */
  readonly relying: Readonly<Partial<Record<AssumptionId, readonly string[]>>>
  /** The learned questions that the data of today does not decide, or for which no requests were left. */
  readonly unchecked: readonly AssumptionId[]
  /** How many of the learned questions were compared, and how many were never decided. */
  readonly compared: number
  readonly undecided: number
  /** What could not be read, in words. */
  readonly unread: readonly string[]
}

/**
 * Finds out whether a service still behaves as it was learned. What seems to have changed is looked at a second time,
 * with data that is read again, because records may change while they are read.
 *
 * @returns what both times differed
 */
export async function findDrift(reader: Reader, options: DriftOptions): Promise<Drift> {
  const first = await look(reader, options, '')
  if (isNone(first)) return first
  return keepCommon(first, await look(reader, options, ' again, because something differs'))
}

/** Finds out whether the traffic of a service shows that it still behaves as it was learned. Nothing is sent. */
export async function findDriftOfTraffic(
  { reader, options: prepared, records, describe }: PreparedTraffic,
  options: DriftOptions,
): Promise<Drift> {
  return compare(reader, prepared, { records, options, describe })
}

/** Learns once more, beginning with what was learned, and says what came out differently. */
async function compare(
  reader: Reader,
  prepared: LearnOptions,
  { records, options, describe }: { records: ServiceRecords; options: DriftOptions; describe?: typeof describeRequest },
): Promise<Drift> {
  const statuses = addStatuses(findNewStatuses(records, options), resolveAll(options))
  const all = { ...prepared.assumptions, ...options.assumptions, ...statuses }
  const learned = await learn(reader, { ...prepared, assumptions: all })
  return conclude(learned, records, options, describe)
}

const resolveAll = ({ preset, assumptions }: DriftOptions) => resolveAssumptions(questions, preset, assumptions)

const findNewStatuses = ({ records }: ServiceRecords, options: DriftOptions) =>
  listNewStatuses(records.get('deployments') ?? [], resolveAll(options))

/** Whether nothing differs. */
export function isNone({ changed, differences }: Drift): boolean {
  return changed.length === 0 && differences.length === 0
}

async function look(unwatched: Reader, options: DriftOptions, why: string): Promise<Drift> {
  const reader = watchForms(unwatched)
  const { preset, requests = [], onPhase } = options
  onPhase?.(`Reading the records${why}`)
  const records = await readExamples(reader, { preset, requests })
  onPhase?.(`Comparing responses${why}`)
  try {
    const prepared = prepare(reader, records)
    const all = { ...prepared, requests: [...(prepared.requests ?? []), ...requests] }
    return await compare(reader, all, { records, options })
  } catch (error) {
    // No simulator can have these records. Then their fields say why.
    const forms = listFormDifferences(reader.forms, resolveAll(options))
    if (!(error instanceof OptionError) || forms.length === 0) throw error
    return conclude({ ...NOTHING, preset, forms }, records, options)
  }
}

const NOTHING: Omit<Learned, 'preset' | 'forms'> = {
  assumptions: {},
  undecided: {},
  unexplained: [],
  evidence: {},
  reads: new Map(),
}

function conclude(learned: Learned, records: ServiceRecords, options: DriftOptions, describe = describeRequest): Drift {
  const { assumptions, accepted = [], requests = [] } = options
  const statuses = findNewStatuses(records, options)
  const changed = Object.entries(assumptions).flatMap(([key, value]): ChangedAssumption[] => {
    const id = key as AssumptionId
    // A number is written without quotes.
    const before = String(value)
    if (id === 'statusValues' && statuses.length > 0) return []
    const decided = learned.assumptions[id]
    const now = decided === undefined ? (learned.undecided[id]?.possible ?? []) : [decided]
    if (now.length === 0 || now.includes(before)) return []
    const evidence = learned.evidence[id]
    return [{ id, learned: before, now, ...(evidence && { request: describe(evidence.request) }) }]
  })
  const relying = changed.map(({ id }) => {
    const depending = [...learned.reads].filter(([request, reads]) => requests.includes(request) && reads.includes(id))
    return [id, depending.map(([request]) => formatRequest(request))] as const
  })
  const known = new Set(accepted.map(keyOfDeviation))
  const all: readonly Difference[] = [...statuses.map(describeStatus), ...listDeviations(learned)]
  const differences = all.filter((each) => !known.has(keyOfDeviation(each)))
  const ids = Object.keys(assumptions) as AssumptionId[]
  const unchecked = ids.filter((id) => learned.assumptions[id] === undefined && !changed.some((each) => each.id === id))
  return {
    changed,
    differences,
    relying: Object.fromEntries(relying),
    unchecked,
    compared: ids.length - unchecked.length,
    undecided: listEntries(questions).length - ids.length,
    unread: records.missing,
  }
}

const describeStatus = (status: string): Difference => ({
  operation: 'GET /v2/deployments',
  aspect: 'words of statuses',
  value: `${status} is new`,
  requests: [],
})

function keepCommon(first: Drift, second: Drift): Drift {
  const isSeen = ({ id }: ChangedAssumption) => first.changed.some((each) => each.id === id)
  const seen = new Set(first.differences.map(keyOfDeviation))
  return {
    ...second,
    changed: second.changed.filter(isSeen),
    differences: second.differences.filter((each) => seen.has(keyOfDeviation(each))),
  }
}
