import { encodePart } from '../sockets/requests.mjs'
import { drawText, drawUuid, drawValue, writeJson } from '../values/hostile-values.mjs'
import { encodeText, mutateText, mutateValue } from '../values/json-mutations.mjs'
import { call, converseAbout, SESSIONS, writeCall, writeValue } from './control-calls.mjs'
import { drawStory } from './control-stories.mjs'
import { drawLargeControl } from './large-controls.mjs'

const MEGABYTE = 1024 * 1024

/** Draws a conversation with the control API, and with the service about its effects. */
export function drawControlCase(draw, material) {
  if (draw.chance(1 / 1500)) return drawLarge(draw, draw.skewed(MEGABYTE, 10 * MEGABYTE))
  if (draw.chance(1 / 3000)) return drawLargeWorld(draw)
  return draw.weighted(
    [
      [60, drawCalls],
      [20, drawStory],
      [8, drawRestorations],
      [6, drawGuarded],
      [2, drawEvents],
      [1, (own) => drawLarge(own, own.skewed(10_000, 900_000))],
    ],
    draw,
    material,
  )
}

function drawCalls(draw, material) {
  const session = drawSession(draw)
  return converseAbout(
    'calls',
    draw.many(1, draw.pick([1, 3, 5]), () => drawCall(draw, material, session)),
  )
}

const drawSession = (draw) => (draw.chance(0.9) ? draw.pick(SESSIONS) : '')

function drawCall(draw, material, session, operation = draw.pick(material.controls)) {
  const path = operation.template.replace(/\{\w+\}/g, () => drawId(draw, material))
  const body = operation.body === undefined && draw.chance(0.95) ? undefined : drawBody(draw, material, operation)
  return writeCall({ method: operation.method, path: path + drawControlQuery(draw, operation), session, body })
}

function drawId(draw, { deployments, integrations }) {
  return draw.weighted([
    [4, () => draw.pick([...deployments, ...integrations])],
    [4, () => draw.pick(['1', '2', 'a', 'status', 'alpha', 'default', 'c1', 'session-1', 'snapshot-1'])],
    [2, () => encodePart(draw, drawText(draw)).replaceAll('/', '%2F').replaceAll('?', '%3F') || 'x'],
  ])
}

function drawControlQuery(draw, { query }) {
  if (query.length === 0 || draw.chance(0.6)) return draw.chance(0.02) ? '?x=1' : ''
  const value = () =>
    draw.pick(['0', '1', '1000', '1001', '-1', '1e3', '', 'listDeployments', '200', encodePart(draw, drawText(draw))])
  return `?${draw.many(1, 3, () => `${draw.pick(query)}=${value()}`).join('&')}`
}

function drawBody(draw, { schemas, recordedRecords }, { body: schema, template }) {
  const known = recordedRecords[template.split('/')[2]]
  const valid = () => (known !== undefined && draw.chance(0.3) ? draw.pick(known) : schemas.draw(draw, schema))
  return draw.weighted([
    [40, () => writeValue(valid())],
    [35, () => writeValue(mutateValue(draw, valid()))],
    [15, () => ({ bytes: encodeText(draw, mutateText(draw, writeJson(valid()))) })],
    [6, () => writeValue(drawValue(draw))],
    [4, () => ({ bytes: draw.bytes(draw.integer(0, 40)) })],
  ])
}

function drawRestorations(draw, material) {
  const session = draw.pick(SESSIONS)
  const { snapshot, scenario } = material
  const exchanges = draw.weighted([
    [
      2,
      () => [
        call(session, 'PUT', '/snapshots/changed', mutateValue(draw, snapshot)),
        call(session, 'POST', '/snapshots/changed/restore'),
        call(session, 'GET', ''),
      ],
    ],
    [2, () => [call(session, 'PUT', '/scenario', mutateValue(draw, scenario)), call(session, 'GET', '/scenario')]],
    [1, () => [call('', 'POST', '/sessions', { snapshot: mutateValue(draw, snapshot) })]],
  ])
  return converseAbout('restorations', exchanges)
}

const ORIGINS = ['http://evil.test', 'null', 'http://localhost', 'http://localhost:1', '', 'x', 'http://[::1]']
const HOSTS = [
  'evil.test',
  'localhost',
  '127.0.0.1',
  '[::1]:4010',
  'localhost.evil.test',
  '',
  'localhost:x',
  '127.0.0.1.nip.io',
]

// Requests that a page of another origin could send.
function drawGuarded(draw, material) {
  const headers = [['Host', draw.pick(HOSTS)], ...(draw.chance(0.6) ? [['Origin', draw.pick(ORIGINS)]] : [])]
  const { method, template } = draw.pick(material.controls)
  const spelled = draw.chance(0.7) ? draw.pick(['GET', 'HEAD', 'OPTIONS', 'POST', 'TRACE']) : method
  const path = template.replace(/\{\w+\}/g, 'x')
  const exchange = writeCall({ method: spelled, path, session: draw.pick(['', '/_s/guarded']), headers })
  return converseAbout('guarded', [{ ...exchange, isControl: undefined }], path === '/events' ? AS_STREAM : {})
}

// A stream does not end, so the bytes until it is quiet are judged.
const AS_STREAM = { isTolerant: true, closes: true, patience: 30 }

function drawEvents(draw) {
  return converseAbout(
    'events',
    [call(draw.pick(['', ...SESSIONS]), draw.pick(['GET', 'GET', 'HEAD']), '/events')],
    AS_STREAM,
  )
}

function drawLarge(draw, bytes) {
  const { label, method, path, body } = drawLargeControl(draw, Math.min(bytes, 10 * MEGABYTE - 400))
  const exchange = writeCall({ method, path, session: '/_s/large', body: { bytes: body } })
  return converseAbout('large bodies', [{ ...exchange, label }], { isAlone: true })
}

function drawLargeWorld(draw) {
  const deployments = draw.skewed(2000, 300_000)
  const scenario = {
    name: `w-${drawUuid(draw)}`,
    description: 'Large.',
    providers: 1,
    integrations: [{ kind: 'standard', name: 'a', repositories: 2 }],
    deployments,
  }
  return converseAbout('large worlds', [call('/_s/large', 'PUT', '/scenario', scenario)], { isAlone: true })
}
