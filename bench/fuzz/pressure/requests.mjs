import { drawValidCreation } from '../sockets/bodies.mjs'
import { writeRequest } from '../sockets/requests.mjs'
import { writeJson } from '../values/hostile-values.mjs'

const HEADERS = [
  ['Host', 'localhost'],
  ['X-Api-Key', 'fuzz'],
]

/** The bytes of a GET request. */
export const writeGet = (target) => writeRequest({ target, headers: HEADERS })

/** The bytes of a request with a JSON body: a value, or bytes that are sent as they are. */
export function writeWithBody(method, target, body, headers = HEADERS) {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(writeJson(body))
  return writeRequest({ method, target, headers: [...headers, ['Content-Type', 'application/json']], body: bytes })
}

// Who sends a request: a client, a page of another origin, or a page whose host name was rebound.
const SENDERS = {
  'a client': HEADERS,
  'a foreign page': [...HEADERS, ['Origin', 'http://evil.test']],
  'a rebound page': [
    ['Host', 'evil.test'],
    ['X-Api-Key', 'fuzz'],
  ],
}

/** The headers of a sender, and who that is. */
export function drawSender(draw) {
  const sender = draw.pick(['a client', 'a client', ...Object.keys(SENDERS)])
  return { sender, headers: SENDERS[sender] }
}

const LONE_SURROGATES = /\p{Surrogate}/gu

/** A creation that the service accepts, and whose response it can write. */
export function drawPlainCreation(draw, material) {
  const text = JSON.stringify(drawValidCreation(draw, material), (_, value) =>
    typeof value === 'string' ? value.replace(LONE_SURROGATES, 'x') : value,
  )
  return JSON.parse(text)
}
