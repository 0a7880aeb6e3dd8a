// What many clients send so that it ends in the same moment: kinds of requests, their size and their number.
import { drawLargeControl } from '../controls/large-controls.mjs'
import { openDraw } from '../values/draw.mjs'
import { drawFilling } from '../values/fillings.mjs'
import { buildAttack, expectResponses, meet, send } from './moves.mjs'
import { drawPlainCreation, drawSender, writeGet, writeWithBody } from './requests.mjs'

const MEGABYTE = 1024 * 1024
const SESSION = '/_s/loaded'
const PATIENCE = 120_000
// What all connections of a load send together.
const MOST_BYTES = 160 * MEGABYTE
const MOST_CONNECTIONS = 1000
const BYSTANDER_MILLISECONDS = 5

/** Builds the world that loads search: the largest one that is built in. */
export const prepareLoads = ({ control }) =>
  control('POST', '/_simulator/sessions', { name: 'loaded', scenario: 'large' })

/** Draws a number of loads. The same seed gives the same loads. */
export function listLoads({ material }, { seed, count }) {
  return Array.from({ length: count }, (_, number) => drawLoad(openDraw(seed, 'load', number), material))
}

function drawLoad(draw, material) {
  const { kind, write } = draw.weighted(
    [
      [4, drawBodies],
      [3, drawPages],
      [1, drawSessions],
      [1, drawCreations],
      [2, drawReads],
      [3, drawControls],
    ],
    draw,
    material,
  )
  const [first] = [write(0)]
  const most = Math.max(2, Math.min(MOST_CONNECTIONS, Math.floor(MOST_BYTES / first.length)))
  const connections = draw.skewed(2, most)
  const scripts = Array.from({ length: connections }, (_, index) => endTogether(index === 0 ? first : write(index)))
  const what = `${connections} times ${kind}, ${first.length} bytes each`
  return buildAttack('loads', what, { scripts, patience: PATIENCE, quiet: PATIENCE, every: BYSTANDER_MILLISECONDS })
}

const endTogether = (bytes) => [send(bytes.subarray(0, -1)), meet(), send(bytes.subarray(-1)), expectResponses(1)]

function drawBodies(draw) {
  const { name, json } = drawFilling(draw, draw.skewed(10_000, 9.9 * MEGABYTE))
  const { sender, headers } = drawSender(draw)
  const isPart = draw.chance(0.5)
  const bytes = writeWithBody('POST', '/v2/deployments', Buffer.from(isPart ? `{"secrets":${json}}` : json), headers)
  return { kind: `${name} from ${sender}`, write: () => bytes }
}

function drawPages(draw) {
  const { kind, toQuery } = draw.pick([
    { kind: 'a search', toQuery: (index) => `name_contains=x${index}` },
    { kind: 'a rare search', toQuery: (index) => `name_contains=nothing-${index}&limit=100` },
    { kind: 'a page', toQuery: (index) => `limit=100&offset=${index * 100}` },
    { kind: 'a filtered page', toQuery: (index) => `status=READY&limit=20&offset=${index * 20}` },
  ])
  return { kind, write: (index) => writeGet(`${SESSION}/v2/deployments?${toQuery(index)}`) }
}

function drawSessions(draw) {
  const name = draw.integer(0, 999_999)
  return { kind: 'a new session', write: (index) => writeGet(`/_s/load-${name}-${index}/v2/deployments?limit=100`) }
}

function drawCreations(draw, material) {
  const bytes = writeWithBody('POST', `${SESSION}/v2/deployments`, drawPlainCreation(draw, material))
  return { kind: 'a creation', write: () => bytes }
}

function drawReads(draw, { deployments }) {
  const { kind, toTarget } = draw.pick([
    { kind: 'the document', toTarget: () => '/openapi.json' },
    { kind: 'logs', toTarget: (index) => `/v2/deployments/${deployments[index % deployments.length]}/logs?limit=1000` },
    { kind: 'the providers', toTarget: () => '/v2/auth/providers' },
    { kind: 'the request log', toTarget: () => '/_simulator/requests?limit=100' },
    { kind: 'the console', toTarget: () => '/_simulator/console.js' },
  ])
  return { kind, write: (index) => writeGet(toTarget(index)) }
}

function drawControls(draw) {
  const { label, method, path, body } = drawLargeControl(draw, draw.skewed(1000, MEGABYTE))
  const bytes = writeWithBody(method, `/_s/controlled/_simulator${path}`, body)
  return { kind: label, write: () => bytes }
}
