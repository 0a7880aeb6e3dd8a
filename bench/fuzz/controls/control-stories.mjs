import { scenarios } from '../../../build/src/service/scenarios.js'
import { drawValidCreation } from '../sockets/bodies.mjs'
import { writeRequest } from '../sockets/requests.mjs'
import { drawQuery } from '../sockets/targets.mjs'
import { mutateValue } from '../values/json-mutations.mjs'
import { call, converseAbout, SESSIONS } from './control-calls.mjs'

// The large world takes too long to build, and the last two names do not exist.
const SCENARIOS = [...scenarios.map(({ name }) => name).filter((name) => name !== 'large'), 'nothing', '']

/** Sequences of steps that make sense, most of them with odd values. */
export function drawStory(draw, material) {
  const session = draw.pick(SESSIONS)
  const { schemas, definitions } = material
  const drawOf = (name) => schemas.draw(draw, definitions[name])
  const own = `own-${draw.integer(0, 5)}`
  const stories = [
    () => [
      call(session, 'POST', '/faults', { ...drawOf('FaultInput'), id: own }),
      call(session, 'GET', '/faults'),
      call(session, 'DELETE', `/faults/${own}`),
    ],
    () => [
      call('', 'POST', '/sessions', { name: own, scenario: draw.pick(SCENARIOS) }),
      call(`/_s/${own}`, 'GET', ''),
      call('', 'DELETE', `/sessions/${own}`),
    ],
    () => [
      call('', 'POST', '/sessions', { name: own, scenario: drawOf('ScenarioInput') }),
      call(`/_s/${own}`, 'GET', '/scenario'),
      call('', 'DELETE', `/sessions/${own}`),
    ],
    () => [
      call(session, 'POST', '/snapshots', { name: own }),
      call(session, 'PATCH', '/assumptions', drawOf('AssumptionsInput')),
      call(session, 'POST', `/snapshots/${own}/restore`),
    ],
    () => [
      call(session, 'PATCH', '/clock', mutateValue(draw, { set: '9999-12-31T23:59:59.999999Z', advance: 1 })),
      call(session, 'GET', '/scenario'),
      call(session, 'POST', '/reset'),
    ],
    () => [
      call(session, 'PUT', '/scenario', drawOf('ScenarioInput')),
      call(session, 'GET', '/records/deployments'),
      call(session, 'GET', ''),
    ],
    () => [
      call(session, 'PUT', '/scenario', { name: draw.pick(SCENARIOS) }),
      call(session, 'GET', '/requests'),
      call(session, 'GET', '/requests/1'),
    ],
    () => [
      call(session, 'PATCH', '/assumptions', drawOf('AssumptionsInput')),
      askService(draw, material, session),
      call(session, 'GET', '/requests/1'),
    ],
    () => [
      call(session, 'POST', '/faults', drawOf('FaultInput')),
      askService(draw, material, session),
      askService(draw, material, session),
    ],
    () => [
      call(session, 'PATCH', '/clock', {
        set: draw.pick(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2400-01-01T00:00:00Z']),
      }),
      askService(draw, material, session),
      call(session, 'GET', '/scenario'),
    ],
  ]
  return converseAbout('stories', draw.pick(stories)())
}

// There may be faults, so a response is not required.
function askService(draw, material, session) {
  const isCreation = draw.chance(0.4)
  const body = isCreation ? Buffer.from(JSON.stringify(drawValidCreation(draw, material))) : undefined
  const target = `${session}${isCreation ? '/v2/deployments' : draw.pick(['/v2/auth/providers', `/v2/deployments${drawQuery(draw, material)}`])}`
  const method = isCreation ? 'POST' : 'GET'
  const headers = [
    ['Host', 'localhost'],
    ['X-Api-Key', 'fuzz'],
    ['Content-Type', 'application/json'],
  ]
  return { method, target, isTolerant: true, body, bytes: writeRequest({ method, target, headers, body }) }
}
