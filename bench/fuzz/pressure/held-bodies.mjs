import { writeRequest } from '../sockets/requests.mjs'
import { drawFilling } from '../values/fillings.mjs'
import { abort, buildAttack, expectResponses, pause, send } from './moves.mjs'
import { drawPacking } from './packings.mjs'
import { drawSender } from './requests.mjs'

const MEGABYTE = 1024 * 1024
const MOST_CONNECTIONS = 600
const MOST_INFLATED = 9.5 * MEGABYTE
// What all connections of an attack send together.
const MOST_BYTES = 48 * MEGABYTE

const TARGETS = [
  ['POST', '/v2/deployments'],
  ['POST', '/_simulator/reset'],
  ['PUT', '/_simulator/scenario'],
  ['PUT', '/_simulator/snapshots/held'],
  ['POST', '/_simulator/faults'],
  ['POST', '/_simulator/records/deployments'],
]

/** Many bodies on their way at once: their last bytes are held back. */
export function drawHeldBodies(draw) {
  const connections = draw.skewed(50, MOST_CONNECTIONS)
  const [method, target] = draw.pick(TARGETS)
  const { sender, headers } = drawSender(draw)
  const { label, coding, body } = draw.chance(0.65) ? drawPacked(draw) : drawPlain(draw, MOST_BYTES / connections)
  const sent = body.subarray(0, MOST_BYTES / connections)
  const { frame, first, last } = drawFrame(draw, sent, body.length)
  const fields = [...headers, ['Content-Type', 'application/json'], ...toFields(coding), frame]
  const head = writeRequest({ method, target, headers: fields })
  const { ending, moves } = drawEnding(draw, last, sent.length === body.length)
  const script = [send(Buffer.concat([head, first])), pause(draw.integer(800, 2500)), ...moves]
  return buildAttack('held bodies', `${coding === undefined ? 'plain' : 'compressed'}, from ${sender}`, {
    connections,
    scripts: [script],
    details: `${connections} times ${method} ${target}, ${label}, ${ending}`,
  })
}

const toFields = (coding) => (coding === undefined ? [] : [['Content-Encoding', coding]])

function drawPacked(draw) {
  const { name, json } = drawFilling(draw, draw.skewed(MEGABYTE, MOST_INFLATED))
  const { packing, body, coding } = drawPacking(draw, Buffer.from(json))
  return { label: `${name} as ${packing}`, body, coding }
}

function drawPlain(draw, most) {
  const { name, json } = drawFilling(draw, draw.skewed(1000, Math.min(most, MEGABYTE)))
  return { label: `${name}, plain`, body: Buffer.from(json) }
}

// All but the last bytes of a body, and what would end it.
function drawFrame(draw, body, length) {
  const at = Math.max(0, body.length - Math.min(draw.skewed(1, 100), Math.ceil(body.length / 10)))
  const first = body.subarray(0, at)
  const last = body.subarray(at)
  if (draw.chance(0.75)) return { frame: ['Content-Length', String(length)], first, last }
  return { frame: ['Transfer-Encoding', 'chunked'], first: toChunk(first), last: Buffer.concat([toChunk(last), END]) }
}

const END = Buffer.from('0\r\n\r\n')

function toChunk(bytes) {
  if (bytes.length === 0) return bytes
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
}

// A body of which even the last bytes are not all that it should have cannot be finished.
function drawEnding(draw, last, isWhole) {
  return draw.weighted([
    [4, () => ({ ending: 'left', moves: [] })],
    [3, () => ({ ending: 'aborted', moves: [abort()] })],
    [isWhole ? 3 : 0, () => ({ ending: 'finished', moves: [send(last), expectResponses(1)] })],
  ])
}
