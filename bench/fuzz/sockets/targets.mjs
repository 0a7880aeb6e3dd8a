import { drawText, drawUuid } from '../values/hostile-values.mjs'
import { encodePart } from './requests.mjs'

const SESSIONS = Array.from({ length: 12 }, (_, index) => `/_s/s${index}`)
const STATUSES = ['READY', 'AWAITING_DATABASE', 'UNUSED', 'AWAITING_DELETE', 'UNKNOWN', 'ready', 'READY,UNKNOWN']
const INTEGERS = [
  '0',
  '1',
  '20',
  '100',
  '101',
  '-1',
  '1.0',
  '1e2',
  '+5',
  ' 7',
  '0x1',
  '1_0',
  '٣',
  '9'.repeat(30),
  '9'.repeat(4400),
  '',
]
const BOOLEANS = ['true', 'false', '1', '0', 'yes', 'no', 'on', 'off', 't', 'F', 'TRUE', '2', '']

/** The target of a request: an operation with parameters that are valid, invalid or hostile. */
export function drawTarget(draw, material) {
  const { operation, path } = drawOperation(draw, material)
  return { operation, target: drawPrefix(draw) + path + drawQuery(draw, material) }
}

/** The prefix of the service's paths, which most requests leave out. */
export const drawPrefix = (draw) => (draw.chance(0.7) ? '' : draw.pick(SESSIONS))

function drawOperation(draw, { integrations, recorded }) {
  const id = () =>
    draw.chance(0.7) ? draw.pick(integrations) : encodePart(draw, drawText(draw)).replaceAll('/', '%2F')
  return draw.weighted([
    [5, () => ({ operation: 'listDeployments', path: '/v2/deployments' })],
    [1, () => ({ operation: 'listOAuthProviders', path: '/v2/auth/providers' })],
    [1, () => ({ path: `/v1/integrations/github/${id()}/repos` })],
    [1, () => ({ path: `/v1/integrations/forge/github/${id()}/repos` })],
    [1, () => ({ path: draw.pick(recorded) })],
  ])
}

export function drawQuery(draw, material) {
  if (draw.chance(0.2)) return ''
  const pairs = draw.many(1, 4, () => drawParameter(draw, material))
  return `?${pairs.join(draw.chance(0.97) ? '&' : draw.pick([';', '&&', '&amp;', '?']))}`
}

function drawParameter(draw, material) {
  const name = draw.pick(Object.keys(parameters))
  const value = draw.chance(0.65) ? parameters[name](draw, material) : drawText(draw)
  const spelled = draw.chance(0.95) ? name : encodePart(draw, draw.pick([drawText(draw), `${name}[]`, ` ${name}`]))
  const equals = draw.chance(0.97) ? '=' : draw.pick(['', '==', '%3D'])
  return `${spelled}${equals}${encodePart(draw, value)}`
}

const parameters = {
  limit: (draw) => draw.pick(INTEGERS),
  offset: (draw) => draw.pick(INTEGERS),
  name_contains: (draw, { names }) => draw.pick(names).slice(0, draw.integer(0, 8)),
  status: (draw) => draw.pick(STATUSES),
  remote_reconciled: (draw) => draw.pick(BOOLEANS),
  tag_value_ids: (draw, { tags }) => drawIds(draw, tags),
  image_version: (draw, { images }) => draw.pick(images),
  deployment_type: (draw) => draw.pick(['dev', 'prod', 'dev_free', 'DEV', '']),
  deployment_ids: (draw, { deployments }) => drawIds(draw, deployments),
  unknown: (draw) => drawText(draw),
}

function drawIds(draw, known) {
  const id = () => (draw.chance(0.7) ? draw.pick(known) : draw.pick([drawUuid(draw), drawText(draw), '']))
  return draw.many(1, draw.pick([1, 2, 3, 12]), id).join(draw.pick([',', ',', ', ', ',,']))
}
