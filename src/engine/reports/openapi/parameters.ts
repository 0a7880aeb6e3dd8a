import { listFilters } from '../../contract/list-page.ts'
import type { Declarations } from '../../contract/operation/declarations.ts'
import type { Framework } from '../../contract/operation/framework.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { listDeclared, type Parameter } from '../../contract/operation/parameter.ts'
import type { Assumptions } from '../../define/assumptions/assumptions.ts'
import { basisOf } from '../../define/basis.ts'
import { omitUndefined } from '../../input/schemas/schema-walk.ts'
import type { Marker } from './marker.ts'
import type { Json } from './parts.ts'
import { describeRule } from './value-schemas.ts'

/** Describes the parameters of an operation. Each is marked with the assumptions that its values depend on. */
export function describeParameters(
  { parameters, headers = {}, basis }: Operation,
  { marker, examples }: { marker: Marker; examples: Readonly<Record<string, string>> },
): Json[] {
  const written = listDeclared(parameters, marker.assumptions).map(([name, parameter]) =>
    marker.mark((assumptions) => {
      tryValues(marker.declared, [name, parameter], assumptions)
      return omitUndefined({
        name,
        ...marker.base({}, basisOf(basis, parameter.in === 'query' ? `?${name}` : name)),
        in: parameter.in,
        required: parameter.in === 'path' || parameter.isRequired === true ? true : undefined,
        description: parameter.description,
        schema: buildWrittenSchema(parameter, { framework: marker.declared.framework, assumptions }),
        example: toExample(parameter, examples[name]),
      })
    }),
  )
  const sent = Object.entries(headers).map(([name, description]) => {
    return { name, in: 'header', description, schema: { type: 'string' } }
  })
  return [...written, ...sent]
}

// If a parameter has invalid values, one of these is. The path contains no empty and no repeated ones.
const PATH_PROBES = [['!'], ['00000000-0000-4000-8000-000000000000']]
const QUERY_PROBES = [[''], ['null'], ['!', '!'], ...PATH_PROBES]

export function canBeInvalid(
  declared: Declarations,
  [name, parameter]: readonly [string, Parameter],
  assumptions: Assumptions,
): boolean {
  // All of them are tried, because that reads the assumptions.
  const outcomes = tryValues(declared, [name, parameter], assumptions)
  return parameter.isRequired === true || outcomes.some((outcome) => 'issues' in outcome)
}

// Parses values and applies the filters for them, which reads the assumptions that they depend on.
function tryValues(
  { framework }: Declarations,
  [name, parameter]: readonly [string, Parameter],
  assumptions: Assumptions,
) {
  const declared = { [name]: parameter }
  const probes = parameter.in === 'path' ? PATH_PROBES : QUERY_PROBES
  return probes.map((texts) => {
    const received = {
      path: { [name]: texts[0] ?? '' },
      query: new Map(parameter.in === 'query' ? [[name, texts]] : []),
    }
    const outcome = framework.readParameters(declared, received, assumptions)
    if ('values' in outcome) listFilters(declared, outcome.values, assumptions)
    return outcome
  })
}

function toExample(parameter: Parameter, text: string | undefined): unknown {
  if (text === undefined) return undefined
  if (parameter.kind === 'list' && !parameter.isOneText) return [text]
  if (parameter.kind === 'integer') return Number(text)
  return parameter.kind === 'boolean' ? text === 'true' : text
}

/** What decides which values are valid. */
export interface ParameterRules {
  readonly framework: Framework
  readonly assumptions: Assumptions
}

// The framework writes that a parameter may be null if it may be absent and has no default.
function buildWrittenSchema(parameter: Parameter, rules: ParameterRules): Json {
  const schema = buildParameterSchema(parameter, rules)
  const isAlways = parameter.in === 'path' || parameter.isRequired === true
  const hasDefault = parameter.fallback !== undefined
  return isAlways || hasDefault || parameter.kind === 'schema' ? schema : { anyOf: [schema, { type: 'null' }] }
}

/** Describes the values of a parameter that is there. */
export function buildParameterSchema(parameter: Parameter, { framework, assumptions }: ParameterRules): Json {
  const { fallback } = parameter
  const schema = describeRule(parameter, {
    assumptions,
    refusesEmpty: () => framework.refusesEmpty(assumptions),
    refer: (_name, build) => build(),
    base: (part) => part,
  })
  return omitUndefined({ ...schema, default: typeof fallback === 'bigint' ? Number(fallback) : fallback })
}
