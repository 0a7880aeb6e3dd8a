// What an operation is.

import { type Addable, type Assumptions, isThere, type OfAssumptions } from '../../define/assumptions/assumptions.ts'
import { type Basis, type BasisOfParts, basisOf } from '../../define/basis.ts'
import type { Method, OperationDeclaration, ResultOf, ValueOf } from '../../http/operation-declaration.ts'
import type { Query } from '../../http/route-table.ts'
import { derivedFrom } from '../../limits/on-demand.ts'
import type { Steps } from '../../work/steps.ts'
import type { World } from '../../world/world.ts'
import type { ServiceDocuments } from '../documents.ts'
import type { ShowRecord } from '../views.ts'
import type { Refusals } from './failure.ts'
import type { Hints, ServiceRequest } from './messages.ts'
import type { ServiceShape } from './responses.ts'
import type { Model, Parameter, Parameters, ParameterValues } from './value.ts'

export interface OperationContext {
  readonly assumptions: Assumptions
  readonly world: World
  readonly documents: ServiceDocuments
  readonly hints: Hints
  /** What its `prepare` returned, if that took more than one step. */
  readonly prepared?: unknown
  /** Shows records to this request, as their resources declare with `view`. */
  readonly show: ShowRecord
}

export interface ParsedRequest<Values, Body = unknown> {
  readonly values: Values
  readonly query: Query
  /** The valid body, with the fallbacks of absent fields; null if there is none. */
  readonly body: Body
}

export interface OperationRequest<Values, Body = unknown> extends ParsedRequest<Values, Body> {
  /** Returns what comes before the paths of the service in the URLs that the client uses. */
  findOrigin(): string
  /** Notes that the response changes as time passes, so that it is not kept. */
  dependOnTime(): void
  /** The request as it was sent, for what is neither a parameter nor in the body. */
  readonly sent: ServiceRequest
}

/** A request to try, or why there is none in a world. */
export type Example =
  | {
      readonly path?: Readonly<Record<string, string>>
      readonly query?: Readonly<Record<string, string>>
      readonly body?: unknown
    }
  | { readonly missing: string }

/** The shapes of an operation's successful responses, by status. */
type ServiceResponses = Readonly<Record<number, ServiceShape>>

interface OperationDefinition<
  Name extends string,
  Declared extends Parameters,
  Given extends ServiceResponses,
  Body = unknown,
  Sent extends Method = Method,
  Context extends OperationContext = OperationContext,
> extends OperationDeclaration<Name, Given>,
    Addable {
  readonly method: Sent
  /** Where it is known from. Default: nothing is said. */
  readonly basis?: BasisOfParts
  /** The path, with placeholders in braces. */
  readonly template: string | OfAssumptions<string, Context['assumptions']>
  /** The model of its body. Default: it takes no body. */
  readonly body?: Model<Body> | OfAssumptions<Model<Body>, Context['assumptions']>
  /** Headers of a request that it reads, each with a sentence for documents. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the body may be absent or null. */
  readonly isBodyOptional?: true
  /** Whether it describes the service. It needs no credentials, and is not in the service's own OpenAPI document. */
  readonly isDocumentation?: true
  /** Whether pages that have no credentials send its requests. */
  readonly isOpen?: true
  /** What effects of faults can tell it. Default: nothing. */
  readonly takesHints?: readonly string[]
  /** Whether a query asks for another page than the first one. Default: if it has an `offset` above 0. */
  isLaterPage?(query: string): boolean
  /** How a client chooses a page of its list, and how large it is. Default: by `offset` and `limit`, if it has them. */
  readonly pages?: { readonly size: string; readonly by: 'offset' | 'page'; readonly parameter: string } | null
  /** Whether its responses change as time passes, also while the data stays the same. */
  readonly changesWithTime?: true
  /** Whether nobody knows that it only reads, also for GET. Who asks about it then asks about a copy of the world. */
  readonly mayChange?: true
  /** Headers that its results can have, for documents. */
  readonly resultHeaders?: readonly string[]
  /** Whether its results have an `ETag`. A client that has the result already gets 304. */
  readonly hasEntityTag?: boolean
  /** Its body, if that is a file, of which adapters only pass on the digest and the size: its type, and its most bytes. */
  readonly takesUpload?: { readonly type: string; readonly most: number }
  /** What it rejects although all parameters are valid. A refusal that it throws but does not list gets 500. */
  readonly refusals?: Refusals<Context['assumptions']>
  /**
   * Returns for how many milliseconds a result waits before it is sent. If the data changes before that, the
   * request is answered anew. Default: it is sent at once.
   */
  waits?(result: ValueOf<Given[keyof Given & number]>, values: ParameterValues<Declared>): number
  /** Returns a request to try. Ids that it does not set are those of the first records. Default: it sets nothing. */
  example?(db: Context['world']['collections'], assumptions: Context['assumptions']): Example
  /**
   * Prepares in steps what `run` needs, because that takes long in a large world. Nobody has checked the credentials
   * yet. It is asked again with what it returned, and ends at once if that is still right. Default: nothing.
   */
  prepare?(
    context: Pick<Context, 'assumptions' | 'world' | 'prepared'>,
    values: ParameterValues<Declared>,
  ): Steps<unknown>
  /** Turns a request into a result. @throws ServiceError for a request that it rejects */
  run(context: Context, request: OperationRequest<ParameterValues<Declared>, Body>): ResultOf<Given>
}

