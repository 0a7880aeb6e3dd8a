import { areSurelyRequests, writeRequest } from '../sockets/requests.mjs'
import { writeJson } from '../values/hostile-values.mjs'

/** The sessions that calls of the control API share. */
export const SESSIONS = Array.from({ length: 10 }, (_, index) => `/_s/c${index}`)

// What building a record may take, beside the time that any request may take.
const MILLISECONDS_PER_RECORD = 0.1

/** A conversation of some exchanges. */
export function converseAbout(family, exchanges, rest = {}) {
  const isTolerant = exchanges.some((exchange) => exchange.isTolerant)
  const pieces = [Buffer.concat(exchanges.map(({ bytes }) => bytes))]
  const isFramed = areSurelyRequests(exchanges)
  return { family, exchanges, isFramed, isTolerant, ending: isFramed ? 'wait' : 'half-close', pieces, ...rest }
}

/** A value as a body. */
export const writeValue = (value) => ({ bytes: Buffer.from(writeJson(value)), records: countRecords(value) })

/** How many records a body asks for, so that the time it takes to build them can be told from a block. */
function countRecords(value, field = '') {
  if (typeof value === 'number') {
    return ['count', 'deployments', 'repositories', 'providers'].includes(field) && value > 0 && value <= 1e6
      ? value
      : 0
  }
  if (value === 'busy' || value === 'troubled' || value === 'page-edges') return 1500
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce(
    (sum, [name, inner]) => sum + countRecords(inner, Array.isArray(value) ? field : name),
    0,
  )
}

/** A call of the control API. `records` of its body is how many it asks for. */
export function writeCall({ method, path, session, body, headers = [['Host', 'localhost']] }) {
  const target = `${session}/_simulator${path}`
  const bytes = writeRequest({
    method,
    target,
    headers: [...headers, ['Content-Type', 'application/json']],
    body: body?.bytes,
  })
  const allowance = (body?.records ?? 0) * MILLISECONDS_PER_RECORD
  return { method, target, isControl: true, body: body?.bytes, bytes, allowance }
}

/** A call with a value, or nothing, as its body. */
export const call = (session, method, path, value) =>
  writeCall({ method, path, session, ...(value === undefined ? {} : { body: writeValue(value) }) })
