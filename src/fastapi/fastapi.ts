// FastAPI as a framework for services.

import type { Framework } from '../engine/define/framework.ts'
import { errorWire, validationErrorWire } from './errors/error-body.ts'
import { buildErrorResponse, errorTypeOf } from './errors/errors.ts'
import { readParameters } from './parameters/parameters.ts'
import { readRequest } from './read-request.ts'
import { timestampPatterns } from './wire-fields.ts'

/** The framework: how it reads requests and words its errors. */
export const fastapi: Framework = {
  readRequest,
  readParameters,
  writeFailure: buildErrorResponse,
  errors: {
    decidedBy: ['errorBody'],
    contentTypeOf: errorTypeOf,
    schemaOf: ({ errorBody }) => errorWire[errorBody],
    issueSchema: validationErrorWire,
  },
  timestampPatternOf: ({ timestampFormat }) => timestampPatterns[timestampFormat],
}
