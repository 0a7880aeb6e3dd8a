// Simulated services that have the data of a real one, and differ in their values.

import type { Contract } from '../../../engine/contract/contract.ts'
import { createContracts } from '../../../engine/contract/contracts.ts'
import type { Outcome, ServiceRequest } from '../../../engine/contract/operation/messages.ts'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { createByteBudget, MEGABYTE } from '../../../engine/limits/byte-budget.ts'
import type { Lease } from '../../../engine/limits/pool.ts'
import { defineScenario } from '../../../engine/scenario/scenario.ts'
import { realTime } from '../../../engine/store/time/world-time.ts'
import { createBaselines } from '../../../engine/world/start/baselines.ts'
import { createWorld, type World } from '../../../engine/world/world.ts'
import { service } from '../../../service/service.ts'
import type { AssumptionId, Assumptions, ScenarioInput } from '../../../service/types.ts'
import type { ReadRequest } from '../reader/messages.ts'

/** What a service may be like: a value for each question. */
export type Values = Readonly<Record<AssumptionId, string>>

/** What a service answered. */
export interface Answered extends Pick<Outcome, 'response' | 'dependsOn'> {
  /** Whether pages of other origins may read the response. */
  readonly isOpen: boolean
}

// Predictions alternate between two services.
const CONTRACTS = 4
const MEGABYTES = 2048

/** Creates services with some data, and with other data at other times. They are built when they are asked. */
export function createServices(first: ScenarioInput, others: Iterable<ScenarioInput> = []) {
  const budget = createByteBudget(MEGABYTES * MEGABYTE)
  const inputs = new Set([first, ...others])
  const { find: findBaseline } = createBaselines(service, budget)
  const findContract = keepSome(
    createContracts(service, budget, { loadBuilder: () => import('../../../engine/reports/openapi/documents.ts') }),
  )
  const createFinder = (input: ScenarioInput) => {
    const scenario = defineScenario(service, input)
    const worlds = new Map<string, World | undefined>()
    // Which data a world can have depends only on its settings.
    return (assumptions: Assumptions): World | undefined => {
      const settings = service.world.readSettings(assumptions)
      const key = JSON.stringify(settings)
      if (worlds.has(key)) return worlds.get(key)
      const world = attempt(() =>
        createWorld(findBaseline(scenario, settings, {}).item, {
          changes: scenario.changes,
          realTime,
          onChange: () => undefined,
        }),
      )
      worlds.set(key, world)
      return world
    }
  }
  const finders = new Map([...inputs].map((input) => [input, createFinder(input)]))

  return {
    /** Whether a service with these values can have all of the data. */
    allows(values: Values): boolean {
      return [...finders.values()].every((findWorld) => findWorld(values as Assumptions) !== undefined)
    },
    /** Answers a request as a service with these values and this data does; undefined if there is none. */
    async ask(values: Values, request: ServiceRequest, input: ScenarioInput = first): Promise<Answered | undefined> {
      const world = finders.get(input)?.(values as Assumptions)
      if (world === undefined) return undefined
      const contract = findContract(values as Assumptions)
      await contract.load(request)
      const { response, dependsOn } = contract.respond(request, world)
      return { response, dependsOn, isOpen: contract.allowsOtherOrigins }
    },
  }
}

function attempt(create: () => World): World | undefined {
  try {
    return create()
  } catch (error) {
    if (error instanceof OptionError) return undefined
    throw error
  }
}

/** Keeps the contracts that were used last. */
function keepSome(find: (assumptions: Assumptions) => Lease<Contract>): (assumptions: Assumptions) => Contract {
  const kept = new Map<string, Lease<Contract>>()
  return (assumptions) => {
    const key = Object.values(assumptions).join('\n')
    const lease = kept.get(key) ?? find(assumptions)
    kept.delete(key)
    kept.set(key, lease)
    const [oldest] = kept
    if (kept.size > CONTRACTS && oldest !== undefined) {
      kept.delete(oldest[0])
      oldest[1].release()
    }
    return lease.item
  }
}

const NO_BODY = new Uint8Array()
const ADDRESS = { origin: 'http://service', basePath: '' }

/** Returns a request as a simulated service receives it. */
export function toServiceRequest(
  { method, path, query = '', headers = {}, isAnonymous }: ReadRequest,
  credentials: Readonly<Record<string, string>>,
): ServiceRequest {
  const all = { ...headers, ...(!isAnonymous && credentials) }
  const lower = new Map(Object.entries(all).map(([name, value]) => [name.toLowerCase(), value]))
  const header = (name: string) => lower.get(name.toLowerCase())
  return { method, address: () => ADDRESS, path, query, header, body: NO_BODY }
}
