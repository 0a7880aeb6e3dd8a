// The JSON Schema of a parameter's values.

import type { Assumptions } from '../assumptions/assumptions.ts'
import type { Framework } from '../define/framework.ts'
import { choicesOf, type Parameter } from '../define/operation/parameter.ts'
import { compact, type Json } from './json.ts'

type SchemaOf<Kind extends Parameter['kind']> = (
  parameter: Extract<Parameter, { kind: Kind }>,
  rules: ParameterRules,
) => Json

/** What decides which values are valid. */
export interface ParameterRules {
  readonly framework: Framework
  readonly assumptions: Assumptions
}

const TEXT: Json = { type: 'string' }
const UUID: Json = { type: 'string', format: 'uuid' }

const schemas: { readonly [Kind in Parameter['kind']]: SchemaOf<Kind> } = {
  integer: ({ minimum, maximum, fallback }) =>
    compact({ type: 'integer', minimum, maximum, default: fallback === null ? undefined : Number(fallback) }),
  boolean: ({ fallback }) => compact({ type: 'boolean', default: fallback }),
  choice: (parameter, { assumptions }) =>
    compact({ ...TEXT, enum: choicesOf(parameter, assumptions), default: parameter.fallback }),
  text: (_parameter, rules) => toText(rules),
  word({ listKnown, refusesOthers }, rules) {
    const { assumptions } = rules
    const known = listKnown(assumptions)
    return refusesOthers(assumptions) ? { ...TEXT, enum: known } : { ...toText(rules), examples: known }
  },
  idList: (_parameter, rules) => toText(rules),
  uuid: ({ isAnyText }, { assumptions }) => (isAnyText?.(assumptions) === true ? TEXT : UUID),
  dateTime: () => ({ ...TEXT, format: 'date-time' }),
  uuidList: ({ most }) => ({ type: 'array', items: UUID, maxItems: most }),
}

function toText({ framework, assumptions }: ParameterRules): Json {
  return framework.refusesEmpty(assumptions) ? { ...TEXT, minLength: 1 } : TEXT
}

/** Builds the JSON Schema of a parameter's values. */
export function buildParameterSchema(parameter: Parameter, rules: ParameterRules): Json {
  // The function is selected by the parameter's kind, so their types match.
  const describe = schemas[parameter.kind] as SchemaOf<Parameter['kind']>
  return describe(parameter, rules)
}
