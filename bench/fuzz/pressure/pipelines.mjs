import { drawTarget } from '../sockets/targets.mjs'
import { buildAttack, expectResponses, goOnReading, pause, send, stopReading } from './moves.mjs'
import { drawPlainCreation, writeGet, writeWithBody } from './requests.mjs'

const MOST_REQUESTS = 1000
// With more in flight, the server ends a connection.
const MOST_IN_FLIGHT = 32
// What Node parses at once.
const CHUNK = 64 * 1024

const TARGETS = [
  ...['/openapi.json', '/_simulator/docs/swagger-ui-bundle.js', '/_simulator/records/deployments?limit=1000'],
  ...['/v2/deployments', '/v2/deployments?limit=100', '/v2/deployments?name_contains=a', '/v2/auth/providers'],
  ...['/_simulator', '/_simulator/openapi.json', '/_simulator/service/openapi.json', '/_simulator/scenario'],
  ...['/_simulator/requests?limit=1000', '/_simulator/coverage', '/_simulator/timeline', '/_simulator/schemas'],
  ...['/_simulator/records/revisions?limit=1000', '/_simulator/console.js', '/docs', '/v2/nothing', '/'],
]

/** Many requests at once on each connection, whose responses are not read, or not for a while. */
export function drawPipelines(draw, material) {
  const connections = draw.pick([1, 1, 2, 8, 20, 50])
  const requests = draw.chance(0.75)
    ? [drawRequest(draw, material)]
    : draw.many(2, 6, () => drawRequest(draw, material))
  const most = draw.chance(0.75) ? MOST_IN_FLIGHT : MOST_REQUESTS
  const count = countFitting(requests, draw.skewed(most / 2, most))
  const bytes = Buffer.concat(Array.from({ length: count }, (_, index) => requests[index % requests.length].bytes))
  const { reading, moves } = drawReading(draw, bytes, count)
  const what = requests.length > 1 ? 'mixed requests' : requests[0].label
  return buildAttack('pipelines', what, {
    connections,
    scripts: [moves],
    details: `${count} requests on each of ${connections} connections, ${reading}`,
  })
}

function drawRequest(draw, material) {
  return draw.weighted([
    [7, () => get(draw.pick(TARGETS))],
    [1, () => ({ ...get(drawTarget(draw, material).target), label: 'a list' })],
    [2, () => post('POST', '/v2/deployments', drawPlainCreation(draw, material))],
    [1, () => post('POST', '/v2/deployments', { secrets: Array.from({ length: 2000 }, () => 1) })],
    [1, () => post('PUT', '/_s/pipeline/_simulator/scenario', material.scenario)],
    [1, () => post('POST', '/_s/pipeline/_simulator/reset', {})],
  ])
}

const get = (target) => ({ label: `GET ${target}`, bytes: writeGet(target) })
const post = (method, target, value) => ({ label: `${method} ${target}`, bytes: writeWithBody(method, target, value) })

// With bodies, a few chunks: the point is many requests, not many bytes.
function countFitting(requests, count) {
  const mean = requests.reduce((sum, { bytes }) => sum + bytes.length, 0) / requests.length
  return Math.max(1, Math.min(count, Math.floor((4 * CHUNK) / mean)))
}

function drawReading(draw, bytes, count) {
  const all = expectResponses(count)
  return draw.weighted([
    [3, () => ({ reading: 'never read', moves: [stopReading(), send(bytes), pause(draw.integer(1500, 3000))] })],
    [
      3,
      () => ({
        reading: 'read late',
        moves: [stopReading(), send(bytes), pause(draw.integer(500, 2000)), goOnReading(), all],
      }),
    ],
    [2, () => ({ reading: 'read', moves: [send(bytes), all] })],
  ])
}
