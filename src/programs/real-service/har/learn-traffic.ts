// Learns from the traffic of a service, without sending anything.

import { listAllCredentials } from '../../../engine/contract/operation/access.ts'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { toCanonicalId } from '../../../engine/input/schemas/uuid.ts'
import { service } from '../../../service/service.ts'
import type { Preset, ScenarioInput } from '../../../service/types.ts'
import { describeRequest } from '../learn/describe.ts'
import { listParameters } from '../learn/evidence.ts'
import type { LearnOptions } from '../learn/learn.ts'
import { prepare } from '../learn/prepare.ts'
import { reveal } from '../learn/told-by-records.ts'
import { createCredentials } from '../reader/credentials.ts'
import type { ReadRequest, SentRequest, ServiceReply } from '../reader/messages.ts'
import type { Reader } from '../reader/reader.ts'
import { findOperation } from '../records/ask.ts'
import { isTold } from '../records/read-filters.ts'
import type { ServiceRecords } from '../records/records.ts'
import { LISTS } from '../records/sources.ts'
import { toStored } from '../records/stored-records.ts'
import { toScenario } from '../records/to-scenario.ts'
import { cutSpans, findShown, keyOfList, LIST_OF_SINGLE, type ShownLists, type Span } from './spans.ts'
import type { Exchange, Traffic } from './traffic.ts'
import { readTrafficRecords, toRecords } from './traffic-records.ts'

/** What is learned from traffic. */
export interface PreparedTraffic extends Pick<Traffic, 'ignored'> {
  readonly options: LearnOptions
  /** Answers each request as the service did. It sends nothing. */
  readonly reader: Reader
  /** The records that the traffic shows, each as it was shown last. */
  readonly records: ServiceRecords
  /** Describes a request, with where it is. */
  describe(request: SentRequest): string
}

// Each takes as long as learning from a service of its own.
const MOST_WORLDS = 8
const MOST_COMPARED = 300

/** Prepares what is to be learned from traffic. Each span between changes has a world of its own. */
export function prepareTraffic(traffic: Traffic, preset: Preset): PreparedTraffic {
  const spans = cutSpans(traffic)
  const records = readTrafficRecords(traffic, { preset, spans })
  // The simulator accepts every value.
  const prepared = prepare(
    { credentials: createCredentials(Object.fromEntries(listAllCredentials(service.access))) },
    records,
  )
  const { statusValues } = prepared.scenario.assumptions ?? {}
  const refused = listRefused(traffic)
  const picked = spans
    .map((span) => judgeSpan(span, { preset, refused }))
    .toSorted((one, other) => other.judged.length - one.judged.length)
    .slice(0, MOST_WORLDS)
    .flatMap(({ read, judged }) => {
      const scenario = plan(read)
      // No service has other statuses at other times.
      const isUsual = (scenario?.assumptions?.statusValues ?? statusValues) === statusValues
      return scenario === undefined || !isUsual ? [] : judged.map((each) => ({ ...each, scenario }))
    })
    .slice(0, MOST_COMPARED)
  const compared = new Map(picked.map(({ exchange }) => [exchange.request, exchange]))
  const whole = new Set<SentRequest>(picked.flatMap(({ exchange, isWhole }) => (isWhole ? [exchange.request] : [])))
  const left = traffic.exchanges.length - compared.size
  return {
    records,
    ignored: new Map([...traffic.ignored, ...(left === 0 ? [] : [[REST, left] as const])]),
    reader: {
      url: traffic.url,
      sent: compared.size,
      read: async (request) => compared.get(request)?.reply as ServiceReply,
    },
    options: {
      ...prepared,
      certain: {
        // Of some deployments, nobody knows what the others have.
        ...(!records.incomplete?.has('deployments') && prepared.certain),
        ...(traffic.mutations.some(({ isAccepted }) => isAccepted) && { creation: 'accepted' }),
      },
      others: new Map(picked.map(({ exchange, scenario }) => [exchange.request, scenario])),
      known: { ...prepared.known, hasRead: (request) => whole.has(request) },
      spell: (request) => request,
      candidates: [],
      samples: [],
      requests: [...compared.keys()],
    },
    describe: (request) => `${describeRequest(request)} (${compared.get(request as ReadRequest)?.source})`,
  }
}

const REST = 'that are repeated, or whose records no response shows'

// No simulator can have some records.
function plan(read: ServiceRecords): ScenarioInput | undefined {
  try {
    return toScenario(reveal(read), 'learned')
  } catch (error) {
    if (error instanceof OptionError) return undefined
    throw error
  }
}

