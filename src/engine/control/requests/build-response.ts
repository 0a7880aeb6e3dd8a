import type { ResponseStream, ServiceRequest, ServiceResponse } from '../../contract/operation/messages.ts'
import { type Body, encodeText, NO_BODY } from '../../http/body.ts'
import { contentTypes, readResult } from '../../http/operation-declaration.ts'
import { hashText } from '../../store/random.ts'
import type { ControlOperation } from '../control-operation.ts'

/** Builds the response with what an operation has returned. */
export function buildResponse(
  operation: ControlOperation,
  result: unknown,
  header: ServiceRequest['header'],
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
    default: {
      if (value instanceof Uint8Array) return { status, headers, body: value as Body }
      const text = shape.write(value as never, undefined)
      return operation.isCacheable === true
        ? buildCacheable(text, contentTypes[shape.kind], header)
        : { status, headers, body: encodeText(text) }
    }
  }
}

/** Builds the response with a text: 304 without a body if the client has the same text. */
function buildCacheable(text: string, type: string, header: ServiceRequest['header']): ServiceResponse {
  const etag = `"${toHex(hashText(text))}${toHex(hashText(text, text.length))}"`
  const headers = { 'cache-control': 'private, no-cache', etag }
  const known = (header('if-none-match') ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  if (known.includes(etag) || known.includes('*')) return { status: 304, headers, body: NO_BODY }
  return { status: 200, headers: { ...headers, 'content-type': type }, body: encodeText(text) }
}

function toHex(number: number): string {
  return (number >>> 0).toString(16).padStart(8, '0')
}
