import { expect, test } from 'vitest'
import { controlOperationsOf } from '../../src/engine/control/control-operations.ts'
import { takesText } from '../../src/engine/control/requests/control-input.ts'
import { schemaFor } from '../../src/engine/control/shared/fields.ts'
import { contentTypes, type ResponseKind, textTypes } from '../../src/engine/http/operation-declaration.ts'
import { createClient } from '../../src/entries/client/remote/create-client.ts'
import { service } from '../../src/service/service.ts'
import { CALLS, EXCEPTIONS, WITHOUT_PARAMETERS } from '../support/calls.ts'
import { listFunctions } from '../support/public-functions.ts'

// People open links, and the others are for programs that know nothing of the client.
const WITHOUT_METHOD = ['openLink', 'getDocument', 'getHealth', 'getMetrics']

// The methods that do more with a response than to read it.
const BY_HAND = ['client.events', 'client.requests.waitFor', 'client.sessions.create', 'client.session']
const FROM_A_PAGE: Readonly<Record<string, unknown>> = {
  'client.db.*.list': ['a record'],
  'client.db.*.count': 1,
  'client.requests.count': 1,
}
const SAMPLE = { total: 1, records: ['a record'] }

const operations = controlOperationsOf(service).map((operation) => ({
  ...operation,
  pattern: new RegExp(`^${operation.method} ${operation.template.replace(/\{\w+\}/g, '[^/]+')}$`),
}))

/** The first request of a method of the client. */
interface Sent {
  readonly name: string
  /** Its method and path: `GET /faults`. */
  readonly request: string
  readonly query: readonly string[]
  readonly type: string | undefined
  /** What the method returns for the response that the operation declares. */
  readonly result: Promise<unknown>
}

const find = ({ request }: Sent) => operations.find(({ pattern }) => pattern.test(request))

/** Calls every method of a client, and answers the first request of each as its operation declares. */
function collectRequests(): Sent[] {
  const requests: Omit<Sent, 'name' | 'result'>[] = []
  const client = createClient('http://any.test', {
    fetch: (url, init) => {
      const { pathname, searchParams } = new URL(String(url))
      const path = pathname.replace(/^(?:\/_s\/[^/]+)?\/_simulator/, '')
      const type = new Headers(init?.headers).get('content-type') ?? undefined
      const sent = { request: `${init?.method} ${path}`, query: [...searchParams.keys()], type }
      requests.push(sent)
      return Promise.resolve(respond(sent.request))
    },
  })
  return listFunctions('client', client).flatMap(({ name, call }) => {
    const given = (CALLS[name] ?? []).map(({ valid }) => valid)
    const before = requests.length
    const result = (async () => Reflect.apply(call, undefined, given))()
    // A method that needs other arguments has sent nothing, which the tests see.
    result.catch(() => undefined)
    const sent = requests[before]
    return sent === undefined ? [] : [{ name, ...sent, result }]
  })
}

function respond(request: string): Response {
  const { responses = {} } = operations.find(({ pattern }) => pattern.test(request)) ?? {}
  const [[status, { kind }] = [204, { kind: 'nothing' as ResponseKind }]] = Object.entries(responses)
  const type = contentTypes[kind]
  if (type === null) return new Response(null, { status: Number(status) })
  const body = kind === 'events' ? '' : kind in textTypes ? 'a text' : JSON.stringify(SAMPLE)
  return new Response(body, { status: Number(status), headers: { 'content-type': type } })
}

const requests = collectRequests()

test('every operation of the control API has a method of the client', () => {
  const missing = operations.filter((operation) => !requests.some((each) => find(each) === operation))
  expect(
    missing.map(({ name }) => name),
    'Add a method for each new operation to src/entries/client/remote/remote-simulator.ts and calls.ts, with valid arguments in test/support/calls.ts.',
  ).toEqual(WITHOUT_METHOD)
})

test('every method of the client is in the table of calls', () => {
  const names = listFunctions('client', createClient('http://any.test')).map(({ name }) => name)
  const isKnown = (name: string) =>
    name in CALLS || WITHOUT_PARAMETERS.includes(name) || EXCEPTIONS.some(([excepted]) => excepted.test(name))
  expect(
    names.filter((name) => !isKnown(name)),
    'Add these methods to CALLS in test/support/calls.ts.',
  ).toEqual([])
})

test('every request of the client has an operation of the control API', () => {
  const unknown = requests.filter((each) => find(each) === undefined)
  expect(
    unknown.map(({ request }) => request),
    'List the operations for these requests in src/engine/control/control-operations.ts, or correct the paths in src/entries/client/remote/calls.ts.',
  ).toEqual([])
})

test.for(requests.map((each) => [each.name, each] as const))('%s sends what its operation declares', ([, sent]) => {
  const { query, body } = find(sent) ?? {}
  const { shape = {} } = query === undefined ? {} : schemaFor(query, service)
  const unknown = sent.query.filter((name) => !Object.keys(shape).includes(name))
  expect(unknown).toEqual([])
  if (sent.type === undefined) return
  expect(body).toBeDefined()
  const isText = body !== undefined && takesText(body)
  expect(sent.type).toMatch(isText ? /^text\/plain/ : /^application\/json$/)
})

test.for(requests.filter(({ name }) => !BY_HAND.includes(name)).map((each) => [each.name, each] as const))(
  '%s reads the response that its operation declares',
  async ([name, sent]) => {
    const { method, refusals, responses = {} } = find(sent) ?? {}
    const [shape] = Object.values(responses)
    const removed = method === 'DELETE' && refusals?.includes(404) ? true : undefined
    const value =
      shape?.kind === 'nothing' ? removed : shape !== undefined && shape.kind in textTypes ? 'a text' : SAMPLE
    expect(await sent.result).toEqual(name in FROM_A_PAGE ? FROM_A_PAGE[name] : value)
  },
)
