import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRouter } from '../../src/engine/contract/routing.ts'
import { resolveAssumptions, trackAssumptions } from '../../src/engine/define/assumptions/assumptions.ts'
import { splitList } from '../../src/engine/define/assumptions/register-entry.ts'
import { entriesOf, fieldOf, isJsonObject, type JsonValue } from '../../src/engine/input/json/json-value.ts'
import { timestampSchema } from '../../src/engine/input/schemas/timestamp.ts'
import { toCanonicalId } from '../../src/engine/input/schemas/uuid.ts'
import { readRequest } from '../../src/fastapi/fastapi.ts'
import { writeJson } from '../../src/fastapi/json/write-json.ts'
import { createSimulator } from '../../src/index.ts'
import { type RunningServer, serve } from '../../src/server/index.ts'
import { questions } from '../../src/service/assumptions/questions.ts'
import { service } from '../../src/service/service.ts'
import {
  bodyOf,
  type ControlPlaneVector,
  controlPlaneVectors,
  headersOf,
  isAccepted,
  jsonOf,
  parsedOf,
  RECORDED_HOST,
  textOf,
} from '../support/control-plane-vectors.ts'
import { sample } from '../support/scope.ts'

// They were recorded from what the service published before it had a second family of types.
const ASSUMED = { authentication: 'none', crossOrigin: 'none', deploymentTypes: 'written' } as const
// The preset has another creation until the whole one is simulated.
const isCreationWhole = String(resolveAssumptions(questions, 'langsmith').creation) === 'upstream'
const recorded = controlPlaneVectors.filter(({ operation }) => isCreationWhole || operation !== 'createDeployment')
const options = { preset: 'langsmith', scenario: 'empty', assumptions: ASSUMED } as const

/** A response, with its headers in lower case. */
interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
}

/** Lists what differs between the recorded response to a request and the received one. */
function compare(vector: ControlPlaneVector, { status, headers, text }: Received): string[] {
  const expected = { status: vector.status, text: vector.method === 'HEAD' ? '' : textOf(vector) }
  const names = Object.keys(vector.response_headers)
  const received = { status, text, headers: Object.fromEntries(names.map((name) => [name, headers[name]])) }
  const isSame = JSON.stringify({ ...expected, headers: vector.response_headers }) === JSON.stringify(received)
  return isSame
    ? []
    : [`${describeRequest(vector)}\n  gets ${JSON.stringify(received)}\n  not  ${JSON.stringify(expected)}`]
}

function describeRequest({ case: name, method, target, body = '' }: ControlPlaneVector): string {
  return `${name}: ${method} ${target} ${body}`
}

const simulator = createSimulator(options)

