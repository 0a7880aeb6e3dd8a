// What the engine reads of the service: the operations.

export { type OperationName, operations } from '../../service/operations.ts'
