// What stays in memory of long texts, compared with what is counted: the short part that is kept, and not the rest.

import { once } from 'node:events'
import { request as send } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readScenarioFile } from '../../src/entries/files/index.ts'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/index.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'
import { buildImageCreation } from '../support/control-plane.ts'
import { createFolder, type Folder } from '../support/create-folder.ts'
import { sample } from '../support/scope.ts'
import { readTakenBytes } from '../support/taken-bytes.ts'

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

interface Place {
  readonly simulator: Simulator
  /** Sends a request over a connection. Returns the status of the response. */
  call(target: string, sent?: Sent): Promise<number>
  /** Sends a request in the process. Returns the status of the response. */
  ask(target: string, sent?: Sent): Promise<number>
  readonly folder: Folder
  /** Keeps a value, as its user does. */
  hold(value: unknown): void
}

interface Border {
  /** What is kept, and what is long. */
  readonly what: string
  readonly options?: SimulatorOptions
  readonly serving?: ServeOptions
  /** Sends something long. Each index sends another text. */
  fill(place: Place, index: number): unknown
  /** What `fill` returns. Default: 200 */
  readonly status?: number
}

const ROUNDS = 40
const BODY = 500_000
// A server reads no more than 64 kB of a head.
const HEAD = 60_000
// What a request leaves that no text is to blame for. It is less than a head.
const BESIDE = 40_000

// A text of its own, because V8 shares the parts of joined texts.
const repeat = (character: string, length = BODY) => Buffer.alloc(length, character).toString()
const nameOf = (index: number) => `a-text-of-some-length-${index}`
const toBody = (value: object, spaces = repeat(' ')) => `${JSON.stringify(value).slice(0, -1)}${spaces}}`
const json = { 'content-type': 'application/json' }
const post = (value: object): Sent => ({ method: 'POST', headers: json, body: toBody(value) })
const scenario = { name: 'few', description: 'Of one kind.', providers: 0, integrations: [], deployments: 1 }

const importToken = (name: string, metadata: object, more = {}) =>
  post({ provider_id: 'github', access_token: name, metadata, ...more })

const quiet = { journalSize: 0, assumptions: { authentication: 'none' } } as const
const upstream = { ...quiet, preset: 'langsmith' } as const

const sessions: readonly Border[] = [
  {
    what: 'the name of a session, before a long query',
    options: quiet,
    fill: ({ ask }, index) => ask(`/_s/${nameOf(index)}/v2/deployments?p=${repeat('p', HEAD)}`),
  },
  {
    what: 'the name of a session, before a long query that a server reads',
    options: quiet,
    fill: ({ call }, index) => call(`/_s/${nameOf(index)}/v2/deployments?p=${repeat('p', HEAD)}`),
  },
  {
    what: 'the name of a session, before a long fragment that a server reads',
    options: quiet,
    fill: ({ call }, index) => call(`/_s/${nameOf(index)}/v2/deployments?limit=1#${repeat('f', HEAD)}`),
  },
  {
    what: 'the name of a session, before a long fragment of an absolute URL',
    options: quiet,
    fill: ({ call }, index) => call(`http://a/_s/${nameOf(index)}/v2/deployments#${repeat('f', HEAD)}`),
  },
  {
    what: 'the name of a session that a folder keeps, before a long query',
    options: quiet,
    serving: { state: 'state' },
    fill: ({ call }, index) => call(`/_s/${nameOf(index)}/v2/deployments?p=${repeat('p', HEAD)}`),
  },
  {
    what: 'the name of a session, in a long query',
    options: quiet,
    fill: ({ ask }, index) =>
      ask(`/_simulator/open?session=${nameOf(index % 40)}&to=${repeat('t', 4000)}`, {
        headers: { accept: 'text/html' },
      }),
    status: 422,
  },
  {
    what: 'the name and the scenario of a session, in a body with white space',
    options: quiet,
    fill: ({ ask }, index) => ask('/_simulator/sessions', post({ name: nameOf(index), scenario })),
    status: 201,
  },
  {
    what: 'the name of an agent, which is long',
    options: quiet,
    fill: ({ call }, index) => {
      const _meta = { 'io.modelcontextprotocol/clientInfo': { name: nameOf(index) + repeat('n') } }
      const params = { _meta, name: 'see_world', arguments: {} }
      const accept = 'application/json, text/event-stream'
      const message = { jsonrpc: '2.0', id: index, method: 'tools/call', params }
      return call('/_simulator/mcp', { ...post(message), headers: { ...json, accept } })
    },
  },
]

