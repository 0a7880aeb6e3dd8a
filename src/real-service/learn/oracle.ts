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
  const known = new Map<string, { readonly key: string; readonly prediction: Prediction }[]>()
  const impossible = new Set<string>()
  let current = ''

  /** Lets the simulator be the service with these values. Returns whether its data allows that. */
  const become = (values: Values): boolean => {
    const key = JSON.stringify(values)
    if (key === current) return true
    if (impossible.has(key)) return false
    try {
      simulator.assume(resolveAssumptions(questions, preset, values as AssumptionOverrides))
      current = key
      return true
    } catch {
      impossible.add(key)
      return false
    }
  }

  return {
    allows: become,
    async predict(values, request) {
      const asked = JSON.stringify(request)
      const entries = known.get(asked) ?? []
      known.set(asked, entries)
      const found = entries.find(({ key, prediction }) => key === keyOf(values, prediction.reads))
      if (found !== undefined) return found.prediction
      if (!become(values)) return undefined
      const prediction = await ask(simulator, request, { names, credentials })
      entries.push({ key: keyOf(values, prediction.reads), prediction })
      return prediction
    },
  }
}

function keyOf(values: Values, reads: readonly AssumptionId[]): string {
  return reads.map((id) => `${id}=${values[id]}`).join(' ')
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
