// The parameters of an operation in a document.

import { listFilters } from '../contract/operations/list-page.ts'
import type { Operation } from '../contract/operations/operation.ts'
import {
  choicesOf,
  listDeclared,
  type Parameter,
  type Parameters,
  type ParameterValues,
} from '../contract/validation/parameter.ts'
import { parseParameter } from '../contract/validation/parameters.ts'
import { type Assumptions, statusValuesOf } from '../register/assumptions.ts'
import { compact, type Json } from './json.ts'
import type { Marker } from './marker.ts'

/** Describes the parameters of an operation. Each is marked with the assumptions that its values depend on. */
export function describeParameters(
  { parameters }: Operation,
  { marker, examples }: { marker: Marker; examples: Readonly<Record<string, string>> },
): Json[] {
  return listDeclared(parameters, marker.assumptions).map(([name, parameter]) =>
    marker.mark((assumptions) => {
      tryValues(name, parameter, assumptions)
      return compact({
        name,
        in: parameter.in,
        required: parameter.in === 'path' || parameter.isRequired === true ? true : undefined,
        description: parameter.description,
        schema: toSchema(parameter, assumptions),
        example: toExample(parameter, examples[name]),
      })
    }),
  )
}

// If a parameter has invalid values, one of these is. The path contains no empty and no repeated ones.
const PATH_PROBES = [['!'], ['00000000-0000-4000-8000-000000000000']]
const QUERY_PROBES = [[''], ['null'], ['!', '!'], ...PATH_PROBES]

/** Whether there are invalid values of a parameter. */
export function canBeInvalid(name: string, parameter: Parameter, assumptions: Assumptions): boolean {
  // All of them are tried, because that reads the assumptions.
  const outcomes = tryValues(name, parameter, assumptions)
  return parameter.isRequired === true || outcomes.some((outcome) => 'validationErrors' in outcome)
}

// Parses values and applies the filters for them, which reads the assumptions that they depend on.
function tryValues(name: string, parameter: Parameter, assumptions: Assumptions) {
  const probes = parameter.in === 'path' ? PATH_PROBES : QUERY_PROBES
  return probes.map((texts) => {
    const outcome = parseParameter(name, parameter, texts, assumptions)
    // The value comes from the parser of the parameter.
    const values = 'value' in outcome ? ({ [name]: outcome.value } as ParameterValues<Parameters>) : undefined
    if (values !== undefined) listFilters({ [name]: parameter }, values, assumptions)
    return outcome
  })
}

type SchemaOf<Kind extends Parameter['kind']> = (
  parameter: Extract<Parameter, { kind: Kind }>,
  assumptions: Assumptions,
) => Json

const TEXT: Json = { type: 'string' }
const UUID: Json = { type: 'string', format: 'uuid' }

const schemas: { readonly [Kind in Parameter['kind']]: SchemaOf<Kind> } = {
  integer: ({ minimum, maximum, fallback }) =>
    compact({ type: 'integer', minimum, maximum, default: fallback === null ? undefined : Number(fallback) }),
  boolean: ({ fallback }) => compact({ type: 'boolean', default: fallback }),
  choice: (parameter, assumptions) =>
    compact({ ...TEXT, enum: choicesOf(parameter, assumptions), default: parameter.fallback }),
  text: (_parameter, assumptions) => toText(assumptions),
  status(_parameter, assumptions) {
    const statuses = statusValuesOf(assumptions)
    return assumptions.unknownStatus === '422'
      ? { ...TEXT, enum: statuses }
      : { ...toText(assumptions), examples: statuses }
  },
  idList: (_parameter, assumptions) => toText(assumptions),
  integrationId: (_parameter, { integrationIdFormat }) => (integrationIdFormat === 'uuid' ? UUID : TEXT),
  uuid: () => UUID,
  dateTime: () => ({ ...TEXT, format: 'date-time' }),
  uuidList: ({ most }) => ({ type: 'array', items: UUID, maxItems: most }),
}

function toText({ emptyFilter }: Assumptions): Json {
  return emptyFilter === '422' ? { ...TEXT, minLength: 1 } : TEXT
}

function toSchema(parameter: Parameter, assumptions: Assumptions): Json {
  // The function is selected by the parameter's kind, so their types match.
  const describe = schemas[parameter.kind] as SchemaOf<Parameter['kind']>
  return describe(parameter, assumptions)
}

function toExample({ kind }: Parameter, text: string | undefined): unknown {
  if (text === undefined) return undefined
  if (kind === 'integer') return Number(text)
  return kind === 'boolean' ? text === 'true' : text
}
