// Whether a real service still behaves as it was learned.

import { listEntries, resolveAssumptions } from '../../../engine/define/assumptions/assumptions.ts'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { questions } from '../../../service/assumptions/questions.ts'
import type { AssumptionId, AssumptionOverrides, Preset } from '../../../service/types.ts'
import { listFormDifferences } from '../forms/differences.ts'
import { type Forms, type WatchedReader, watchForms } from '../forms/watch.ts'
import type { PreparedTraffic } from '../har/learn-traffic.ts'
import { listDifferent } from '../learn/aspects/aspects.ts'
import { findAspects } from '../learn/aspects/find-aspects.ts'
import { describeOperation, describeRequest } from '../learn/describe.ts'
import {
  createAccepted,
  type Deviation,
  describeStatus,
  isRandom,
  joinDeviations,
  keyOfCause,
  listDeviations,
  OF_STATUSES,
  type ShownDeviation,
} from '../learn/differences.ts'
import { type Learned, type LearnOptions, learn } from '../learn/learn.ts'
import { prepare } from '../learn/prepare.ts'
import { readExamples } from '../learn/read-examples.ts'
import type { Values } from '../learn/services.ts'
import { formatRequest, type ReadRequest, type ServiceReply } from '../reader/messages.ts'
import type { Reader } from '../reader/reader.ts'
import { readSettled } from '../records/answer.ts'
import type { ServiceRecords } from '../records/records.ts'
import { addStatuses, listNewStatuses } from '../records/to-scenario.ts'
import { listEnded } from './ended.ts'
import { takeFirstLook } from './first-look.ts'

/** What a service is held against. */
export interface DriftOptions {
  readonly preset: Preset
  /** What was learned. */
  readonly assumptions: AssumptionOverrides
  /** What was learned to be open. Default: nothing. */
  readonly open?: Readonly<Partial<Record<AssumptionId, OpenQuestion>>>
  /** Differences that are known. */
  readonly accepted?: readonly Deviation[]
  /** The requests of tests, each of which is sent. */
  readonly requests?: readonly ReadRequest[]
  /** Called before each part, with what is done. */
  onPhase?(what: string): void
}

/** A question that is open, and what explains the most of it. */
interface OpenQuestion {
  /** Its possible values: none if the service has a way of its own. */
  readonly possible: readonly string[]
  /** Default: the value of the preset, or the first that is possible. */
  readonly simulated?: string | undefined
}