/** Lists the parameters some of whose texts the service refuses. Others of them are accepted, and not ignored. */
function listRefused({ exchanges }: Traffic): ReadonlySet<string> {
  const invalid = exchanges.filter(({ reply: { status } }) => INVALID.includes(status))
  return new Set(invalid.flatMap(({ request }) => listParameters(request)))
}

const INVALID = [400, 422]

interface JudgeOptions extends Pick<TrafficRecords, 'refused'> {
  readonly preset: Preset
}

/** Returns the records that a span shows, and what can be compared with a world of them. */
function judgeSpan({ exchanges, snapshot }: Span, { preset, refused }: JudgeOptions) {
  const read = toRecords(snapshot, preset)
  const place = { snapshot, read, refused, ids: listIds(read) }
  // Nothing has changed, so a request that is repeated tells nothing new.
  const unique = new Map(exchanges.map((each) => [JSON.stringify(each.request), each]))
  const judged = [...unique.values()].flatMap((exchange) => {
    const isWhole = judge(exchange, place)
    return isWhole === undefined ? [] : [{ exchange, isWhole }]
  })
  return { read, judged }
}

/** The records that an exchange may read. */
interface TrafficRecords {
  readonly snapshot: ShownLists
  readonly read: ServiceRecords
  /** The ids of the records that a world has, by resource. */
  readonly ids: ReadonlyMap<string, ReadonlySet<string>>
  readonly refused: ReadonlySet<string>
}

function listIds(read: ServiceRecords): TrafficRecords['ids'] {
  return new Map(
    Array.from(toStored(read).stored, ([name, records]) => {
      const ids = records.flatMap(({ id, provider_id }) => [id, provider_id])
      return [name, new Set(ids.map((each) => toCanonicalId(String(each))))]
    }),
  )
}

const FIRST_REDIRECT = 300
const NOT_FOUND = 404

/** Says whether an exchange can be compared as a whole; false if only its form can be, and undefined if nothing can. */
function judge(exchange: Exchange, place: TrafficRecords): boolean | undefined {
  const { operation, values, request, reply } = exchange
  const { parameters } = findOperation(operation)
  const isKnown = Object.entries(values).every(([name, id]) =>
    place.ids.get(parameters[name]?.resource?.name ?? '')?.has(id),
  )
  const isFine = reply.status < FIRST_REDIRECT
  if (isFine && !isKnown) return undefined
  if (operation === 'getOpenApi') return false
  if (LIST_OF_SINGLE.has(operation)) return isFine && request.method === 'GET'
  // Only the list of what it belongs to says whether there is anything to list.
  const isOdd = reply.status === NOT_FOUND && isKnown && Object.keys(values).length > 0
  return !LISTS.has(operation) || isOdd ? undefined : judgeList(exchange, place)
}

// What every page of the contract has.
const USUAL_LIMIT = /^(?:[1-9]\d?|100)$/

function judgeList(exchange: Exchange, { snapshot, read, ids, refused }: TrafficRecords): boolean | undefined {
  const { operation, values, request, reply } = exchange
  const list = snapshot.get(keyOfList(operation, Object.values(values)))
  const parameters = new URLSearchParams(request.query)
  // What is beyond the end of a list, only its end says.
  const isBeyond = Number(parameters.get('offset')) >= (list?.records.size ?? 0)
  if (parameters.has('offset') && list?.isWhole !== true && (isBeyond || reply.status >= FIRST_REDIRECT))
    return undefined
  if (reply.status >= FIRST_REDIRECT || request.method !== 'GET') return false
  const resource = LISTS.get(operation) ?? ''
  const isShorter = list?.isWhole === true && (findShown(exchange)?.records.length ?? 0) < list.records.size
  const { parameters: declared } = findOperation(operation)
  const others = [...parameters].filter(([name, value]) => name !== 'limit' || !USUAL_LIMIT.test(value))
  // The service may not know a parameter that selects everything, unless it refuses other texts of it.
  if (others.length > 0 && !isShorter)
    return listParameters(request).every((each) => refused.has(each)) ? false : undefined
  const records = read.records.get(resource) ?? []
  const areTold = others.every(([name]) => {
    const field = declared[name]?.filter?.field
    return (
      name === 'limit' || name === 'offset' || (field !== undefined && records.every((each) => isTold(each, field)))
    )
  })
  return list?.isWhole === true && areTold && [...list.records.keys()].every((id) => ids.get(resource)?.has(id))
}