// A URL normalizes these paths, and fetch does not have this method.
const isVerbatim = ({ method, target }: ControlPlaneVector) =>
  method !== 'TRACE' && !/\\|\/\.{1,2}(?:[/?#]|$)/.test(target.replace(/%2e/gi, '.'))

test.for(recorded)(
  'the recorded rejections of the control plane are those of a simulator: $operation',
  async ({ vectors }) => {
    const found: string[] = []
    for (const vector of vectors.filter((each) => !isAccepted(each) && isVerbatim(each))) {
      const body = bodyOf(vector)
      const response = await simulator.fetch(`http://${RECORDED_HOST}${vector.target}`, {
        method: vector.method,
        headers: headersOf(vector).filter(([name]) => name.toLowerCase() !== 'host'),
        redirect: 'manual',
        ...(body === undefined ? {} : { body: new Uint8Array(body) }),
      })
      const headers = Object.fromEntries(response.headers)
      found.push(...compare(vector, { status: response.status, headers, text: await response.text() }))
    }
    expect(found).toEqual([])
  },
)

let server: RunningServer

beforeAll(async () => {
  server = await serve(createSimulator(options), { port: 0 })
})
afterAll(() => server.close())

// The simulator has the same rejections. This is about what only a server reads: the bytes of a request.
test.for(sample(recorded, 3))(
  'the recorded rejections of the control plane are those of a server: $operation',
  async ({ vectors }) => {
    const connection = openConnection(server.port)
    const found: string[] = []
    for (const vector of vectors.filter((each) => !isAccepted(each))) {
      found.push(...compare(vector, await connection.send(vector)))
    }
    connection.close()
    expect(found).toEqual([])
  },
)

/** Opens a connection that sends requests verbatim, one after the other. */
function openConnection(port: number) {
  const socket: Socket = connect(port, '127.0.0.1')
  let received = ''
  let wake = () => {}
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
    wake()
  })
  return {
    close: () => socket.destroy(),
    async send(vector: ControlPlaneVector): Promise<Received> {
      received = ''
      socket.write(writeRequest(vector))
      for (;;) {
        const response = readResponse(received, vector.method)
        if (response !== undefined) return response
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

function writeRequest(vector: ControlPlaneVector): Buffer {
  const body = bodyOf(vector)
  const given = headersOf(vector)
  const hasHost = given.some(([name]) => name.toLowerCase() === 'host')
  const headers = [
    ...(hasHost ? [] : [['Host', RECORDED_HOST]]),
    ...given,
    ...(body === undefined ? [] : [['Content-Length', String(body.length)]]),
  ]
  const lines = [`${vector.method} ${vector.target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body ?? Buffer.alloc(0)])
}

function readResponse(received: string, method: string): Received | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [line = '', ...fields] = received.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    fields.map((field) => [
      field.slice(0, field.indexOf(':')).toLowerCase(),
      field.slice(field.indexOf(':') + 1).trim(),
    ]),
  )
  const body = received.slice(end + 4)
  const length = method === 'HEAD' ? 0 : Number(headers['content-length'] ?? 0)
  if (body.length < length) return undefined
  return { status: Number(line.split(' ')[1]), headers, text: Buffer.from(body, 'latin1').toString('utf8') }
}

const assumptions = resolveAssumptions(questions, 'langsmith', ASSUMED)
const router = createRouter(service, trackAssumptions(assumptions))

test.for(recorded)(
  'accepted requests of the control plane are read as the framework reads them: $operation',
  ({ vectors }) => {
    const found = vectors.filter(isAccepted).flatMap((vector) => {
      const [received, expected] = [readVector(vector), expectedOf(vector)]
      return received === expected ? [] : [`${describeRequest(vector)}\n  is read as ${received}\n  not as ${expected}`]
    })
    expect(found).toEqual([])
  },
)

function readVector(vector: ControlPlaneVector): string {
  const [, path = '', query = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(vector.target) ?? []
  const match = router.match(vector.method, path)
  if (match.kind === 'redirect') return `a redirect to ${match.path}`
  const headers = new Map(
    headersOf(vector)
      .reverse()
      .map(([name, value]) => [name.toLowerCase(), value]),
  )
  const request = { method: vector.method, address: () => ({ origin: '', basePath: '' }), path, query }
  const body = bodyOf(vector) ?? new Uint8Array()
  const read = readRequest({ ...request, header: (name) => headers.get(name), body }, match, {
    assumptions,
    access: service.access,
  })
  // A change contains only what the request gives.
  const readBody = vector.method === 'PATCH' ? onlyGiven(read.exactBody, jsonOf(vector)) : read.exactBody
  return writeJson({ ...read.values, ...(match.operation.body === undefined ? {} : { body: readBody }) })
}

function onlyGiven(value: unknown, given: JsonValue): unknown {
  if (Array.isArray(value) && Array.isArray(given)) return value.map((item, index) => onlyGiven(item, given[index]))
  if (!isJsonObject(value) || !isJsonObject(given)) return value
  const fields = [...entriesOf(value)].flatMap(([name, field]): [string, unknown][] => {
    const givenField = fieldOf(given, name)
    return givenField === undefined ? [] : [[name, onlyGiven(field, givenField)]]
  })
  return new Map(fields)
}

// Times are read in the form of records, and lists of ids as lists.
function expectedOf(vector: ControlPlaneVector): string {
  return writeJson(toOurs(parsedOf(vector)))
}

function toOurs(parsed: JsonValue): unknown {
  if (!isJsonObject(parsed)) return parsed
  return new Map([...entriesOf(parsed)].map(([name, value]) => [name, readers.get(name)?.(value) ?? toOurs(value)]))
}

const toTime = (value: JsonValue) =>
  typeof value === 'string' ? timestampSchema.parse(/(?:Z|[-+]\d\d:\d\d)$/.test(value) ? value : `${value}Z`) : value
const toIds = (value: JsonValue) =>
  typeof value === 'string'
    ? splitList(value)
        .filter(Boolean)
        .map((id) => toCanonicalId(id.toLowerCase()))
    : value

const readers: ReadonlyMap<string, (value: JsonValue) => unknown> = new Map([
  ['start_time', toTime],
  ['end_time', toTime],
  ['tag_value_ids', toIds],
  ['deployment_ids', toIds],
])
