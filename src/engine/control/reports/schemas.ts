import * as z from 'zod'
import { listCredentials, listSecretHeaders } from '../../contract/operation/access.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import type { Route } from '../../contract/routing.ts'
import type { Assumptions } from '../../define/assumptions/assumptions.ts'
import { listShown } from '../../define/resource/resource.ts'
import { type EffectDeclarations, effectsOf } from '../../faults/effects/effects.ts'
import { type FaultInput, faultSchemaOf } from '../../faults/fault.ts'
import { buildFormSchema } from '../../input/schemas/form-schema.ts'
import { derivedFrom } from '../../limits/on-demand.ts'
import { findTag } from '../../reports/openapi/parts.ts'
import { faultRecipes } from '../../reports/recipes.ts'
import { type ExampleOptions, findExample } from '../../reports/sample-requests.ts'
import type { Scenario } from '../../scenario/scenario.ts'
import type { ServiceDeclarations } from '../../scenario/service.ts'
import type { State } from '../../sessions/state/state.ts'
import { type ControlOperation, defineControl } from '../control-operation.ts'
import { json } from '../requests/control-responses.ts'
import { describeRecords, describeResource } from './describe-resource.ts'

const jsonSchemaSchema = z.record(z.string(), z.unknown()).describe('A JSON Schema.')

const parameterSchema = z.strictObject({
  name: z.string(),
  in: z.enum(['path', 'query']),
  description: z.string(),
  schema: jsonSchemaSchema,
  filters: z.string().nullable().describe('The field of the records that it filters by, if it does.'),
  isRequired: z.boolean(),
})

const placedSchema = z.strictObject({
  operation: z.string(),
  path: z.string().describe('The path of the service, with placeholders in braces.'),
})

const resourceSchema = z.strictObject({
  name: z.string().describe('The plural name, as in `simulator.db`.'),
  singular: z.string().describe('The singular in prose.'),
  title: z.string().describe('The plural in prose, in upper case.'),
  description: z.string(),
  isMinor: z.boolean().describe('Whether its records only accompany others.'),
  recordsPath: z.string().describe('The path of its records, below that of the control API.'),
  belongsTo: z.record(z.string(), z.string()).describe('The resource that each of these fields refers to.'),
  states: z.array(z.string()).nullable().describe('The states that its records can be in; null if they have none.'),
  list: placedSchema
    .extend({
      method: z.string(),
      parameters: z.array(parameterSchema),
      pages: z
        .strictObject({ size: z.string(), by: z.enum(['offset', 'page']), parameter: z.string() })
        .nullable()
        .describe('The parameters that choose a page: how large it is, and by its offset or its number.'),
    })
    .nullable()
    .describe('The operation of the service that lists the records; null if none lists all of them.'),
  get: placedSchema
    .nullable()
    .describe('The operation of the service that returns a record by its id, if there is one.'),
  create: placedSchema.nullable().describe('The operation of the service that creates a record, if there is one.'),
  schema: jsonSchemaSchema.describe('The JSON Schema of a stored record.'),
  given: jsonSchemaSchema.describe('The JSON Schema of what creates or updates a record.'),
})

const effectSchema = z.strictObject({
  kind: z.string().describe('The name of the effect.'),
  title: z.string().describe('A short title.'),
  description: z.string().describe('What it does.'),
  schema: jsonSchemaSchema.describe('The JSON Schema of its settings, including `kind`.'),
  operations: z
    .array(z.string())
    .nullable()
    .describe('The operations that it can apply to; null if it can apply to all.'),
})

// A schema of faults accepts several forms. Its output is another one.
const writtenFaultSchema: z.ZodType<FaultInput> = z.record(z.string(), z.unknown())

const recipeSchema = z.strictObject({
  id: z.string().describe('The name of the recipe.'),
  title: z.string().describe('A short title.'),
  description: z.string().describe('What its faults do.'),
  faults: z.array(writtenFaultSchema).describe('Faults that can be added as they are.'),
})

const operationSchema = z.strictObject({
  name: z.string().describe('The name of the operation.'),
  method: z.string().describe('Its method.'),
  path: z.string().describe('Its path.'),
  summary: z.string().describe('What it does.'),
  tag: z.string().describe('What it is grouped by, as in the OpenAPI document of the service.'),
  example: z
    .strictObject({
      target: z.string().describe('Its path and its query.'),
      body: z.string().nullable(),
      type: z.string().nullable().describe('The media type of the body.'),
    })
    .nullable()
    .describe('A request to try, without credentials; null if this world has nothing to ask for.'),
})

