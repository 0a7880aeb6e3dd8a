// What tools, resources and prompts say about the service: its names, and examples in its words.

import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import { findNameField } from '../../engine/input/text/record-name.ts'
import type { AssumptionEntry, ControlSchemas, RemoteSimulator } from '../client/index.ts'
import { ControlError } from '../client/transport/control-error.ts'

type DescribedResource = ControlSchemas['resources'][number]

/** A service in words. What has no example is undefined. */
export interface About extends Omit<ControlSchemas['service'], 'preset' | 'effects'> {
  readonly resources: readonly [string, ...string[]]
  /** The resource that every scenario describes. */
  readonly main: DescribedResource
  /** The first resource whose records change by themselves. */
  readonly changing: DescribedResource | undefined
  /** The field with the state of the main records, and the one that names them. */
  readonly stateField: string | undefined
  readonly nameField: string | undefined
  /** The parameter that searches for a part of a name. */
  readonly search: string | undefined
  /** An operation, and the path and the query of a request. */
  readonly operation: string
  readonly path: string
  readonly query: string
  /** A condition on records, an answer to a question, and the header of a credential, as JSON. */
  readonly where: string | undefined
  readonly answer: string | undefined
  readonly credential: string | undefined
  /** A preset besides the usual one. */
  readonly preset: string | undefined
  readonly effects: readonly { readonly kind: string; readonly description: string }[]
}

/** What a server says about the service that it simulates. */
type Told = readonly [ControlSchemas, readonly AssumptionEntry[], { readonly presets: readonly string[] }]

// What tools are described with while nothing is known. Whatever is called then says that no server responds.
const NOTHING = [
  {
    service: { title: 'a service', mainResource: 'records', scenarios: [], preset: '', accepts: {}, effects: [] },
    resources: [{ name: 'records', singular: 'record', title: 'Records', given: {}, list: null, states: null }],
    operations: [],
    effects: [],
  },
  [],
  { presets: [] },
] as unknown as Told

/** Asks a server what it simulates. If it does not respond, little is told. */
export async function readAbout(simulator: RemoteSimulator): Promise<About> {
  const { schemas, assumptions, settings } = simulator
  return Promise.all([schemas(), assumptions(), settings.read()]).then(
    (told) => buildAbout(told),
    (error: unknown) => {
      if (error instanceof ControlError) return buildAbout(NOTHING)
      throw error
    },
  )
}

function buildAbout([described, questions, { presets }]: Told): About {
  const { service, resources, operations } = described
  // A service has resources, and the main one is one of them.
  const main = resources.find(({ name }) => name === service.mainResource) as DescribedResource
  const first = operations.find(({ name }) => name === main.list?.operation) ?? operations[0]
  const fields = listFields(main)
  const states = main.states ?? []
  const [stateField] = fields.find(([, values]) => values?.join() === states.join()) ?? []
  const nameField = findNameField(fields.map(([name]) => name))
  const example = fields.find(([name, values]) => name === stateField || values !== undefined) ?? fields[0]
  const where = example && { [example[0]]: example[1]?.[0] ?? '...' }
  const [question] = questions
  const other = question && Object.keys(question.values).find((value) => value !== question.value)
  const [credential] = Object.entries(service.accepts)
  const size = main.list?.pages?.size
  return {
    ...service,
    ...{ main, stateField, nameField },
    resources: resources.map(({ name }) => name) as [string, ...string[]],
    changing: [main, ...resources].find((each) => each.states !== null),
    search: main.list?.parameters.find(({ filters }) => filters !== null && filters === nameField)?.name,
    operation: first?.name ?? '',
    path: first?.path ?? '/',
    query: String(new URLSearchParams({ ...(size !== undefined && { [size]: '2' }), ...where })),
    where: where && writeJson(where),
    answer: question && other && writeJson({ [question.id]: other }),
    credential: credential && writeJson(Object.fromEntries([credential])),
    preset: presets.find((each) => each !== service.preset),
    effects: service.effects.map((kind) => describeEffect(kind, described)),
  }
}

/** Lists the fields of a resource that are texts, each with its values if it has named ones. */
function listFields({
  given,
}: DescribedResource): readonly (readonly [name: string, values: readonly string[] | undefined])[] {
  const properties = isRecord(given.properties) ? given.properties : {}
  return Object.entries(properties).flatMap(([name, field]) => {
    const { type, values } = readField(field)
    return name === 'id' || (values === undefined && type !== 'string') ? [] : [[name, values] as const]
  })
}

/** Reads what a field can be, also if it may be null. */
function readField(schema: unknown): { readonly type?: unknown; readonly values?: readonly string[] | undefined } {
  if (!isRecord(schema)) return {}
  const { type, enum: values, anyOf } = schema
  if (Array.isArray(anyOf)) return anyOf.map(readField).find((each) => each.type !== 'null') ?? {}
  return { type, values: Array.isArray(values) ? values.map(String) : undefined }
}

/** Describes an effect that only this service has, with its values and an operation that it applies to. */
function describeEffect(kind: string, { effects }: ControlSchemas) {
  const { description = '', operations = null, schema = {} } = effects.find((each) => each.kind === kind) ?? {}
  const { kind: _kind, ...settings } = isRecord(schema.properties) ? schema.properties : {}
  const { values } = readField(Object.values(settings)[0])
  if (values === undefined) return { kind, description }
  const example = { ...(operations?.[0] !== undefined && { operation: operations[0] }), [kind]: values[1] ?? values[0] }
  return { kind, description: `${description} Such as ${writeJson(example)}: ${values.join(', ')}.` }
}

/** Writes JSON as people do in a sentence: `{"status": "READY"}`. */
function writeJson(value: object): string {
  return JSON.stringify(value).replaceAll('":', '": ').replaceAll(',"', ', "')
}
