// What the service would say to parameters.

import type { Assumptions } from '../assumptions/assumptions.ts'
import type { Declarations } from '../define/declarations.ts'
import type { GivenParameters } from '../define/framework.ts'
import type { FieldIssue } from '../define/operation/failure.ts'
import type { Parameter, Parameters } from '../define/operation/parameter.ts'

const NAME = 'probe'

/** A service under a set of assumptions, as far as cases depend on it. */
export interface Rules extends Declarations {
  readonly assumptions: Assumptions
}

/** Returns the issues that the service finds in the parameters of a request. */
export function findIssues(
  { framework, assumptions }: Rules,
  declared: Parameters,
  received: GivenParameters,
): readonly FieldIssue[] {
  const read = framework.readParameters(declared, received, assumptions)
  return 'issues' in read ? read.issues : []
}

/** Returns the issues that the service finds in a parameter with the given texts. */
export function findParameterIssues(
  rules: Rules,
  parameter: Parameter,
  texts: readonly string[],
): readonly FieldIssue[] {
  const query = new Map(parameter.in === 'query' ? [[NAME, texts]] : [])
  return findIssues(rules, { [NAME]: parameter }, { path: { [NAME]: texts[0] ?? '' }, query })
}
