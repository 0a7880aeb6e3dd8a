// Lists and loads scenarios, and exports the world as one.

import * as z from 'zod'
import { describeUsualCredentials } from '../../../contract/credentials.ts'
import { isRecord } from '../../../input/schemas/schema-walk.ts'
import { derivedFrom } from '../../../limits/on-demand.ts'
import { keepScenario, type Scenario, scenarioSchemaOf } from '../../../scenario/scenario.ts'
import type { ServiceDeclarations } from '../../../scenario/service.ts'
import { buildCurrentScenario } from '../../../sessions/state/current-scenario.ts'
import { type ControlOperation, defineControl } from '../../control-operation.ts'
import { json } from '../../requests/control-responses.ts'
import { keepQuerySchema, metQuerySchema, readKeepQuery } from '../../shared/fields.ts'
import { assertSize } from '../../shared/world-size.ts'
import { credentialsSchema, readState, stateSchemaOf } from './state.ts'

const namedSchema = z.strictObject({
  name: z.string().min(1).optional().describe('The name of an existing scenario. Default: the current one.'),
})

const listedSchema = z.strictObject({ name: z.string(), description: z.string(), credentials: credentialsSchema })

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
    // The schema has all fields of a scenario, but its types are wider.
    run: ({ session }, { query }) =>
      buildCurrentScenario(session.snapshot(query)) as Scenario & z.output<ReturnType<typeof scenarioSchemaOf>>,
  }),
  defineControl({
    name: 'loadScenario',
    request: 'PUT /scenario',
    summary: 'Switches to another scenario, given by name or in full. Without one, the current scenario begins anew.',
    body: loadedSchemaOf,
    isUpload: true,
    chooseForm: (body) => (isNamed(body) ? namedSchema : scenarioSchemaOf),
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
