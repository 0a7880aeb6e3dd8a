import { drawLargeControl } from '../controls/large-controls.mjs'
import { drawLargeCreation } from '../sockets/large-creations.mjs'
import { writeRequest } from '../sockets/requests.mjs'
import { drawFilling, fillings } from '../values/fillings.mjs'
import { buildAttack, sendInTurn } from './moves.mjs'
import { drawPacking } from './packings.mjs'
import { drawSender } from './requests.mjs'

const MEGABYTE = 1024 * 1024
const SESSION = '/_s/packed'
// The last is more than any body may have.
const SIZES = [
  [9.5 * MEGABYTE, 10 * MEGABYTE - 400],
  [100_000, 9.5 * MEGABYTE],
  [11 * MEGABYTE, 40 * MEGABYTE],
]
// What costs most for its bytes.
const EXPENSIVE = ['object of short names', 'object of ones', 'array of whole floats', 'array of deep arrays']
const PLACES = [
  ['POST', '/v2/deployments'],
  ['POST', '/_simulator/records/deployments'],
  ['PUT', '/_simulator/scenario'],
  ['POST', '/_simulator/faults'],
  ['PATCH', '/_simulator/assumptions'],
  ['PUT', '/_simulator/snapshots/packed'],
]

/** One request, or the same a few times in turn, whose body is much larger than what is sent. */
export function drawPackedBodies(draw, material) {
  const { label, method, target, content } = drawContent(draw, material, draw.skewed(...draw.pick(SIZES)))
  const { packing, body, coding } = drawPacking(draw, content)
  const { sender, headers } = drawSender(draw)
  const encoding = coding === undefined ? [] : [['Content-Encoding', coding]]
  const bytes = writeRequest({
    method,
    target: SESSION + target,
    headers: [...headers, ['Content-Type', 'application/json'], ...encoding],
    body,
  })
  const times = draw.integer(1, 3)
  return buildAttack('compressed bodies', label, {
    scripts: [sendInTurn(draw.many(times, times, () => bytes))],
    details: `${times} times ${method} ${target} as ${packing} from ${sender}, ${body.length} of ${content.length} bytes`,
  })
}

function drawContent(draw, material, size) {
  return draw.weighted([
    [3, () => drawFilled(draw, size)],
    [1, () => drawCreation(draw, material, size)],
    [2, () => drawControl(draw, size)],
  ])
}

function drawFilled(draw, size) {
  const [method, target] = draw.pick(PLACES)
  const { name, json } = draw.chance(0.6) ? fillExpensively(draw, size) : drawFilling(draw, size)
  return { label: name, method, target, content: Buffer.from(json) }
}

function fillExpensively(draw, size) {
  const name = draw.pick(EXPENSIVE)
  return { name, json: fillings[name](size) }
}

function drawCreation(draw, material, size) {
  const { label, body } = drawLargeCreation(draw, material, size)
  return { label, method: 'POST', target: '/v2/deployments', content: body }
}

function drawControl(draw, size) {
  const { label, method, path, body } = drawLargeControl(draw, size)
  return { label, method, target: `/_simulator${path}`, content: body }
}
