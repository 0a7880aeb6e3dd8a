import { randomBytes } from 'node:crypto'
import type { SpanFacts } from './facts.ts'

/** Writes spans as the body of a request to a collector. */
export function writeSpans(spans: readonly SpanFacts[], version: string): string {
  const scope = { name: 'deploymock', version }
  const resource = { attributes: [attribute('service.name', 'deploymock'), attribute('service.version', version)] }
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans: spans.map(buildSpan) }] }] })
}

const SERVER = 2
const ERROR = 2

function buildSpan(facts: SpanFacts) {
  const { method, route, parent, received, milliseconds, status } = facts
  const start = BigInt(received) * 1_000_000n
  const hasFailed = status === null || status >= 500
  return {
    traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    ...(parent === undefined ? {} : { parentSpanId: parent.parentId }),
    name: route === undefined ? method : `${method} ${route}`,
    kind: SERVER,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + BigInt(Math.round(milliseconds * 1_000_000))),
    attributes: listAttributes(facts),
    status: hasFailed ? { code: ERROR } : {},
  }
}

// The names of OpenTelemetry for servers, and ours.
function listAttributes(facts: SpanFacts) {
  const { id, session, method, path, route, operation, status, faults, dependsOn, assumptions } = facts
  return [
    attribute('http.request.method', method),
    attribute('url.path', path),
    ...(route === undefined ? [] : [attribute('http.route', route)]),
    ...(status === null ? [] : [attribute('http.response.status_code', status)]),
    ...(operation === undefined ? [] : [attribute('deploymock.operation', operation)]),
    attribute('deploymock.session', session),
    attribute('deploymock.request', id),
    attribute('deploymock.faults', faults),
    attribute(
      'deploymock.assumptions',
      dependsOn.map((each) => `${each}=${assumptions[each]}`),
    ),
  ]
}

function attribute(key: string, value: string | number | readonly string[]) {
  if (typeof value === 'number') return { key, value: { intValue: String(value) } }
  if (typeof value === 'string') return { key, value: { stringValue: value } }
  return { key, value: { arrayValue: { values: value.map((each) => ({ stringValue: each })) } } }
}
