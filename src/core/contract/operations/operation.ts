import type { World } from '../../data/world.ts'
import type { ListEvidence } from '../messages.ts'
import type { Assumptions } from '../register/assumptions.ts'
import type { Renderer } from '../rendering.ts'
import type { Parameters, ParameterValues } from '../validation/parameters.ts'
import type { Query } from '../validation/query.ts'

/** What every operation uses. */
export interface OperationContext {
  assumptions: Assumptions
  world: World
  renderer: Renderer
}

/** A request with parsed parameters. */
export interface OperationRequest<Values> {
  values: Values
  query: Query
  /** The value of the body; null if there is none. */
  body: unknown
}

/** A successful result, as JSON. */
export interface OperationResult {
  status: number
  json: string
  /** How a list was selected. */
  evidence?: ListEvidence
}

interface OperationDefinition<Name extends string, Declared extends Parameters> {
  name: Name
  method: 'GET' | 'POST'
  /** The path, with the placeholder `{integration_id}`; undefined if the operation does not exist. */
  template(assumptions: Assumptions): string | undefined
  parameters: Declared
  takesBody: boolean
  /** What it rejects although all parameters are valid: a short description and the status of each case. */
  refusals?(assumptions: Assumptions): Readonly<Record<string, number>>
  /** Turns a request into a result. @throws ServiceError for a request that it rejects */
  run(context: OperationContext, request: OperationRequest<ParameterValues<Declared>>): OperationResult
}

/** One method and path of the contract, independent of any transport. */
export type Operation<Name extends string = string> = OperationDefinition<Name, Parameters>

/** Defines an operation. The types of its parameters determine the type of the values that `run` gets. */
export function defineOperation<const Name extends string, const Declared extends Parameters>(
  definition: OperationDefinition<Name, Declared>,
): Operation<Name> {
  // The caller of `run` parses the declared parameters, so the values have this type.
  return definition as unknown as Operation<Name>
}
