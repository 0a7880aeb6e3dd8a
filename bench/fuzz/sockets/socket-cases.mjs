import { drawCreation } from './bodies.mjs'
import { drawCreationExchange, drawLargeCreationExchange } from './creations.mjs'
import { drawFault, FAULT_SESSION } from './faulty-session.mjs'
import { drawHeaders, drawSpoiltHeaders } from './headers.mjs'
import { drawHostileTarget } from './hostile-targets.mjs'
import { drawMalformedRequest } from './malformed-requests.mjs'
import { areSurelyRequests, splitBytes, writeRequest } from './requests.mjs'
import { drawTarget } from './targets.mjs'

const MEGABYTE = 1024 * 1024
const LARGE_SHARE = 1 / 1500

/**
 * Draws a conversation with the service: what is sent over one connection, and what must be
 * received. `isFramed` means that any server must recognize the requests as they are listed.
 */
export function drawSocketCase(draw, material) {
  if (draw.chance(LARGE_SHARE)) return drawLarge(draw, material, draw.skewed(MEGABYTE, 10 * MEGABYTE))
  return draw.weighted(
    [
      [30, drawLists],
      [25, drawCreations],
      [14, drawTargets],
      [10, drawHeaderCase],
      [8, drawMalformed],
      [4, drawSpoiltBytes],
      [10, drawFaults],
      [5, drawAbort],
      [0.3, (own) => drawLarge(own, material, own.skewed(10_000, 900_000))],
    ],
    draw,
    material,
  )
}

function describe(family, exchanges, rest = {}) {
  const pieces = [Buffer.concat(exchanges.map(({ bytes }) => bytes))]
  const isFramed = areSurelyRequests(exchanges)
  return { family, exchanges, isFramed, ending: isFramed ? 'wait' : 'half-close', pieces, ...rest }
}

function drawLists(draw, material) {
  const exchanges = draw.many(1, draw.pick([1, 2, 5, 9]), () => drawList(draw, material))
  return writeSlowly(draw, describe('lists', exchanges))
}

function drawList(draw, material) {
  const { operation, target } = drawTarget(draw, material)
  const method = draw.chance(0.95) ? 'GET' : draw.pick(['HEAD', 'OPTIONS', 'DELETE', 'PUT'])
  return { method, target, operation, bytes: writeRequest({ method, target, headers: drawHeaders(draw) }) }
}

function drawCreations(draw, material) {
  const exchanges = draw.many(1, draw.pick([1, 1, 3]), () => drawCreationExchange(draw, material))
  return writeSlowly(draw, describe('creations', exchanges))
}

function drawTargets(draw, material) {
  const exchanges = draw.many(1, draw.pick([1, 1, 4]), () => {
    const { method, target } = drawHostileTarget(draw, material)
    return { method, target, bytes: writeRequest({ method, target: toLatin1(target), headers: drawHeaders(draw) }) }
  })
  // Node's parser may close the connection at a target that does not start with a slash.
  const last = exchanges.findIndex(({ target }) => !target.startsWith('/'))
  return describe('targets', last < 0 ? exchanges : exchanges.slice(0, last + 1))
}

const toLatin1 = (target) => target.replace(/[^\x21-\xff]/g, '_')

function drawHeaderCase(draw, material) {
  const { operation, target } = drawTarget(draw, material)
  const method = draw.pick(['GET', 'GET', 'POST', 'OPTIONS', 'HEAD'])
  const body = method === 'POST' ? drawCreation(draw, material) : undefined
  const version = draw.pick([
    'HTTP/1.1',
    'HTTP/1.1',
    'HTTP/1.1',
    'HTTP/1.0',
    'HTTP/0.9',
    'HTTP/2.0',
    'HTTP/1.2',
    'http/1.1',
    'HTTP/1.1 ',
  ])
  const bytes = writeRequest({ method, target, version, headers: drawSpoiltHeaders(draw), body })
  return describe('headers', [{ method, target, operation, bytes }], { isFramed: false, ending: 'half-close' })
}

function drawMalformed(draw, material) {
  const body = drawCreation(draw, material)
  const bytes = drawMalformedRequest(draw, body)
  return describe('framing', [{ method: 'POST', target: '/v2/deployments', bytes }], {
    isFramed: false,
    ending: 'half-close',
  })
}

function drawSpoiltBytes(draw, material) {
  const exchange = draw.chance(0.5) ? drawList(draw, material) : drawCreationExchange(draw, material)
  const bytes = Buffer.from(exchange.bytes)
  for (let left = draw.integer(1, 5); left > 0; left -= 1) {
    bytes[draw.integer(0, Math.min(bytes.length - 1, draw.pick([30, 300, 5000])))] = draw.integer(0, 255)
  }
  return describe('spoilt bytes', [{ ...exchange, bytes }], { isFramed: false, ending: 'half-close' })
}

// Several requests on a connection, some of which trigger a fault.
function drawFaults(draw) {
  const exchanges = draw.many(1, draw.pick([1, 3, 6]), () => {
    const fault = draw.chance(0.6) ? drawFault(draw) : undefined
    const path = draw.pick(['/v2/deployments', '/v2/auth/providers'])
    const target = `${FAULT_SESSION}${path}?limit=${fault?.limit ?? draw.pick([1, 3, 20])}`
    const method = draw.chance(0.95) ? 'GET' : 'HEAD'
    return { method, target, fault, bytes: writeRequest({ method, target, headers: drawHeaders(draw) }) }
  })
  return describe('faults', exchanges)
}

function drawAbort(draw, material) {
  const whole = draw.weighted(
    [
      [1, drawLists],
      [1, drawCreations],
      [1, drawFaults],
    ],
    draw,
    material,
  )
  const [bytes] = [Buffer.concat(whole.pieces)]
  const until = draw.chance(0.4) ? bytes.length : draw.integer(1, bytes.length)
  const pieces = splitBytes(draw, bytes.subarray(0, until), draw.integer(1, 4))
  return { ...whole, family: 'aborts', pieces, pause: draw.pick([0, 0, 1, 5]), ending: 'abort' }
}

function writeSlowly(draw, conversation) {
  if (draw.chance(0.85)) return conversation
  const bytes = conversation.pieces[0]
  const parts = bytes.length < 2000 && draw.chance(0.3) ? Math.min(bytes.length, 40) : draw.integer(2, 6)
  return { ...conversation, pieces: splitBytes(draw, bytes, parts), pause: draw.pick([0, 0, 1]) }
}

function drawLarge(draw, material, bytes) {
  const exchange = drawLargeCreationExchange(draw, material, Math.min(bytes, 10 * MEGABYTE - 300))
  return describe('large bodies', [exchange], { isAlone: true })
}
