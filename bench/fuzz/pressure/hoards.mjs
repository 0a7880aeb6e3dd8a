import { buildAttack, goOnReading, pause, send, sendInTurn, stopReading } from './moves.mjs'
import { padRequests } from './padding.mjs'
import { drawPlainCreation, writeGet, writeWithBody } from './requests.mjs'

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE
const CONNECTIONS = 8
const MOST_SESSIONS = 20_000
// What all requests of a hoard have together.
const MOST_BYTES = 400 * MEGABYTE
const PATIENCE = 30_000
// V8 copies the parts of a text that have less than 13 characters.
const NAME = 'something-hoarded'

/** Many things of one sort that the program has to keep, reject or drop. */
export function drawHoard(draw, material) {
  const {
    sort,
    requests: plain,
    listeners = [],
  } = draw.pick([drawSessions, drawSessions, drawFaultTexts, drawSnapshots, drawJournals, drawWorlds, drawListeners])(
    draw,
    material,
  )
  const { requests, where } = padRequests(draw, plain, MOST_BYTES)
  const shares = Array.from({ length: Math.min(CONNECTIONS, requests.length) }, (_, worker) =>
    requests.filter((_, index) => index % CONNECTIONS === worker),
  )
  return buildAttack('hoards', sort, {
    scripts: [...listeners, ...shares.map(sendInTurn)],
    details: `${requests.length} requests${where}`,
    patience: PATIENCE,
    // A world may take long. Meanwhile, others must not wait.
    quiet: PATIENCE,
  })
}

const list = (count, make) => Array.from({ length: count }, (_, index) => make(index))

function drawSessions(draw, material) {
  const creation = drawPlainCreation(draw, material)
  const { sort, touch } = draw.pick([
    { sort: 'sessions, read once', touch: (session) => writeGet(`${session}/v2/auth/providers`) },
    { sort: 'sessions with a list', touch: (session) => writeGet(`${session}/v2/deployments`) },
    { sort: 'sessions, shown', touch: (session) => writeGet(`${session}/_simulator`) },
    {
      sort: 'sessions with a creation',
      touch: (session) => writeWithBody('POST', `${session}/v2/deployments`, creation),
    },
    {
      sort: 'sessions with a clock',
      touch: (session) => writeWithBody('PATCH', `${session}/_simulator/clock`, { advance: 60_000 }),
    },
  ])
  return { sort, requests: list(draw.skewed(2000, MOST_SESSIONS), (index) => touch(`/_s/${NAME}-${index}`)) }
}

// Where a fault has text, by what it is.
const FAULT_TEXTS = {
  detail: (text) => ({ effect: { kind: 'status', status: 503, detail: text } }),
  body: (text) => ({ effect: { kind: 'malformed', body: text } }),
  path: (text) => ({ path: `/${text}`, effect: 'stall' }),
  query: (text) => ({ query: { a: text }, effect: 'stall' }),
  id: (text) => ({ id: text, effect: 'stall' }),
}

function drawFaultTexts(draw) {
  const size = draw.skewed(10 * KILOBYTE, 9.5 * MEGABYTE)
  const count = Math.min(3000, Math.floor(MOST_BYTES / size))
  const place = draw.pick(Object.keys(FAULT_TEXTS))
  const text = draw.pick(['x', 'é']).repeat(size / 2)
  const isSpread = draw.chance(0.5)
  const requests = list(isSpread ? Math.min(count, 50) : 1, (index) =>
    writeWithBody('POST', `/_s/${NAME}-${index}/_simulator/faults`, FAULT_TEXTS[place](text)),
  )
  return {
    sort: `faults with a long ${place}${isSpread ? ' in many sessions' : ''}`,
    requests: list(count, (index) => requests[index % requests.length]),
  }
}

// Snapshots of sessions that differ, so that they share little.
function drawSnapshots(draw, material) {
  const text = 'x'.repeat(draw.skewed(KILOBYTE, 200 * KILOBYTE))
  const creation = { ...drawPlainCreation(draw, material), secrets: [{ name: 'A', value: text }] }
  const requests = list(draw.skewed(100, 1500), (index) => {
    const session = `/_s/${NAME}-${index % 50}`
    return [
      writeWithBody('POST', `${session}/v2/deployments`, creation),
      writeWithBody('POST', `${session}/_simulator/snapshots`, { name: `${NAME}-${index}` }),
      ...(index % 5 === 0
        ? [writeWithBody('POST', `${session}/_simulator/snapshots/${NAME}-${index}/restore`, {})]
        : []),
    ]
  })
  return { sort: 'snapshots', requests: requests.flat() }
}

function drawJournals(draw) {
  const size = draw.skewed(10 * KILOBYTE, MEGABYTE)
  const body = Buffer.from(`{"name":"${'x'.repeat(size)}","secrets":[1,2,3]}`)
  const sessions = list(draw.pick([1, 20, 200]), (index) =>
    writeWithBody('POST', `/_s/${NAME}-${index}/v2/deployments`, body),
  )
  const count = Math.min(3000, Math.floor(MOST_BYTES / size))
  return { sort: 'journals', requests: list(count, (index) => sessions[index % sessions.length]) }
}

function drawWorlds(draw) {
  const deployments = draw.skewed(500, 50_000)
  const requests = list(draw.integer(10, 60), (index) =>
    writeWithBody('PUT', `/_s/${NAME}-${index}/_simulator/scenario`, {
      name: `${NAME}-${index}`,
      description: 'A world of its own.',
      seed: index,
      providers: 2,
      integrations: [{ kind: 'standard', name: 'a', repositories: 2 }],
      deployments,
    }),
  )
  return { sort: 'worlds', requests }
}

// Streams of events that nobody reads, and the events for them.
function drawListeners(draw, material) {
  const requests = list(draw.skewed(300, 3000), (index) =>
    writeWithBody('POST', `/_s/${NAME}-${index % 3}/v2/deployments`, drawPlainCreation(draw, material)),
  )
  const stream = [stopReading(), send(writeGet('/_simulator/events')), pause(draw.integer(3000, 8000)), goOnReading()]
  return { sort: 'streams of events', requests, listeners: list(draw.integer(20, 200), () => stream) }
}
