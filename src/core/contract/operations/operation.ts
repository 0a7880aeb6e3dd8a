import type { World } from '../../data/world.ts'
import type { ListEvidence } from '../messages.ts'
import type { Assumptions } from '../register/assumptions.ts'
import type { Renderer } from '../rendering.ts'
import type { Parameters, ParameterValues } from '../validation/parameters.ts'
import type { Query } from '../validation/query.ts'

/** What every operation works with. */
export interface OperationContext {
  assumptions: Assumptions
  world: World
  renderer: Renderer
}

/** A request whose parameters are understood. */
export interface OperationRequest<Values> {
  values: Values
  query: Query
  /** The value of the body; null where there is none. */
  body: unknown
}

/** The JSON of a success. */
export interface OperationResult {
  status: number
  json: string
  /** How a list came about. */
  evidence?: ListEvidence
}

interface OperationDefinition<Name extends string, Declared extends Parameters> {
  name: Name
  method: 'GET' | 'POST'
  /** The path with `{integration_id}` where that stands; nothing where there is no such operation. */
  template(assumptions: Assumptions): string | undefined
  parameters: Declared
  takesBody: boolean
  /** What it refuses although all parameters are right: in a few words, with the status that it gets. */
  refusals?(assumptions: Assumptions): Readonly<Record<string, number>>
  /** From a request to a result. @throws ServiceError for what cannot be answered. */
  run(context: OperationContext, request: OperationRequest<ParameterValues<Declared>>): OperationResult
}

/** One method and path of the contract. It knows no transport. */
export type Operation<Name extends string = string> = OperationDefinition<Name, Parameters>

/** Defines an operation; its parameters type what `run` is given. */
export function defineOperation<const Name extends string, const Declared extends Parameters>(
  definition: OperationDefinition<Name, Declared>,
): Operation<Name> {
  // Whoever runs an operation parses its own parameters, so the values fit.
  return definition as unknown as Operation<Name>
}
