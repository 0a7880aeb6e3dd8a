// What the service would say to parameters.

import type { Assumptions } from '../assumptions/assumptions.ts'
import type { Parameter, Parameters } from '../define/parameter.ts'
import type { Query } from '../http/query.ts'
import { ServiceError } from '../seam/errors.ts'
import { parseParameters } from '../seam/parameters.ts'
import type { ValidationError } from '../seam/validation-error.ts'

const NAME = 'probe'

interface Given {
  path: Readonly<Record<string, string>>
  query: Query
}

/** Returns the issues that the service finds in the parameters of a request. */
export function findIssues(declared: Parameters, given: Given, assumptions: Assumptions): readonly ValidationError[] {
  try {
    parseParameters(declared, given, assumptions)
    return []
  } catch (error) {
    if (!(error instanceof ServiceError) || typeof error.failure.detail === 'string') throw error
    return error.failure.detail
  }
}

/** Returns the issues that the service finds in a parameter with the given texts. */
export function probe(
  parameter: Parameter,
  texts: readonly string[],
  assumptions: Assumptions,
): readonly ValidationError[] {
  const query = new Map(parameter.in === 'query' ? [[NAME, texts]] : [])
  return findIssues({ [NAME]: parameter }, { path: { [NAME]: texts[0] ?? '' }, query }, assumptions)
}
