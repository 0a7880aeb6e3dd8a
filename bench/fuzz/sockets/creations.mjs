import { drawCreation } from './bodies.mjs'
import { drawHeaders } from './headers.mjs'
import { drawLargeCreation } from './large-creations.mjs'
import { packBody, writeChunkedRequest, writeRequest } from './requests.mjs'
import { drawPrefix, drawQuery } from './targets.mjs'

const JSON_TYPES = [
  'application/json',
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
  'application/vnd.api+json',
]
const OTHER_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  '',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
]

/** A creation with its headers, in one piece or in chunks. */
export function drawCreationExchange(draw, material) {
  const body = drawCreation(draw, material)
  const target =
    drawPrefix(draw) +
    draw.pick([
      '/v2/deployments',
      '/v2/deployments',
      '/v2/deployments',
      '/v2/deployments/',
      `/v2/deployments${drawQuery(draw, material)}`,
    ])
  const packed = draw.chance(0.04) ? packBody(draw, body) : { body }
  const headers = [
    ...drawHeaders(draw),
    ['Content-Type', draw.pick(draw.chance(0.93) ? JSON_TYPES : OTHER_TYPES)],
    ...(packed.coding === undefined ? [] : [['Content-Encoding', packed.coding]]),
  ]
  const request = { method: 'POST', target, headers, body: packed.body }
  const bytes = draw.chance(0.12) ? writeChunkedRequest(draw, request) : writeRequest(request)
  return {
    method: 'POST',
    target,
    operation: target.startsWith('/v2/deployments') ? 'createDeployment' : undefined,
    body,
    bytes,
  }
}

/** A creation of a size. It goes to its own session, so that its deployment is on no other page. */
export function drawLargeCreationExchange(draw, material, size) {
  const { label, body } = drawLargeCreation(draw, material, size)
  const target = '/_s/large/v2/deployments'
  const packed = draw.chance(0.1) ? packBody(draw, body) : { body }
  const headers = [
    ...drawHeaders(draw),
    ['Content-Type', 'application/json'],
    ...(packed.coding === undefined ? [] : [['Content-Encoding', packed.coding]]),
  ]
  const bytes = writeRequest({ method: 'POST', target, headers, body: packed.body })
  return { method: 'POST', target, body, label, bytes }
}
