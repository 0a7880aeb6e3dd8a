// The parameters of an operation in a document.

import type { Assumptions } from '../assumptions/assumptions.ts'
import { listFilters } from '../contract/list-page.ts'
import type { Declarations } from '../define/declarations.ts'
import type { Operation } from '../define/operation/operation.ts'
import { listDeclared, type Parameter } from '../define/operation/parameter.ts'
import { compact, type Json } from './json.ts'
import type { Marker } from './marker.ts'
import { buildParameterSchema } from './parameter-schema.ts'

/** Describes the parameters of an operation. Each is marked with the assumptions that its values depend on. */
export function describeParameters(
  { parameters }: Operation,
  { marker, examples }: { marker: Marker; examples: Readonly<Record<string, string>> },
): Json[] {
  return listDeclared(parameters, marker.assumptions).map(([name, parameter]) =>
    marker.mark((assumptions) => {
      tryValues(marker.declared, [name, parameter], assumptions)
      return compact({
        name,
        in: parameter.in,
        required: parameter.in === 'path' || parameter.isRequired === true ? true : undefined,
        description: parameter.description,
        schema: buildParameterSchema(parameter, { framework: marker.declared.framework, assumptions }),
        example: toExample(parameter, examples[name]),
      })
    }),
  )
}

// If a parameter has invalid values, one of these is. The path contains no empty and no repeated ones.
const PATH_PROBES = [['!'], ['00000000-0000-4000-8000-000000000000']]
const QUERY_PROBES = [[''], ['null'], ['!', '!'], ...PATH_PROBES]

/** Whether there are invalid values of a parameter. */
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

function toExample({ kind }: Parameter, text: string | undefined): unknown {
  if (text === undefined) return undefined
  if (kind === 'uuidList') return [text]
  if (kind === 'integer') return Number(text)
  return kind === 'boolean' ? text === 'true' : text
}