const serviceSchema = z.strictObject({
  title: z.string().describe('What the service is called.'),
  isPackaged: z.boolean().describe('Whether deploymock has it. Any other service is an option, in code and commands.'),
  mainResource: z.string().describe('The resource that every scenario describes.'),
  scenarios: z.array(z.string()).describe('The names of its own scenarios, without those that others replace here.'),
  preset: z.string().describe('The preset of scenarios that choose none.'),
  effects: z.array(z.string()).describe('The effects of faults that only it has.'),
  credentials: z.record(z.string(), z.string()).describe('The headers that its clients usually send as credentials.'),
  accepts: z
    .record(z.string(), z.string())
    .describe('The headers with credentials that it accepts under some assumptions.'),
})

const schemasSchema = z.strictObject({
  service: serviceSchema.describe('The service that is simulated.'),
  resources: z.array(resourceSchema).describe('The kinds of records.'),
  effects: z.array(effectSchema).describe('What faults can do.'),
  fault: z
    .record(z.string(), jsonSchemaSchema)
    .describe('The JSON Schemas of the fields of a fault besides its effect.'),
  recipes: z.array(recipeSchema).describe('Faults for common situations.'),
  operations: z.array(operationSchema).describe('The operations of the service.'),
})

/** What records, faults and operations look like in a session. */
export type ControlSchemas = z.output<typeof schemasSchema>

export const schemaOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'getSchemas',
    request: 'GET /schemas',
    summary: 'What records, faults and operations look like, for forms and tables.',
    isCacheable: true,
    responses: { 200: json(schemasSchema) },
    run: ({ declared, scenarios, session }) => describeAll(declared, scenarios, session.readState()),
  }),
]

// Building the schemas of records and faults takes some milliseconds.
const describeFixed = derivedFrom((declared: ServiceDeclarations) => ({
  records: new Map(listShown(declared.resources).map((resource) => [resource, describeRecords(resource)])),
  faults: describeFaults(declared),
}))

/** Describes the records, faults and operations under a contract. */
function describeAll(
  declared: ServiceDeclarations,
  known: readonly Scenario[],
  { contract, world }: Pick<State, 'contract' | 'world'>,
) {
  const { assumptions, routes } = contract
  const { records, faults } = describeFixed(declared)
  return {
    service: describeService(declared, known, assumptions),
    resources: Array.from(records, ([resource, fixed]) =>
      describeResource(resource, fixed, { declared, assumptions, routes }),
    ),
    ...faults,
    operations: describeOperations(declared.operations, { routes, assumptions, db: world.collections }),
  }
}

function describeService(declared: ServiceDeclarations, known: readonly Scenario[], assumptions: Assumptions) {
  const { title, isPackaged, mainResource, scenarios, questions, effects, access } = declared
  return {
    title,
    isPackaged: isPackaged === true,
    mainResource,
    scenarios: scenarios.filter((each) => known.includes(each)).map(({ name }) => name),
    preset: questions.presets[0] ?? '',
    effects: effects.map(({ kind }) => kind),
    credentials: Object.fromEntries(listCredentials(access, assumptions)),
    accepts: Object.fromEntries(listSecretHeaders(access)),
  }
}

type DescribedWorld = Omit<ExampleOptions, 'template'> & { readonly routes: readonly Route[] }

// A service with several base paths has several routes for an operation. The first one is enough.
function describeOperations(operations: ServiceDeclarations['operations'], { routes, ...world }: DescribedWorld) {
  const first = new Map(routes.toReversed().map((route) => [route.operation, route]))
  return operations.flatMap((operation) => {
    const { name, summary } = operation
    const route = first.get(name)
    if (route === undefined) return []
    const { method, template: path } = route
    const example = describeExample(operation, { template: path, ...world })
    return [{ name, method, path, summary, tag: findTag(operation, path), example }]
  })
}

function describeExample(operation: Operation, options: ExampleOptions) {
  const example = findExample(operation, options)
  if ('missing' in example) return null
  const { path: target, body = null, type = null } = example
  const lacksBody = body === null && operation.body !== undefined && operation.isBodyOptional !== true
  return lacksBody ? null : { target, body, type }
}

/** Describes the effects, the other fields of a fault, and the recipes. They are the same in all sessions. */
function describeFaults(declared: EffectDeclarations) {
  const { effect, ...fields } = faultSchemaOf(declared).shape
  return {
    effects: effectsOf(declared).map(({ kind, title, description, schema, operations }) => ({
      kind,
      title,
      description,
      schema: buildFormSchema(schema, 'input'),
      operations: operations === undefined ? null : [...operations],
    })),
    fault: Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, buildFormSchema(schema, 'input')])),
    recipes: faultRecipes.map(({ faults, ...recipe }) => ({ ...recipe, faults: [...faults] })),
  }
}
