import type { DeploymentListing } from '../../data/listing.ts'
import type { World } from '../../data/world.ts'
import type { Assumptions } from '../assumptions.ts'
import type { Failure } from '../errors.ts'
import type { Query } from '../query.ts'
import type { Renderer } from '../rendering.ts'

/** What every operation works with. */
export interface OperationContext {
  assumptions: Assumptions
  statuses: readonly string[]
  world: World
  listing: DeploymentListing
  renderer: Renderer
}

/** A request whose path is understood. */
export interface OperationRequest {
  query: Query
  /** What the path has for `{integration_id}`; empty where it has none. */
  integrationId: string
  /** The value of the body; null where there is none. */
  body: unknown
}

/** The JSON of a success, or what went wrong. */
export type OperationResult = { status: number; json: string } | Failure

/** An operation: from a request to a result. It knows no transport. */
export type Operation = (context: OperationContext, request: OperationRequest) => OperationResult
