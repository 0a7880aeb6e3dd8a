import { expect, test } from 'vitest'
import { createSimulator, type FaultInput, type SimulatorOptions } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { type Answer, type Sent, sendByHttp } from '../support/adapters.ts'
import { forEachAdapter } from '../support/for-each-adapter.ts'

interface Row extends Sent {
  readonly kind: string
  readonly target: string
  readonly status: number
  /** The names of all headers that the service itself sends. */
  readonly names: readonly string[]
  readonly options?: SimulatorOptions
  readonly fault?: FaultInput
}

const JSON_ONLY = ['content-type']
const json = { 'content-type': 'application/json' }
const langsmith: SimulatorOptions = { preset: 'langsmith' }

const rows: readonly Row[] = [
  { kind: 'a page', target: '/v2/deployments', status: 200, names: JSON_ONLY },
  { kind: 'a list', target: '/v2/auth/providers', status: 200, names: JSON_ONLY },
  { kind: 'HEAD', method: 'HEAD', target: '/v2/deployments', status: 405, names: ['allow', 'content-type'] },
  { kind: 'a wrong parameter', target: '/v2/deployments?limit=x', status: 422, names: JSON_ONLY },
  {
    kind: 'a wrong body',
    method: 'POST',
    target: '/v2/deployments',
    body: '{',
    headers: json,
    status: 422,
    names: JSON_ONLY,
  },
  { kind: 'another method', method: 'PUT', target: '/v2/deployments', status: 405, names: ['allow', 'content-type'] },
  { kind: 'a redirect', target: '/v2/deployments/?limit=1', status: 307, names: ['location'] },
  {
    kind: 'no credentials',
    target: '/v2/deployments',
    options: langsmith,
    status: 401,
    names: ['content-type', 'www-authenticate'],
  },
  { kind: 'the document', target: '/openapi.json', options: langsmith, status: 200, names: JSON_ONLY },
  { kind: 'a fault', target: '/v2/deployments', fault: { status: 503 }, status: 503, names: JSON_ONLY },
  {
    kind: 'a rate limit',
    target: '/v2/deployments',
    fault: { effect: 'rate-limit' },
    status: 429,
    names: ['content-type', 'retry-after'],
  },
  {
    kind: 'a response of one’s own',
    target: '/v2/deployments',
    fault: { respond: { status: 204, headers: { 'X-Own': 'a' } } },
    status: 204,
    names: ['x-own'],
  },
]

// These belong to the connection or follow from the body.
const OF_TRANSPORT = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']

function listNames({ headers }: Answer): string[] {
  return Object.keys(headers)
    .filter((name) => !OF_TRANSPORT.includes(name))
    .toSorted()
}

forEachAdapter((test, { name }) => {
  test.for(rows)(`$kind has its headers and no others, through ${name}`, async (row, { open }) => {
    const { simulator, send } = await open(row.options)
    if (row.fault !== undefined) simulator.faults.add(row.fault)
    const answer = await send(row.target, row)
    expect([answer.status, listNames(answer)]).toEqual([row.status, row.names.toSorted()])
  })
})

const origin = { origin: 'https://app.example.com' }
const CORS = ['access-control-allow-credentials', 'access-control-allow-origin', 'access-control-expose-headers']
const ALLOWED = 'access-control-allow-methods'
const preflight = { ...origin, 'access-control-request-method': 'POST' }

test.for<Row>([
  {
    kind: 'a page of another origin',
    target: '/v2/deployments',
    headers: origin,
    status: 200,
    names: [...CORS, 'content-type', 'vary'],
  },
  {
    kind: 'a preflight',
    method: 'OPTIONS',
    target: '/v2/deployments',
    headers: preflight,
    status: 204,
    names: [...CORS, ALLOWED, 'vary'],
  },
  { kind: 'an unknown path', target: '/nowhere', status: 404, names: JSON_ONLY },
  { kind: 'the control API', target: '/_simulator', status: 200, names: ['cache-control', 'content-type', 'vary'] },
  {
    kind: 'a refusal of the control API',
    method: 'POST',
    target: '/_simulator/faults',
    body: '{',
    status: 400,
    names: ['cache-control', 'content-type'],
  },
  { kind: 'the pages of the documentation', target: '/docs', options: langsmith, status: 200, names: JSON_ONLY },
])('$kind has its headers and no others, through serve', async ({ target, status, names, options, ...sent }) => {
  const simulator = createSimulator(options)
  const server = await serve(simulator, { port: 0 })
  const answer = await sendByHttp(server.url)(target, sent)
  await server.close()
  expect([answer.status, listNames(answer)]).toEqual([status, names.toSorted()])
})
