const STATUS_LINE = /^HTTP\/1\.1 [1-5]\d\d [ -~]*$/
const FIELD = /^[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e\x80-\xff]*$/
const STACK = /\n\s+at |node:internal|\/dist\/src\/|node_modules/
const NOT_HTTP = 'Invalid HTTP request received.'
const JSON_TYPE = /^application\/(?:problem\+)?json(?:;|$)/
const MOST_BYTES = 16 * 1024 * 1024

/**
 * Finds what is wrong with a response to any request.
 *
 * @param exchange the request, or undefined if it is not certain
 * @returns findings, each with its kind and a detail
 */
export function judgeResponse(response, exchange = {}) {
  const head = judgeHead(response, exchange)
  if (head.length > 0) return head
  const { body, status } = response
  if (body.length > MOST_BYTES + 4 * (exchange.bytes?.length ?? 0)) {
    return [{ kind: 'response too long', detail: `${body.length} bytes for a request of ${exchange.bytes?.length}` }]
  }
  // A response that a fault damages on purpose may be anything, even HTML.
  if (exchange.isTolerant || exchange.fault?.spoils || exchange.fault?.ends) return []
  if (isUnwritable(response)) return []
  if (status >= 500 && !exchange.fault?.name.endsWith('status')) return [found('status 5xx', response, exchange)]
  return mayBeEmpty(response, exchange) ? [] : judgeBody(response, exchange)
}

// The real service gives up if an error would repeat a value that JSON cannot contain, such as NaN. Errors of
// the simulator itself have an envelope.
function isUnwritable({ status, headers, body }) {
  return status === 500 && headers['content-type']?.startsWith('text/plain') && String(body) === 'Internal Server Error'
}

function judgeHead(response, exchange) {
  const { line, fields, headers, status } = response
  if (!STATUS_LINE.test(line) || Number.isNaN(status)) return [{ kind: 'status line', detail: line }]
  const wrong = fields.find((field) => !FIELD.test(field))
  if (wrong !== undefined) return [{ kind: 'header', detail: wrong }]
  if (headers['content-type']?.includes('html')) return [found('HTML', response, exchange)]
  return []
}

// What is deleted, and redirects.
const BODILESS = new Set([204, 303, 307])

// A preflight has no body either, and a stream starts empty.
function mayBeEmpty({ body, status, headers }, { method }) {
  if (headers['content-type'] === 'text/event-stream') return true
  if (body.length > 0) return false
  return method === 'HEAD' || BODILESS.has(status) || (method === undefined && status < 300)
}

function judgeBody(response, exchange) {
  const { body, headers, status } = response
  if (body.length === 0) return [found('no body', response, exchange)]
  const text = body.toString()
  if (STACK.test(text)) return [found('stack trace in a body', response, exchange)]
  // The figures for Prometheus.
  if (headers['content-type']?.startsWith('text/plain; version=0.0.4')) return []
  // As the service's server answers what is no HTTP.
  if (status === 400 && headers['content-type']?.startsWith('text/plain') && text === NOT_HTTP) return []
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) return [found('content type', response, exchange)]
  const value = parse(text)
  if (value === undefined) return [found('body that is not JSON', response, exchange)]
  const isRight = status < 400 ? hasResultShape(value, exchange, status) : hasErrorShape(value, exchange)
  return isRight ? [] : [found('envelope', response, exchange)]
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const shapes = {
  listDeployments: (value) => Array.isArray(value?.resources) && typeof value.offset === 'number',
  listOAuthProviders: Array.isArray,
  createDeployment: (value) => typeof value?.id === 'string' && typeof value.name === 'string',
}

function hasResultShape(value, { operation, method }, status) {
  const shape = method === 'HEAD' || status >= 300 ? undefined : shapes[operation]
  return typeof value === 'object' && value !== null && (shape?.(value) ?? true)
}

function hasErrorShape(value, { isControl }) {
  if (isControl === undefined) return isServiceError(value) || isControlError(value)
  return isControl ? isControlError(value) : isServiceError(value)
}

// One for each value of the assumption `errorBody`.
function isServiceError({ detail, title, error }) {
  if (title !== undefined) return typeof detail === 'string'
  if (error !== undefined) return typeof error?.code === 'string' && typeof error.message === 'string'
  return typeof detail === 'string' || (Array.isArray(detail) && detail.length > 0 && detail.every(isValidationError))
}

const isValidationError = ({ type, loc, msg }) =>
  typeof type === 'string' && Array.isArray(loc) && typeof msg === 'string'

function isControlError({ error }) {
  return typeof error?.message === 'string' && Array.isArray(error.issues ?? error.issues)
}

function found(kind, { line, body }, { method = '', target = '' }) {
  return { kind, detail: `${method} ${target.slice(0, 100)} got ${line}: ${body.toString('utf8', 0, 300)}`.trim() }
}
