import { areSurelyRequests, writeRequest } from '../sockets/requests.mjs'
import { writeJson } from '../values/hostile-values.mjs'

/** The sessions that requests to the control API share. */
export const SESSIONS = Array.from({ length: 10 }, (_, index) => `/_s/c${index}`)

/** A conversation of several exchanges. */
export function converseAbout(family, exchanges, rest = {}) {
  const isTolerant = exchanges.some((exchange) => exchange.isTolerant)
  const pieces = [Buffer.concat(exchanges.map(({ bytes }) => bytes))]
  const isFramed = areSurelyRequests(exchanges)
  return { family, exchanges, isFramed, isTolerant, ending: isFramed ? 'wait' : 'half-close', pieces, ...rest }
}

/** A value as a body. */
export const writeValue = (value) => ({ bytes: Buffer.from(writeJson(value)) })

/** A request to the control API. */
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

/** A request to the control API whose body is a value or empty. */
export const call = (session, method, path, value) =>
  writeCall({ method, path, session, ...(value === undefined ? {} : { body: writeValue(value) }) })
