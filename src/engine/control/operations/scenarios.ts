// Lists and loads scenarios, and exports the world as one.

import * as z from 'zod'
import { describeUsualCredentials } from '../../contract/operation/access.ts'
import { isRecord } from '../../input/schemas/schema-walk.ts'
import { derivedFrom } from '../../limits/on-demand.ts'
import { assertScenario, keepScenario, type Scenario, scenarioSchemaOf } from '../../scenario/scenario.ts'
import type { ServiceDeclarations } from '../../scenario/service.ts'
import type { Snapshot } from '../../sessions/state/snapshot.ts'
import type { WorldChanges } from '../../world/start/world-plan.ts'
import { type ControlOperation, defineControl } from '../control-operation.ts'
import { json } from '../requests/control-responses.ts'
import { keepQuerySchema, metQuerySchema, readKeepQuery } from '../shared/fields.ts'
import { assertSize } from '../shared/world-size.ts'
import { credentialsSchema, readState, stateSchemaOf } from './state.ts'

const namedSchema = z.strictObject({
  name: z.string().min(1).optional().describe('The name of an existing scenario. Default: the current one.'),
})

const listedSchema = z.strictObject({
  name: z.string().describe('The name of the scenario.'),
  description: z.string().describe('A sentence that describes it.'),
  credentials: credentialsSchema,
})

/** A scenario that can be loaded by name. */
export type ListedScenario = z.output<typeof listedSchema>

const loadedSchemaOf = derivedFrom((declared: ServiceDeclarations) =>
  z.union([namedSchema, scenarioSchemaOf(declared)]),
)

export const scenarioOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'listScenarios',
    request: 'GET /scenarios',
    summary: 'The scenarios that can be loaded by name.',
    responses: { 200: json(z.array(listedSchema)) },
    run: ({ declared, scenarios, assumptionsOf }) =>
      scenarios.map((scenario) => ({
        name: scenario.name,
        description: scenario.description,
        credentials: describeUsualCredentials(declared.access, assumptionsOf(scenario)),
      })),
  }),
  defineControl({
    name: 'exportScenario',
    request: 'GET /scenario',
    summary: 'The current world as a scenario, or the one that a request met. Loading it creates the same world.',
    query: metQuerySchema,
    responses: { 200: json(scenarioSchemaOf) },
    isTakenBack: true,
    refusals: [409],
    // The schema has all fields of a scenario, but its types are wider.
    run: ({ session }, { query }) =>
      buildCurrentScenario(session.snapshot(query)) as Scenario & z.output<ReturnType<typeof scenarioSchemaOf>>,
  }),
  defineControl({
    name: 'loadScenario',
    request: 'PUT /scenario',
    summary: 'Switches to another scenario, given by name or in full. Without one, the current scenario begins anew.',
    body: loadedSchemaOf,
    chooseForm(body) {
      assertScenario(body)
      return isNamed(body) ? namedSchema : scenarioSchemaOf
    },
    responses: { 200: json(stateSchemaOf) },
    query: keepQuerySchema,
    async run(context, { body, query }) {
      const scenario = isNamed(body) ? body.name : assertSize(context.declared, keepScenario(body))
      await context.whenBuilt(() => context.session.load(scenario, readKeepQuery(query)))
      return readState(context)
    },
  }),
]

function isNamed(body: unknown): body is z.output<typeof namedSchema> {
  return isRecord(body) && Object.keys(body).every((field) => field === 'name')
}

/** Builds a scenario that starts with the current world of a snapshot. */
function buildCurrentScenario({ scenario, preset, current }: Snapshot): Scenario {
  const { changes: _changes, assumptions, faults, chaos: initial, ...rest } = scenario
  const chaos = current.chaos ?? initial
  const changes = withoutEmpty(current.changes)
  return {
    ...rest,
    preset,
    ...(Object.keys(current.assumptions).length > 0 && { assumptions: current.assumptions }),
    ...(chaos !== undefined && { chaos }),
    ...(current.faults.length > 0 && { faults: current.faults }),
    ...(Object.keys(changes).length > 0 && { changes }),
  }
}

/** Leaves out empty lists, zero counts, and the parts that are empty then. */
function withoutEmpty(changes: WorldChanges): WorldChanges {
  const kept = Object.entries(changes).flatMap(([name, part]) => {
    const rest = isRecord(part) ? Object.fromEntries(Object.entries(part).filter(([, field]) => !isEmpty(field))) : part
    return isEmpty(rest) ? [] : [[name, rest]]
  })
  return Object.fromEntries(kept)
}

function isEmpty(value: unknown): boolean {
  return value === 0 || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
}