const data: readonly Border[] = [
  {
    what: 'a record, in a body with white space',
    options: upstream,
    fill: ({ ask }, index) => ask('/v2/deployments', post(buildImageCreation({ name: nameOf(index) }))),
    status: 201,
  },
  {
    what: 'a record, in a body with white space that a server reads',
    options: upstream,
    fill: ({ call }, index) => call('/v2/deployments', post(buildImageCreation({ name: nameOf(index) }))),
    status: 201,
  },
  {
    what: 'a record, in a body of the control API',
    options: quiet,
    fill: ({ ask }, index) => ask('/_simulator/records/deployments', post({ name: nameOf(index) })),
    status: 201,
  },
  {
    what: 'a record, whose free-form field has a long name',
    options: upstream,
    fill: ({ ask }, index) =>
      ask('/v2/auth/tokens/import', importToken(nameOf(index), { [`${repeat('k', 20_000)}${index}`]: 'v' })),
  },
  {
    what: 'a record, in a body with a character beyond Latin-1',
    options: upstream,
    fill: ({ ask }, index) =>
      ask('/v2/auth/tokens/import', importToken(nameOf(index), { text: repeat('k', 20_000) }, { more: '\u20ac' })),
  },
  {
    what: 'the id in a path, before a long query',
    options: upstream,
    fill: ({ ask, simulator }) =>
      ask(`/v2/deployments/${simulator.db.deployments.list()[0]?.id}/upload-url?p=${repeat('p', HEAD)}`, {
        method: 'POST',
      }),
  },
  {
    what: 'a snapshot, in a body with white space',
    fill: ({ ask, simulator }, index) =>
      ask(`/_simulator/snapshots/${nameOf(index)}`, { ...post(simulator.snapshot()), method: 'PUT' }),
  },
  {
    what: 'what was created in a session before it was searched',
    options: { assumptions: quiet.assumptions },
    async fill({ ask, simulator }, index) {
      simulator.db.deployments.create({ name: `${nameOf(index)}${repeat('n', 2000)}` })
      return ask('/v2/deployments?name_contains=none')
    },
  },
  {
    what: 'long names that were searched',
    options: quiet,
    async fill({ ask, simulator }, index) {
      simulator.db.deployments.create({ name: `${nameOf(index)}${repeat('n', 100_000)}` })
      return ask('/v2/deployments?name_contains=none')
    },
  },
  {
    what: 'names of control characters that were listed',
    options: quiet,
    async fill({ ask, simulator }, index) {
      simulator.db.deployments.create({ name: `${nameOf(index)}${repeat('\u0001', 50_000)}` })
      return ask('/v2/deployments?limit=100')
    },
  },
  {
    what: 'a scenario, in a file with a long comment',
    async fill({ folder, hold }, index) {
      const lines = [`# ${repeat('c')}`, `name: ${nameOf(index)}`, `description: ${nameOf(index)}`, 'deployments: 0']
      hold(await readScenarioFile(await folder.write(`${index}.yaml`, lines.join('\n'))))
      return 200
    },
  },
]

const behaviour: readonly Border[] = [
  {
    what: 'a fault, in a body with white space',
    fill: ({ ask }, index) =>
      ask(
        '/_simulator/faults',
        post({ id: nameOf(index), effect: { kind: 'status', status: 503, detail: nameOf(index) } }),
      ),
    status: 201,
  },
  {
    what: 'what is counted of removed faults with long ids',
    fill({ simulator }, index) {
      const { id } = simulator.faults.add({ id: `${nameOf(index)}${repeat('i', HEAD)}`, status: 503 })
      simulator.faults.remove(id)
      return 200
    },
  },
  {
    what: 'an assumption, in a body with white space',
    fill: ({ ask }, index) =>
      ask(`/_s/${nameOf(index)}/_simulator/assumptions`, {
        ...post({ deploymentOrdering: 'createdAscending' }),
        method: 'PATCH',
      }),
  },
  {
    what: 'a response that is cached, to a long query',
    options: quiet,
    fill: ({ ask }, index) => ask(`/v2/deployments?name_contains=${nameOf(index)}&p=${repeat('p', HEAD)}`),
  },
  {
    what: 'what a long filter matches',
    options: quiet,
    async fill({ ask, simulator }, index) {
      const status = await ask(`/v2/deployments?name_contains=${repeat('p', HEAD)}${nameOf(index)}`)
      // Drops the cached responses.
      simulator.clock.advance(1)
      return status
    },
  },
]

