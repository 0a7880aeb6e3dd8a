// What the engine reads of the service's framework: failures and how they are written.

export {
  buildErrorResponse,
  buildRateFailure,
  describeNoRoom,
  errorTypeOf,
  type Failure,
  INTERNAL_ERROR,
  ServiceError,
  titleOf,
} from '../../fastapi/errors/errors.ts'
