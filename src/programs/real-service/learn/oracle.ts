// Predicts what a service answers, by being that service.

import { createHash } from 'node:crypto'
import { decodeBody, joinBody } from '../../../engine/http/body.ts'
import { register } from '../../../service/assumptions/register.ts'
import type { AssumptionId, ScenarioInput } from '../../../service/types.ts'
import type { ReadRequest, ServiceReply } from '../reader/messages.ts'
import type { Aspects, Knowledge } from './aspects/aspects.ts'
import { findAspects, isPreflight } from './aspects/find-aspects.ts'
import { withoutChance } from './aspects/order.ts'
import { type Answered, createServices, toServiceRequest, type Values } from './services.ts'

/** What a service with some values answers. */
export interface Prediction {
  readonly aspects: Aspects
  /** The questions that decide it, as far as other values do not bring in others. */
  readonly reads: readonly AssumptionId[]
}

/** Predicts responses. */
export type Oracle = ReturnType<typeof createOracle>

/** The data that a real service has, and how it is asked. */
export interface OracleOptions {
  readonly scenario: ScenarioInput
  /** The data that it had when it got a request, if that was other data. Default: none. */
  readonly others?: ReadonlyMap<ReadRequest, ScenarioInput> | undefined
  readonly known: Knowledge
  /** The credentials that are sent to the real service. */
  readonly credentials: Readonly<Record<string, string>>
}

/** Creates an oracle for the data of a service. It asks a service once for all values that a response does not depend on. */
export function createOracle({ scenario, others, known, credentials }: OracleOptions) {
  const { allows, ask } = createServices(scenario, others?.values())
  const asked = new WeakMap<ReadRequest, Predictions>()
  const describe = createDescriber(known)
  const shown = new Set<AssumptionId>()
  return {
    /** The questions that some prediction depends on. */
    shown: shown as ReadonlySet<AssumptionId>,
    /** Whether a service with these values can have the data. */
    allows,
    /** Returns undefined if a service with these values cannot have the data. */
    async predict(values: Values, request: ReadRequest): Promise<Prediction | undefined> {
      const predictions = asked.get(request) ?? createPredictions()
      asked.set(request, predictions)
      const found = predictions.find(values)
      if (found !== undefined) return found
      const answered = await ask(values, toServiceRequest(request, credentials), others?.get(request))
      if (answered === undefined) return undefined
      const prediction = { aspects: describe(request, toReply(request, answered)), reads: listReads(request, answered) }
      predictions.add(values, prediction)
      for (const id of prediction.reads) shown.add(id)
      return prediction
    },
  }
}

// The document of the service, and its page, describe what every question decides. Their form does not depend on that.
const DOCUMENT = /\/(?:openapi\.json|docs)$/
const OF_DOCUMENT: readonly AssumptionId[] = ['documentation', 'versionPrefix']

const isAssumption = (id: string): id is AssumptionId => Object.hasOwn(register, id)

function listReads({ path }: ReadRequest, { response, dependsOn }: Answered): readonly AssumptionId[] {
  return DOCUMENT.test(path) && response.status === 200 ? OF_DOCUMENT : [...dependsOn].filter(isAssumption).sort()
}

/** The predictions for a request. Values that it does not depend on have the same one. */
type Predictions = ReturnType<typeof createPredictions>

function createPredictions() {
  // Few sets of questions decide a response: which ones depends on the values of some of them.
  const groups = new Map<
    string,
    { readonly reads: readonly AssumptionId[]; readonly byValues: Map<string, Prediction> }
  >()
  const keyOf = (values: Values, reads: readonly AssumptionId[]) => reads.map((id) => values[id]).join('\n')
  return {
    find(values: Values): Prediction | undefined {
      for (const { reads, byValues } of groups.values()) {
        const found = byValues.get(keyOf(values, reads))
        if (found !== undefined) return found
      }
      return undefined
    },
    add(values: Values, prediction: Prediction) {
      const { reads } = prediction
      const group = groups.get(reads.join()) ?? { reads, byValues: new Map() }
      groups.set(reads.join(), group)
      group.byValues.set(keyOf(values, reads), prediction)
    },
  }
}

type Describe = (request: ReadRequest, reply: ServiceReply) => Aspects

// Most values make no difference, and reading a list takes longer than hashing its text.
function createDescriber(knowledge: Knowledge): Describe {
  const described = new WeakMap<ReadRequest, Map<string, Aspects>>()
  return (request, reply) => {
    const known = described.get(request) ?? new Map<string, Aspects>()
    described.set(request, known)
    const key = createHash('md5')
      .update(JSON.stringify([reply.status, reply.headers]))
      .update(reply.body)
      .digest('base64')
    const found = known.get(key)
    if (found !== undefined) return found
    const { order, ...others } = findAspects(request, reply, knowledge)
    const aspects = order === undefined ? others : { ...others, order: withoutChance(order) }
    known.set(key, aspects)
    return aspects
  }
}

const NO_CONTENT = 204

function toReply(request: ReadRequest, { response: { status, headers, body }, isOpen }: Answered): ServiceReply {
  const listed = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const)
  return {
    // A server answers a preflight request, and adds the header to all others.
    status: isOpen && isPreflight(request) ? NO_CONTENT : status,
    headers: isOpen ? [...listed, ['access-control-allow-origin', '*']] : listed,
    body: decodeBody(joinBody(body)),
  }
}