const requests: readonly Border[] = [
  {
    what: 'a request, with a long fragment',
    fill: ({ ask }, index) => ask(`/v2/deployments?name=${nameOf(index)}#${repeat('f', HEAD)}`),
  },
  {
    what: 'a request, with a long fragment that a server reads',
    fill: ({ call }, index) => call(`/v2/deployments?name=${nameOf(index)}#${repeat('f', HEAD)}`),
  },
  {
    what: 'a request, with a long host',
    fill: ({ call }, index) => call(`http://${repeat('h', HEAD)}/v2/${nameOf(index)}`),
    status: 404,
  },
  {
    what: 'a request, with a long path',
    fill: ({ call }, index) => call(`/v2/${repeat('p', HEAD)}/${nameOf(index)}`),
    status: 404,
  },
  {
    what: 'a request, with a long id',
    options: { preset: 'langsmith', assumptions: quiet.assumptions },
    fill: ({ call }, index) => call(`/v2/auth/providers/${repeat('p', HEAD)}${nameOf(index)}`),
    status: 404,
  },
  {
    what: 'a request, with a long query',
    fill: ({ call }, index) => call(`/v2/deployments?name_contains=${repeat('p', HEAD)}${nameOf(index)}`),
  },
  {
    what: 'a request, with a long query beyond Latin-1',
    fill: ({ call }, index) => call(`/v2/deployments?name_contains=%E2%82%AC${repeat('p', HEAD)}${nameOf(index)}`),
  },
  {
    what: 'a request, which is redirected with a long query',
    fill: ({ call }, index) => call(`/v2/deployments/?name=${repeat('p', HEAD)}${nameOf(index)}`),
    status: 307,
  },
  {
    what: 'a request, with a long explanation',
    options: { explain: true },
    fill: ({ call }, index) => call(`/v2/deployments?name_contains=${repeat('p', HEAD)}${nameOf(index)}`),
  },
  {
    what: 'a request, with a long cookie',
    fill: ({ call }, index) =>
      call('/v2/deployments', { headers: { cookie: repeat('c', HEAD), 'x-id': nameOf(index) } }),
  },
  {
    what: 'a request, with a cookie',
    fill: ({ call }, index) =>
      call('/v2/deployments', { headers: { cookie: repeat('c', 15_000), 'x-id': nameOf(index) } }),
  },
  {
    what: 'a request, with a long body',
    fill: ({ call }, index) =>
      call('/v2/deployments', { ...post({}), body: toBody({ name: nameOf(index) }, repeat(' ', HEAD)) }),
    status: 422,
  },
  {
    what: 'a span, of a request with a long path',
    options: quiet,
    serving: { otlp: { url: 'collector' } },
    fill: ({ call }, index) => call(`/v2/${repeat('p', HEAD)}/${nameOf(index)}`),
    status: 404,
  },
  {
    what: 'a span, of a request with a long trace',
    options: quiet,
    serving: { otlp: { url: 'collector' } },
    fill: ({ call }) => {
      const traceparent = `01-${'1'.repeat(32)}-${'2'.repeat(16)}-01-${repeat('t', HEAD)}`
      return call('/v2/deployments', { headers: { traceparent } })
    },
  },
]

/** Sends a request. A connection of its own leaves nothing behind. */
function callServer(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body = '' }: Sent = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = send({ port, path, method, headers, agent: false, maxHeaderSize: 2 * HEAD }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', reject).end(body)
  })
}

/** Starts a collector of spans that never responds, which the server reports. */
async function startCollector(): Promise<string> {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const collector = createServer((socket) => socket.on('error', () => undefined))
  onTestFinished(() => void collector.close())
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
}

async function createPlace({ options, serving }: Border): Promise<Place> {
  const folder = await createFolder()
  onTestFinished(folder.remove)
  const simulator = createSimulator({ memory: 2000, journalSize: 10_000, ...options })
  const server = await serve(simulator, {
    port: 0,
    grace: 0,
    ...(serving?.state !== undefined && { state: folder.path('state') }),
    ...(serving?.otlp !== undefined && { otlp: { url: await startCollector() } }),
  })
  onTestFinished(() => server.close())
  const held: unknown[] = []
  return {
    simulator,
    folder,
    call: (target, sent) => callServer(server.port, target, sent),
    ask: async (target, sent) => (await simulator.fetch(target, { redirect: 'manual', ...sent })).status,
    hold: (value) => held.push(value),
  }
}

test.each(sample([...sessions, ...data, ...behaviour, ...requests], 12))(
  'no more stays in memory than is counted, and a third: $what',
  { timeout: 120_000 },
  async (border) => {
    const place = await createPlace(border)
    const read = () => ({ counted: place.simulator.memory().used, taken: readTakenBytes() })
    const fill = async (first: number, count: number) => {
      for (let index = first; index < first + count; index += 1) {
        expect(await border.fill(place, index)).toBe(border.status ?? 200)
      }
    }
    // What only the first requests take.
    await fill(ROUNDS, 3)
    const before = read()
    await fill(0, ROUNDS)
    const after = read()
    expect(after.taken - before.taken).toBeLessThan((after.counted - before.counted) * (4 / 3) + ROUNDS * BESIDE)
  },
)
