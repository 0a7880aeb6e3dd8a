import { expect, test } from 'vitest'
import { controlOperationsOf } from '../../src/engine/control/control-operations.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { service } from '../../src/service/service.ts'
import { adapters } from '../support/adapters.ts'
import { findControlIssue } from '../support/checked-fetch.ts'

interface Called {
  /** What replaces the placeholder of the path. */
  id?: string
  query?: string
  /** A text is sent as it is, anything else as JSON. */
  body?: object | string
}

/**
 * A request that each operation accepts, in an order in which all of them do, and which reads what there is. Others
 * accept one without anything.
 */
const REQUESTS: Readonly<Record<string, Called>> = {
  loadScenario: { body: { name: 'first-day' } },
  addFault: { body: { id: 'down', path: '/v2', status: 503 } },
  listFaults: {},
  matchFault: { body: { status: 503 } },
  removeFault: { id: 'down' },
  clearFaults: {},
  setChaos: { body: { level: 0 } },
  listRequests: {},
  countRequests: {},
  exportRequests: {},
  getRequest: { id: '1' },
  ask: { body: { path: '/v2/deployments' } },
  clearRequests: {},
  assume: { body: { lastPageOffset: 'limit' } },
  changeSettings: { body: {} },
  moveClock: { body: { advance: 1000 } },
  countRecords: { id: 'deployments' },
  takeSnapshot: { body: { name: 'kept' } },
  listSnapshots: {},
  getSnapshot: { id: 'kept' },
  putSnapshot: { id: 'other' },
  restoreSnapshot: { id: 'kept' },
  deleteSnapshot: { id: 'kept' },
  createSession: { body: { name: 'own' } },
  listSessions: {},
  getSession: { id: 'own' },
  deleteSession: { id: 'own' },
  createLink: { body: {} },
}

const operations = controlOperationsOf(service)

interface Received {
  status: number
  body: string
}

type Send = (name: string, called: Called) => Promise<Received>

/** Returns a function that sends a request to an operation and compares the response with the document. */
function createSend({ fetch }: Simulator): Send {
  return async (name, { id = '', query = '', body }) => {
    const { method = '', template = '' } = operations.find((each) => each.name === name) ?? {}
    const path = `/_simulator${template.replace(/\{\w+\}/, id)}`
    const init = { method, redirect: 'manual', headers: { accept: 'text/html' } } as const
    const text = typeof body === 'object' ? JSON.stringify(body) : body
    const sent = text === undefined ? init : { ...init, body: text }
    const response = await fetch(`${path}?${query}`, sent)
    const { status, headers } = response
    const type = headers.get('content-type')
    const received = type === 'text/event-stream' ? await readStart(response) : await response.text()
    expect(findControlIssue({ method, path, status, type, body: received })).toBeUndefined()
    return { status, body: received }
  }
}

// A stream does not end.
async function readStart({ body }: Response): Promise<string> {
  await body?.cancel()
  return 'event'
}

test('status, content type and body of every operation are those of the document', async () => {
  const others = operations.filter(({ name, template }) => !template.startsWith('/records/') && !(name in REQUESTS))
  expect(operations.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(REQUESTS)))
  const requests = { ...REQUESTS, ...Object.fromEntries(others.map(({ name }) => [name, {}])) }
  const simulator = createSimulator({ scenario: 'first-day' })
  const send = createSend(simulator)
  const snapshot = JSON.parse(JSON.stringify(simulator.snapshot()))
  const refused: string[] = []
  for (const [name, called] of Object.entries<Called>(requests)) {
    if (name === 'listRequests') await simulator.fetch('/v2/deployments')
    const { status, body } = await send(name, name === 'putSnapshot' ? { ...called, body: snapshot } : called)
    if (status >= 400) refused.push(`${name}: ${body}`)
  }
  expect(refused, 'Add requests that these operations accept to REQUESTS.').toEqual([])
})

test('status, content type and body of the operations on records are those of the document', async () => {
  const send = createSend(createSimulator({ scenario: 'first-day' }))
  const lists = operations.filter(({ method, template }) => method === 'GET' && /^\/records\/\w+$/.test(template))
  for (const { name, template } of lists) {
    const { body } = await send(name, { query: 'limit=1' })
    const [record] = JSON.parse(body).records
    const there = operations.filter((each) => each.template.startsWith(template) && each.name !== name)
    for (const each of there)
      await send(each.name, { id: record?.id ?? 'unknown', ...(each.body && { body: record ?? {} }) })
  }
})

// MSW handlers do not answer the control API.
const passing = adapters.filter(({ name, takesEveryPath }) => takesEveryPath && !name.startsWith('msw/'))

test.for(passing)('status, content type and body are those of the document through $name', async ({ open }) => {
  const { send, close } = await open({ scenario: 'empty' })
  const rows = [
    ['GET', '/_simulator/clock', 200],
    ['DELETE', '/_simulator/faults', 204],
    ['GET', '/_simulator/open', 303],
    ['GET', '/_simulator/requests/7', 404],
  ] as const
  for (const [method, path, expected] of rows) {
    const { status, headers, body } = await send(path, { method, headers: { accept: 'text/html' } })
    expect(findControlIssue({ method, path, status, type: headers['content-type'], body })).toBeUndefined()
    expect(status).toBe(expected)
  }
  await close()
})
