import { defineOperation } from '../../engine/contract/operation/operation.ts'

/** Defines an operation that the real service has and the contract does not (assumption `operations`). */
export const defineUpstreamOperation: typeof defineOperation = (definition) =>
  defineOperation({ ...definition, addedBy: { operations: ['upstream'] } })
