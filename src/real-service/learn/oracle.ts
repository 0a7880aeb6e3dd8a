// Predicts what a service answers, by being that service.

import { type AssumptionOverrides, resolveAssumptions } from '../../engine/assumptions/assumptions.ts'
import type { ScenarioInput } from '../../engine/define/world/scenario.ts'
import { createSimulator, type Simulator } from '../../engine/simulator/simulator.ts'
import type { AssumptionId, Preset } from '../../service/assumptions/register.ts'
import { questions } from '../../service/assumptions/questions.ts'
import { service } from '../../service/service.ts'
import type { ReadRequest, Reply } from '../reader/reader.ts'
import { type Aspects, type FieldNames, findAspects } from './aspects.ts'

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
  /** Whether a service with these values can have the data. */
  allows(values: Values): boolean
  /** Returns undefined if a service with these values cannot have the data. */
  predict(values: Values, request: ReadRequest): Promise<Prediction | undefined>
}

/** The data that a real service has, and how it is asked. */
export interface OracleOptions {
  readonly scenario: ScenarioInput
  readonly preset: Preset
  readonly names: FieldNames
  /** The credentials that are sent to the real service. */
  readonly credentials: Readonly<Record<string, string>>
}

/** Creates an oracle for the data of a service. It asks a simulator once for all values that a response does not depend on. */
export function createOracle({ scenario, preset, names, credentials }: OracleOptions): Oracle {
  const simulator = createSimulator(service, { scenario, preset })
  const known = new WeakMap<ReadRequest, Predictions>()
  const allowed = new Map<string, boolean>()
  let current = ''

  /** Lets the simulator be the service with these values. Returns whether its data allows that. */
  const become = (values: Values): boolean => {
    const key = JSON.stringify(values)
    if (key === current) return true
    if (allowed.get(key) === false) return false
    try {
      simulator.assume(resolveAssumptions(questions, preset, values as AssumptionOverrides))
      current = key
    } catch {
      allowed.set(key, false)
      return false
    }
    allowed.set(key, true)
    return true
  }

  return {
    allows: (values) => allowed.get(JSON.stringify(values)) ?? become(values),
    async predict(values, request) {
      const predictions = known.get(request) ?? createPredictions()
      known.set(request, predictions)
      const found = predictions.find(values)
      if (found !== undefined) return found
      if (!become(values)) return undefined
      const prediction = await ask(simulator, request, { names, credentials })
      predictions.add(values, prediction)
      return prediction
    },
  }
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

async function ask(
  simulator: Simulator,
  request: ReadRequest,
  { names, credentials }: Pick<OracleOptions, 'names' | 'credentials'>,
): Promise<Prediction> {
  const { method, path, query = '', headers = {}, isAnonymous } = request
  const response = await simulator.fetch(query === '' ? path : `${path}?${query}`, {
    method,
    headers: { ...headers, ...(isAnonymous ? {} : credentials) },
    redirect: 'manual',
  })
  const reply: Reply = { status: response.status, headers: [...response.headers], body: await response.text() }
  const { assumptions = [] } = simulator.requests.list().at(-1) ?? {}
  return { aspects: findAspects(request, reply, names), reads: assumptions }
}
