// Predicts what a service answers, by being that service.

import { type AssumptionOverrides, type Assumptions, resolveAssumptions } from '../../engine/assumptions/assumptions.ts'
import { findExclusion } from '../../engine/assumptions/exclusions.ts'
import type { ScenarioInput } from '../../engine/define/world/scenario.ts'
import type { Session } from '../../engine/sessions/session.ts'
import { SESSION_HEADER } from '../../engine/simulator/gate.ts'
import { createSimulator, type Simulator } from '../../engine/simulator/simulator.ts'
import { questions } from '../../service/assumptions/questions.ts'
import type { AssumptionId, Preset } from '../../service/assumptions/register.ts'
import { service } from '../../service/service.ts'
import type { ReadRequest, Reply } from '../reader/messages.ts'
import { type Aspects, type Knowledge, findAspects } from './aspects.ts'

/** A value for each question. */
export type Values = Readonly<Record<AssumptionId, string>>

/** What a service with some values answers. */
export interface Prediction {
  readonly aspects: Aspects
  /** The questions that decide it, as far as other values do not bring in others. */
  readonly reads: readonly AssumptionId[]
}

/** Predicts responses. */
export interface Oracle {
  /** The questions that some prediction depends on. */
  readonly shown: ReadonlySet<AssumptionId>
  /** Whether a service with these values can have the data. */
  allows(values: Values): boolean
  /** Returns undefined if a service with these values cannot have the data. */
  predict(values: Values, request: ReadRequest): Promise<Prediction | undefined>
}

/** The data that a real service has, and how it is asked. */
export interface OracleOptions {
  readonly scenario: ScenarioInput
  readonly preset: Preset
  readonly known: Knowledge
  /** The credentials that are sent to the real service. */
  readonly credentials: Readonly<Record<string, string>>
}

// One request is predicted for one service after the other, most often for the likeliest and another one.
const SERVICES = 3

/** Creates an oracle for the data of a service. It asks a simulator once for all values that a response does not depend on. */
export function createOracle({ scenario, preset, known, credentials }: OracleOptions): Oracle {
  const simulator = createSimulator(service, { scenario, preset, journalSize: 1 })
  const asked = new WeakMap<ReadRequest, Predictions>()
  const describe = createDescriber(known)
  const shown = new Set<AssumptionId>()
  const { allows, become } = createServices(simulator, preset)
  return {
    shown,
    allows,
    async predict(values, request) {
      const predictions = asked.get(request) ?? createPredictions()
      asked.set(request, predictions)
      const found = predictions.find(values)
      if (found !== undefined) return found
      const session = become(values)
      if (session === undefined) return undefined
      globalThis.predictions = (globalThis.predictions ?? 0) + 1
      const prediction = await ask({ simulator, session }, request, { describe, credentials })
      predictions.add(values, prediction)
      for (const id of prediction.reads) shown.add(id)
      return prediction
    },
  }
}

/** Services with some values. */
interface Services {
  /** Whether a service with these values can have the data. */
  allows(values: Values): boolean
  /** Returns a session that is such a service; undefined if there is none. */
  become(values: Values): Session | undefined
}

function createServices(simulator: Simulator, preset: Preset): Services {
  // The one that was used last comes last.
  const sessions = Array.from({ length: SERVICES }, (_, index) => ({ name: `service-${index}`, key: '' }))
  // Which data a world can have depends on nothing else.
  const settings = new Map<string, boolean>()
  const readSettings = (values: Values) => JSON.stringify(service.world.readSettings(values as Assumptions))

  const become: Services['become'] = (values) => {
    const setting = readSettings(values)
    if (settings.get(setting) === false || isExcluded(values)) return undefined
    const key = Object.values(values).join('\n')
    const place = sessions.findIndex((each) => each.key === key)
    const [used = { name: 'service-0', key: '' }] = sessions.splice(Math.max(0, place), 1)
    sessions.push(used)
    const session = simulator.sessions.open(used.name)
    if (used.key === key) return session
    try {
      session.assume(resolveAssumptions(questions, preset, values as AssumptionOverrides))
    } catch (error) {
      if (settings.get(setting) === true) throw error
      settings.set(setting, false)
      return undefined
    }
    settings.set(setting, true)
    globalThis.assumes = (globalThis.assumes ?? 0) + 1
    used.key = key
    return session
  }

  return {
    allows: (values) => (isExcluded(values) ? false : (settings.get(readSettings(values)) ?? become(values) !== undefined)),
    become,
  }
}

function isExcluded(values: Values): boolean {
  return findExclusion(questions, values as AssumptionOverrides) !== undefined
}

/** The predictions for a request. Values that it does not depend on have the same one. */
interface Predictions {
  find(values: Values): Prediction | undefined
  add(values: Values, prediction: Prediction): void
}

function createPredictions(): Predictions {
  // Few sets of questions decide a response: which ones depends on the values of some of them.
  const groups: { readonly reads: readonly AssumptionId[]; readonly byValues: Map<string, Prediction> }[] = []
  const keyOf = (values: Values, reads: readonly AssumptionId[]) => reads.map((id) => values[id]).join('\n')
  return {
    find(values) {
      for (const { reads, byValues } of groups) {
        const found = byValues.get(keyOf(values, reads))
        if (found !== undefined) return found
      }
      return undefined
    },
    add(values, prediction) {
      const { reads } = prediction
      const id = reads.join()
      let group = groups.find((each) => each.reads.join() === id)
      if (group === undefined) groups.push((group = { reads, byValues: new Map() }))
      group.byValues.set(keyOf(values, reads), prediction)
    },
  }
}

/** Reduces a reply to its aspects. */
type Describe = (request: ReadRequest, reply: Reply) => Aspects

// Most values make no difference, and reading a list takes longer than comparing its text.
function createDescriber(knowledge: Knowledge): Describe {
  const last = new WeakMap<ReadRequest, { readonly text: string; readonly aspects: Aspects }>()
  return (request, reply) => {
    const text = JSON.stringify([reply.status, reply.headers]) + reply.body
    const known = last.get(request)
    if (known?.text === text) return known.aspects
    const aspects = findAspects(request, reply, knowledge)
    last.set(request, { text, aspects })
    return aspects
  }
}

async function ask(
  { simulator, session }: { readonly simulator: Simulator; readonly session: Session },
  request: ReadRequest,
  { describe, credentials }: { readonly describe: Describe } & Pick<OracleOptions, 'credentials'>,
): Promise<Prediction> {
  const { method, path, query = '', headers = {}, isAnonymous } = request
  const response = await simulator.fetch(query === '' ? path : `${path}?${query}`, {
    method,
    headers: { ...headers, ...(isAnonymous ? {} : credentials), [SESSION_HEADER]: session.name },
    redirect: 'manual',
  })
  const isOpen = simulator.contractOf(session.name).allowsOtherOrigins
  const reply: Reply = {
    status: response.status,
    // A server adds it.
    headers: [...response.headers, ...(isOpen ? [['access-control-allow-origin', '*'] as const] : [])],
    body: await response.text(),
  }
  const { assumptions = [] } = session.requests.list().at(-1) ?? {}
  return { aspects: describe(request, reply), reads: assumptions }
}
