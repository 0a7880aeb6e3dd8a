import { areSurelyRequests, writeRequest } from '../sockets/requests.mjs'
import { writeJson } from '../values/hostile-values.mjs'

/** The sessions that calls of the control API share. */
export const SESSIONS = Array.from({ length: 10 }, (_, index) => `/_s/c${index}`)

/** A conversation of some exchanges. */
export function converseAbout(family, exchanges, rest = {}) {
  const isTolerant = exchanges.some((exchange) => exchange.isTolerant)
  const pieces = [Buffer.concat(exchanges.map(({ bytes }) => bytes))]
  const isFramed = areSurelyRequests(exchanges)
  return { family, exchanges, isFramed, isTolerant, ending: isFramed ? 'wait' : 'half-close', pieces, ...rest }
}

/** A value as a body. */
export const writeValue = (value) => ({ bytes: Buffer.from(writeJson(value)) })

/** A call of the control API. */
export function writeCall({ method, path, session, body, headers = [['Host', 'localhost']] }) {
  const target = `${session}/_simulator${path}`
  const bytes = writeRequest({
    method,
    target,
    headers: [...headers, ['Content-Type', 'application/json']],
    body: body?.bytes,
  })
  return { method, target, isControl: true, body: body?.bytes, bytes }
}

/** A call with a value, or nothing, as its body. */
export const call = (session, method, path, value) =>
  writeCall({ method, path, session, ...(value === undefined ? {} : { body: writeValue(value) }) })