/** One method and path of the contract, independent of any transport. */
export type Operation<
  Name extends string = string,
  Sent extends Method = Method,
  Named extends string = never,
> = OperationDefinition<Name, Parameters, ServiceResponses, unknown, Sent> & {
  readonly parameters: Parameters & { readonly [Each in Named]: Parameter }
}

/** The names of the parameters in the query. */
type QueryNameOf<Declared extends Parameters> = {
  [Name in keyof Declared & string]: Declared[Name]['in'] extends 'path' ? never : Name
}[keyof Declared & string]

type NoParameters = Readonly<Record<never, never>>

/**
 * Defines an operation. Its parameters determine the type of the values that `run` gets, and its
 * responses the type of what `run` returns. The result has its name, its method and the names of its query as types.
 */
export const defineOperation: DefineOperation<OperationContext> = (definition) =>
  // The caller of `run` parses the declared parameters, so the values have this type.
  ({ parameters: {}, ...definition }) as never

/** `defineOperation`, for a service whose types are known. */
export type DefineOperation<Context extends OperationContext> = <
  const Name extends string,
  const Given extends ServiceResponses,
  const Declared extends Parameters = NoParameters,
  Body = null,
  const Sent extends Method = Method,
>(
  // Default: it has no parameters.
  definition: OperationDefinition<Name, Declared, Given, Body, Sent, Context> & { readonly parameters?: Declared },
) => Operation<Name, Sent, QueryNameOf<Declared>>

interface TriedCollection<Item> {
  list(options: { readonly limit: number }): readonly Item[]
}

/** Returns a request to try with the first record of a collection, or why there is none. */
export function tryFirst<Item>(
  { list }: TriedCollection<Item>,
  missing: string,
  build: (record: Item) => Example,
): Example {
  const [record] = list({ limit: 1 })
  return record === undefined ? { missing } : build(record)
}

/** The names of operations, listed once. */
export const operationNamesOf = derivedFrom((operations: readonly Operation[]): readonly string[] =>
  operations.map(({ name }) => name),
)

/** Returns the path of an operation; undefined if it does not exist under these assumptions. */
export function templateOf(operation: Operation, assumptions: Assumptions): string | undefined {
  if (!isThere(operation, assumptions)) return undefined
  const { template } = operation
  return typeof template === 'string' ? template : template(assumptions)
}

/** Returns the model of an operation's body; undefined if it takes none. */
export function bodyModelOf({ body }: Operation, assumptions: Assumptions): Model | undefined {
  return typeof body === 'function' ? body(assumptions) : body
}

/** The media type in which an operation takes its body. */
export function bodyTypeOf({ body }: Operation): string {
  return (typeof body === 'function' ? undefined : body?.mediaType) ?? 'application/json'
}

/** Returns what finds out where a result is known from. Only explanations and documents ask, so it need not be known before. */
export function basisOfResult({ basis }: Operation, status: number): () => Basis | undefined {
  return () => basisOf(basis, String(status))
}

export function needsCredentials({ isDocumentation, isOpen }: Operation): boolean {
  return isDocumentation !== true && isOpen !== true
}
