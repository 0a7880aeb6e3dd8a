// Writes what an operation has returned as its response.

import type { ResponseStream, ServiceRequest, ServiceResponse } from '../../define/operation/messages.ts'
import { type Body, encodeText, NO_BODY } from '../../http/body.ts'
import { contentTypes, readResult } from '../../http/operation-declaration.ts'
import type { ControlOperation } from '../control-operation.ts'
import { buildCacheable } from './cacheable-response.ts'

/** Builds the response with what an operation has returned. */
export function buildResponse(
  operation: ControlOperation,
  result: unknown,
  request: Pick<ServiceRequest, 'header'>,
): ServiceResponse {
  const { status, shape, value } = readResult(operation, result)
  const type = contentTypes[shape.kind]
  const headers = { ...(type === null ? {} : { 'content-type': type }), 'cache-control': 'no-store' }
  // What an operation returns has the type of the shape.
  switch (shape.kind) {
    case 'nothing':
      return { status, headers, body: NO_BODY }
    case 'redirect':
      return { status, headers: { location: value as string, ...headers }, body: NO_BODY }
    case 'events':
      return { status, headers, body: NO_BODY, stream: value as ResponseStream }
    case 'json':
    case 'metrics':
    case 'text': {
      if (value instanceof Uint8Array) return { status, headers, body: value as Body }
      const text = shape.write(value as never, undefined)
      return operation.isCacheable === true
        ? buildCacheable(text, contentTypes[shape.kind], request)
        : { status, headers, body: encodeText(text) }
    }
  }
}
