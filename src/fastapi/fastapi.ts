// FastAPI as a framework for services.

import type { Framework } from '../engine/contract/operation/framework.ts'
import type { Assumptions } from './assumptions.ts'
import { errorWire, validationErrorWire } from './errors/error-body.ts'
import { buildErrorResponse, errorTypeOf, invalidStatusOf } from './errors/errors.ts'
import { assertTargetSize, readRequest } from './read-request.ts'
import { readParameters } from './values/read-parameters.ts'
import { timestampPatterns } from './wire-fields.ts'

/** What issues say of a parameter, by their types, in the words of coverage. */
const issueWords: Readonly<Record<string, string>> = {
  int_parsing: 'is not an integer',
  greater_than_equal: 'is too small',
  less_than_equal: 'is too large',
  bool_parsing: 'is not a boolean',
  literal_error: 'is not an allowed value',
  string_too_short: 'is empty',
  uuid_parsing: 'is not a UUID',
  too_long: 'is repeated',
}

/** The framework: how it reads requests and words its errors. */
export const fastapi: Framework<Assumptions> = {
  assertTarget: assertTargetSize,
  limitsTarget: ({ requestSize }) => requestSize === 'proxy',
  slashAtEnd: ({ trailingSlash }) => trailingSlash,
  answersHead: ({ headRequests }) => headRequests === '200',
  otherMethodStatus: ({ methodNotAllowed }) => (methodNotAllowed === '404' ? 404 : 405),
  // It lists only the methods of the first route that matches the path.
  listAllowed: ([first]) => (first === undefined ? [] : [first]),
  refusesEmpty: ({ emptyFilter }) => emptyFilter === '422',
  refusesUnknown: ({ unknownParameter }) => unknownParameter === '422',
  allowsOtherOrigins: ({ crossOrigin }) => crossOrigin === 'open',
  inflatesBodies: ({ bodyEncoding }) => bodyEncoding === 'inflated',
  readRequest,
  readParameters,
  writeFailure: buildErrorResponse,
  errors: {
    decidedBy: ['errorBody'],
    contentTypeOf: errorTypeOf,
    invalidStatus: invalidStatusOf,
    schemaOf: ({ errorBody }) => errorWire[errorBody],
    issueWords,
    issueSchema: validationErrorWire,
  },
  writesNulls: ({ optionalFields }) => optionalFields === 'null',
  timestampPatternOf: ({ timestampFormat }) => timestampPatterns[timestampFormat],
}
