// What a service declares, as far as it decides the responses of the service.

import type { Access } from './access.ts'
import type { Framework } from './framework.ts'
import type { Operation } from './operation.ts'
import type { Questions } from './register-entry.ts'
import type { AnyResource } from './resource.ts'
import type { OperationName } from './service-types.ts'

/** The declarations that a contract is made of. */
export interface Declarations {
  readonly access: Access
  readonly framework: Framework
  /** The operations, in the order of the contract. */
  readonly operations: readonly Operation<OperationName>[]
  /** The kinds of records. One comes after those that its records refer to. */
  readonly resources: readonly AnyResource[]
  readonly questions: Questions
}