/** A question whose value is another one than was learned. */
export interface ChangedAssumption {
  readonly id: AssumptionId
  readonly learned: string
  /** The values that explain the responses now; none if the service has a way of its own. */
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
  /** What is odd and not accepted yet, by what was asked: also what the changed questions explain. */
  readonly deviations: readonly Deviation[]
  /** What was accepted and is not odd any more. Default: nothing. */
  readonly ended?: readonly Deviation[]
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
 * Finds out whether a service still behaves as it was learned. The requests that show what seems to have changed are
 * sent a second time, because records and moods of a service may change meanwhile.
 *
 * @returns what both times differed
 */
export async function findDrift(unwatched: Reader, options: DriftOptions): Promise<Drift> {
  const reader = watchForms(unwatched)
  const { drift, learned, prepared } = await look(reader, options)
  if (isNone(drift) || prepared === undefined) return drift
  options.onPhase?.('Comparing responses again, because something differs')
  const repeated = await askAgain(watchForms({ ...unwatched, read: reader.read }), { drift, learned, prepared })
  return keepRepeated(drift, repeated)
}

/** Finds out whether the traffic of a service shows that it still behaves as it was learned. Nothing is sent. */
export async function findDriftOfTraffic(
  { reader, options: prepared, records, describe }: PreparedTraffic,
  options: DriftOptions,
): Promise<Drift> {
  return (await compare(watchForms(reader), prepared, { records, options, describe })).drift
}

interface Comparing {
  readonly records: ServiceRecords
  readonly options: DriftOptions
  readonly describe?: typeof describeRequest
}

/** Learns once more, beginning with what was learned, and says what came out differently. */
async function compare(
  reader: WatchedReader,
  prepared: LearnOptions,
  { records, options, describe }: Comparing,
): Promise<{ readonly drift: Drift; readonly learned: Learned }> {
  const statuses = addStatuses(findNewStatuses(records, options), resolveAll(options))
  const all = { ...prepared.assumptions, ...options.assumptions, ...statuses }
  const learned = await learn(reader, { ...prepared, assumptions: all })
  return { learned, drift: conclude(learned, records, { ...options, forms: reader.forms }, describe) }
}

const resolveAll = ({ preset, assumptions }: DriftOptions) => resolveAssumptions(questions, preset, assumptions)

const findNewStatuses = ({ records }: ServiceRecords, options: DriftOptions) =>
  listNewStatuses(records.get('deployments') ?? [], resolveAll(options))

/** Whether nothing differs. */
export function isNone({ changed, differences }: Drift): boolean {
  return changed.length === 0 && differences.length === 0
}

interface Look {
  readonly drift: Drift
  readonly learned: Pick<Learned, 'unexplained' | 'answered' | 'evidence'>
  /** Undefined if no simulator can have the records. */
  readonly prepared?: LearnOptions
}

async function look(reader: WatchedReader, options: DriftOptions): Promise<Look> {
  const { preset, requests = [], onPhase } = options
  onPhase?.('Reading the records')
  const remembering = rememberPlain(reader, options)
  const records = await readExamples(remembering, { preset, requests, expected: options.assumptions })
  onPhase?.('Comparing responses')
  try {
    const prepared = prepare(reader, records)
    const all = { ...prepared, requests: [...(prepared.requests ?? []), ...requests] }
    const drift = await findNothing(remembering, all, { records, options })
    if (drift !== undefined) return { drift, learned: NOTHING }
    onPhase?.('Comparing more responses, because something differs')
    return { prepared, ...(await compare(reader, all, { records, options })) }
  } catch (error) {
    // No simulator can have these records. Then their fields say why.
    const forms = listFormDifferences(reader.forms, resolveAll(options))
    if (!(error instanceof OptionError) || forms.length === 0) throw error
    return { learned: NOTHING, drift: conclude({ ...NOTHING, preset, forms }, records, options) }
  }
}

const INTERNAL_ERROR = 500

/** Returns a reader that asks what has no parameters once, unless its order is another one each time. */
function rememberPlain(reader: WatchedReader, { accepted = [] }: DriftOptions): WatchedReader {
  const random = new Set(accepted.filter(isRandom).map(({ operation }) => operation))
  const replies = new Map<string, ServiceReply>()
  return {
    ...reader,
    async read(request) {
      const { method, path, query = '', headers, isAnonymous } = request
      const isPlain = method === 'GET' && query === '' && headers?.origin === undefined && !isAnonymous
      const isOnce = isPlain && !random.has(describeOperation(request, false))
      const known = isOnce ? replies.get(path) : undefined
      const reply = known ?? (await reader.read(request))
      if (isPlain && reply.status < INTERNAL_ERROR) replies.set(path, reply)
      return reply
    },
  }
}

/** Finds out with few requests that nothing differs; undefined if something does. */
async function findNothing(
  reader: WatchedReader,
  prepared: LearnOptions,
  { records, options }: Comparing,
): Promise<Drift | undefined> {
  const { preset, assumptions, open = {}, requests = [] } = options
  const accepted = (options.accepted ?? []).filter(({ aspect }) => aspect !== OF_STATUSES)
  const drift = conclude({ ...NOTHING, preset, forms: [] }, records, options)
  if (!isNone(drift)) return undefined
  const usual = resolveAssumptions(questions, preset) as Values
  const others = Object.entries(open).filter(([id, { possible }]) => !possible.includes(usual[id as AssumptionId]))
  const guessed = Object.fromEntries(
    others.flatMap(([id, { possible, simulated = possible[0] }]) => (simulated === undefined ? [] : [[id, simulated]])),
  )
  const all = { ...prepared.assumptions, ...guessed, ...prepared.certain, ...assumptions }
  const statuses = addStatuses(findNewStatuses(records, options), resolveAll(options))
  const values = resolveAssumptions(questions, preset, { ...all, ...statuses }) as Values
  const learned = Object.keys(assumptions) as AssumptionId[]
  const own = others.flatMap(([id, { possible }]) => (possible.length === 0 ? [id as AssumptionId] : []))
  const unchecked = await takeFirstLook(reader, prepared, { values, learned, own, accepted, requests })
  return unchecked && { ...drift, unchecked, compared: learned.length - unchecked.length }
}

// Enough of each kind, and few enough for a nightly check.
const MOST_REPEATED = 3

/** Sends requests again that show a difference, and returns those whose responses differ from the first ones. */
async function askAgain(
  reader: Reader,
  {
    drift,
    learned: { unexplained, answered, evidence },
    prepared: { known, spell = (request) => request },
  }: Required<Look>,
): Promise<ReadonlySet<string>> {
  const shown = new Set(drift.differences.flatMap(({ requests }) => requests.slice(0, MOST_REPEATED)))
  const asked = [
    ...answered.filter(({ request }) => shown.has(describeRequest(request))),
    ...drift.changed.flatMap(({ id }) => evidence[id] ?? unexplained.find(({ ids = [] }) => ids.includes(id)) ?? []),
  ]
  const other = new Set<string>()
  for (const { request, received } of asked) {
    const text = describeRequest(request)
    const aspects = findAspects(request, await readSettled(reader, spell(request)), known)
    if (listDifferent(received, aspects).some((name) => name !== 'order')) other.add(text)
  }
  return other
}

/** Leaves out what only responses showed that were others the second time. */
function keepRepeated(drift: Drift, other: ReadonlySet<string>): Drift {
  return {
    ...drift,
    changed: drift.changed.filter(({ request = '' }) => !other.has(request)),
    differences: drift.differences.filter(
      ({ requests }) => requests.length === 0 || !requests.slice(0, MOST_REPEATED).every((each) => other.has(each)),
    ),
  }
}

const NOTHING: Omit<Learned, 'preset' | 'forms'> = {
  assumptions: {},
  undecided: {},
  answered: [],
  unexplained: [],
  evidence: {},
  reads: new Map(),
}

/** Compares what was learned about a question with what it is now. */
function findChangedAssumption(
  id: AssumptionId,
  { assumptions: { [id]: found }, undecided, evidence, unexplained }: Learned,
  { assumptions: { [id]: decided }, open = {} }: DriftOptions,
  describe: typeof describeRequest,
): ChangedAssumption | undefined {
  const now = found === undefined ? undecided[id]?.possible : [found]
  // What was open may be decided by other data, unless that value was ruled out.
  if (now === undefined || (decided === undefined && found === undefined)) return undefined
  // A number is written without quotes.
  const before = decided === undefined ? (open[id]?.possible ?? []) : [String(decided)]
  if (now.some((value) => before.includes(value))) return undefined
  const { request } = evidence[id] ?? unexplained.find(({ ids = [] }) => ids.includes(id)) ?? {}
  return { id, learned: before.join(' or '), now, ...(request && { request: describe(request) }) }
}

const toDeviation = ({ operation, aspect, value }: Deviation): Deviation => ({ operation, aspect, value })

function conclude(
  learned: Learned,
  records: ServiceRecords,
  options: DriftOptions & { readonly forms?: Forms },
  describe = describeRequest,
): Drift {
  const { assumptions, open = {}, accepted = [], requests = [], forms = new Map() } = options
  const statuses = findNewStatuses(records, options)
  const known = [...Object.keys(assumptions), ...Object.keys(open)] as AssumptionId[]
  const compared = known.filter((id) => id !== 'statusValues' || statuses.length === 0)
  const changed = compared.flatMap((id) => findChangedAssumption(id, learned, options, describe) ?? [])
  const relying = changed.map(({ id }) => {
    const depending = [...learned.reads].filter(([request, reads]) => requests.includes(request) && reads.includes(id))
    return [id, depending.map(([request]) => formatRequest(request))] as const
  })
  // A question that is named says what is odd, too.
  const isNamed = ({ ids: about }: ShownDeviation) => about.some((id) => changed.some((each) => each.id === id))
  const isKnown = createAccepted(accepted)
  const isNew = (each: Deviation) => !isKnown(each)
  const all = listDeviations(learned)
  const odd = all.filter(isNew)
  const ended = listEnded(accepted, all, { ...learned, forms })
  const gone = ended.map((each) => ({ ...each, value: `no longer ${each.value}` }))
  const named = new Set([...odd, ...gone].filter(isNamed).map(keyOfCause))
  const newStatuses = statuses.map((each) => ({ ...describeStatus(each), requests: [] })).filter(isNew)
  const differences = [
    ...newStatuses,
    ...joinDeviations([...odd, ...gone].filter((each) => !named.has(keyOfCause(each)))),
  ]
  const ids = Object.keys(assumptions) as AssumptionId[]
  const unchecked = ids.filter((id) => learned.assumptions[id] === undefined && !changed.some((each) => each.id === id))
  return {
    changed,
    differences,
    deviations: [...newStatuses, ...odd].map(toDeviation),
    ended: ended.map(toDeviation),
    relying: Object.fromEntries(relying),
    unchecked,
    compared: ids.length - unchecked.length,
    undecided: listEntries(questions).length - ids.length,
    unread: records.missing,
  }
}
