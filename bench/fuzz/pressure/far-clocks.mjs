import { buildAttack, sendInTurn } from './moves.mjs'
import { drawPlainCreation, writeGet, writeWithBody } from './requests.mjs'

const SESSION = '/_s/far'
const TIMES = [
  ...['9999-12-31T23:59:59.999999Z', '9999-01-01T00:00:00Z', '9000-06-01T00:00:00Z', '2400-02-29T00:00:00Z'],
  ...['0001-01-01T00:00:00Z', '0999-12-31T00:00:00Z', '1970-01-01T00:00:00Z', '2038-01-19T03:14:08Z'],
]
const ADVANCES = [1, 1e9, 1e12, 86_400_000 * 365, 3_155_760_000_000, 251_000_000_000_000, -1, 1e300]

/** A clock that is moved far away, and requests whose responses depend on it. */
export function drawFarClock(draw, material) {
  const rounds = draw.integer(1, 3)
  const requests = Array.from({ length: rounds }, () => drawRound(draw, material)).flat()
  return buildAttack('far clocks', 'lists, logs and the timeline', { scripts: [sendInTurn(requests)] })
}

function drawRound(draw, material) {
  const clock = draw.chance(0.75) ? { set: draw.pick(TIMES) } : { advance: draw.pick(ADVANCES) }
  const frozen = draw.chance(0.3) ? { frozen: true } : {}
  const before = draw.chance(0.4)
    ? [writeWithBody('POST', `${SESSION}/v2/deployments`, drawPlainCreation(draw, material))]
    : []
  return [
    ...before,
    writeWithBody('PATCH', `${SESSION}/_simulator/clock`, { ...clock, ...frozen }),
    ...draw.many(4, 16, () => writeGet(SESSION + drawRead(draw, material))),
  ]
}

function drawRead(draw, { deployments }) {
  return draw.weighted([
    [6, () => `/v2/deployments/${draw.pick(deployments)}/logs${drawLogQuery(draw)}`],
    [1, () => `/v2/deployment-logs${drawLogQuery(draw)}&deployment_id=${draw.pick(deployments)}`],
    [1, () => `/v2/deployments/${draw.pick(deployments)}/revisions?limit=100`],
    [1, () => draw.pick(['/v2/deployments', '/v2/deployments?status=READY&limit=100', '/v2/auth/providers'])],
    [2, () => draw.pick(['/_simulator', '/_simulator/timeline', '/_simulator/clock', '/_simulator/scenario'])],
    [1, () => `/_simulator/records/${draw.pick(['revisions', 'deployments'])}?limit=1000`],
  ])
}

function drawLogQuery(draw) {
  const optional = [
    `limit=${draw.pick([1, 50, 1000])}`,
    `query=${draw.pick(['nothing-contains-this', 'e', 'started'])}`,
    `level=${draw.pick(['CRITICAL', 'INFO', 'DEBUG'])}`,
    `start_time=${draw.pick(TIMES)}`,
    `end_time=${draw.pick(TIMES)}`,
  ].filter(() => draw.chance(0.25))
  return `?${[`order=${draw.pick(['asc', 'desc'])}`, ...optional].join('&')}`
}
