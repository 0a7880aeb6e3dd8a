// What a service declares, as far as it decides the responses of the service.

import type * as z from 'zod'
import type { Assumptions } from '../../define/assumptions/assumptions.ts'
import type { Questions } from '../../define/assumptions/register-entry.ts'
import type { Basis } from '../../define/basis.ts'
import type { AnyResource } from '../../define/resource/resource.ts'
import type { WorldDeclarations } from '../../define/world-declarations.ts'
import type { Fields } from '../../input/schemas/schema-walk.ts'
import type { Access } from './access.ts'
import type { Framework } from './framework.ts'
import type { Operation, OperationContext } from './operation.ts'
import type { UnknownFields } from './responses.ts'

/** At most so many requests in a time. */
export interface RateLimit {
  readonly requests: number
  readonly milliseconds: number
}

type CreationContext = Pick<OperationContext, 'assumptions' | 'world'>

export interface Declarations {
  /** The name of the service, and the version of its contract. */
  readonly title: string
  /** The version of its contract. */
  readonly version: string
  /** Whether it is part of the package. Default: its users declare it, and pass it as an option. */
  readonly isPackaged?: true
  /** Which credentials requests need. */
  readonly access: Access
  /** The paths that the service is below; the empty path is the root. */
  basePathsOf(assumptions: Assumptions): readonly string[]
  /** What decides about worlds besides their resources. */
  readonly world: WorldDeclarations
  /** Says what free-form objects in responses contain. Default: nothing is said. */
  describeFreeForm?(assumptions: Assumptions): string
  /** The fields besides the known ones that responses have. Default: they have none. */
  unknownFieldsOf?(assumptions: Assumptions): UnknownFields | undefined
  /** The limit of requests that the service itself has, on the world's clock. Default: none. */
  limitRate?(assumptions: Assumptions): RateLimit | undefined
  /** Where the errors of all operations are known from, by their kinds. Default: they are guesses. */
  readonly basisOfErrors?: Readonly<Record<string, Basis>>
  /** How requests are read and errors are written. */
  readonly framework: Framework
  /** What requests can ask for. */
  readonly operations: readonly Operation[]
  /** The kinds of records. One comes after those that its records refer to. */
  readonly resources: readonly AnyResource[]
  /** Returns the schema of what responses contain of a record, if the records of a world tell it. */
  schemaOfWritten?(
    resource: AnyResource,
    context: Partial<CreationContext> & Pick<CreationContext, 'assumptions'>,
  ): z.ZodType
  /** Creates a record as people do, if more happens then than that it exists. Returns undefined if nothing does. */
  createRecord?(context: CreationContext, resource: string, fields: Fields): Fields | undefined
  /** What the contract leaves open. */
  readonly questions: Questions
}
