// Tests of the fuzz itself: node --test bench/fuzz/fuzz.test.mjs
import { deepEqual, equal, match, notDeepEqual, ok } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { drawFile } from './files/file-cases.mjs'
import { judgeAttack } from './pressure/judge-attack.mjs'
import { countBytes, countExpected } from './pressure/moves.mjs'
import { packings } from './pressure/packings.mjs'
import { padRequests } from './pressure/padding.mjs'
import { drawPressureCase } from './pressure/pressure-cases.mjs'
import { writeGet, writeWithBody } from './pressure/requests.mjs'
import { createStatusCounter } from './pressure/status-counter.mjs'
import { judgeConversation } from './running/judge-conversation.mjs'
import { judgeResponse } from './running/judge-response.mjs'
import { createResponseReader } from './running/response-reader.mjs'
import { drawSocketCase } from './sockets/socket-cases.mjs'
import { openDraw } from './values/draw.mjs'
import { markRaw, writeJson } from './values/hostile-values.mjs'

const MATERIAL = {
  integrations: ['i'],
  repositories: [{ integration_id: 'i', url: 'https://github.com/a/b' }],
  deployments: ['d'],
  names: ['search'],
  tags: ['t'],
  images: ['1.0'],
  recorded: ['/v2/deployments'],
  recordedBodies: ['{}'],
  scenario: { name: 'default' },
}

const drawMany = (draw, seed) =>
  Array.from({ length: 300 }, (_, number) => draw(openDraw(seed, 'test', number), MATERIAL))

for (const [name, draw] of Object.entries({ drawSocketCase, drawFile })) {
  test(`${name} draws the same for the same seed, and something else for another`, () => {
    deepEqual(drawMany(draw, 1), drawMany(draw, 1))
    notDeepEqual(drawMany(draw, 1), drawMany(draw, 2))
  })
}

const ATTACKS = Array.from({ length: 40 }, (_, number) => drawPressureCase(openDraw(1, 'pressure', number), MATERIAL))

test('drawPressureCase draws the same for the same seed, and something else for another', () => {
  for (const number of [0, 1, 2, 3, 5, 8]) {
    const again = drawPressureCase(openDraw(1, 'pressure', number), MATERIAL)
    deepEqual(digest(again), digest(ATTACKS[number]))
    notDeepEqual(digest(drawPressureCase(openDraw(2, 'pressure', number), MATERIAL)), digest(again))
  }
})

// Comparing the bytes themselves would take minutes.
const digest = ({ scripts, ...attack }) => ({
  ...attack,
  scripts: scripts.map((moves) => moves.map(({ bytes, ...move }) => ({ ...move, bytes: bytes && hashBytes(bytes) }))),
})
const hashBytes = (bytes) => createHash('sha256').update(bytes).digest('hex')

test('every attack is bounded in its connections, bytes, responses and time', () => {
  for (const attack of ATTACKS) {
    ok(attack.connections >= 1 && attack.connections <= 700, `${attack.connections} connections`)
    ok(countBytes(attack) <= 450_000_000, `${countBytes(attack)} bytes`)
    ok(countExpected(attack) <= 60_000, `${countExpected(attack)} responses`)
    ok(attack.patience <= 30_000, `${attack.patience} ms`)
  }
})

test('all families of attacks are drawn', () => {
  deepEqual(
    new Set(ATTACKS.map(({ family }) => family)),
    new Set(['pipelines', 'held bodies', 'far clocks', 'compressed bodies', 'hoards']),
  )
})

test('bodies are compressed as their name says', () => {
  const body = Buffer.from('{"a":[1,2,3]}')
  const { gzip, deflate, br } = packings
  deepEqual(
    [gunzipSync(gzip(body).body), inflateSync(deflate(body).body), brotliDecompressSync(br(body).body)].map(String),
    Array.from({ length: 3 }, () => String(body)),
  )
})

test('requests are padded at every place, and stay requests', () => {
  const plain = [writeWithBody('POST', '/v2/deployments', { name: 'a' }), writeGet('/v2/deployments?limit=1')]
  const padded = Array.from({ length: 40 }, (_, number) => padRequests(openDraw(1, 'padding', number), plain, 100_000))
  const places = padded.map(({ where }) => /a (\w+) of/.exec(where)?.[1] ?? 'none')
  deepEqual(new Set(places), new Set(['none', 'body', 'query', 'host', 'header']))
  for (const bytes of padded.flatMap(({ requests }) => requests)) {
    const [head, body] = bytes.toString('latin1').split('\r\n\r\n')
    match(head, /^(?:POST|GET) (?:http:\/\/p+)?\/v2\/deployments(?:\?[\w=&]*)? HTTP\/1\.1\r\n/)
    equal(body.length, Number(/Content-Length: (\d+)/.exec(head)?.[1] ?? 0))
    if (body !== '') deepEqual(JSON.parse(body), { name: 'a' })
  }
})

test('the counter counts responses wherever the bytes are cut', () => {
  const bytes = Buffer.from(
    `HTTP/1.1 100 Continue\r\n\r\n${respond('200 OK', 'one')}${respond('503 Busy')}${respond('200 OK')}`,
  )
  for (let size = 1; size <= bytes.length; size += 1) {
    const counter = createStatusCounter()
    for (let at = 0; at < bytes.length; at += size) counter.push(bytes.subarray(at, at + size))
    equal(counter.count(), 3)
    deepEqual(Object.fromEntries(counter.statuses), { 100: 1, 200: 2, 503: 1 })
  }
})

const MEGABYTE = 1024 * 1024
const CALM = { asked: 9, longest: 5, worked: 5, rejected: [], isHanging: false, resident: 200 * MEGABYTE }
const EFFECTS = [
  ['hang', { seen: { ...CALM, isHanging: true, worked: 28_000 } }],
  ['others wait', { seen: { ...CALM, longest: 3000, worked: 1200 } }],
  ['memory', { seen: { ...CALM, resident: 700 * MEGABYTE } }],
  ['others rejected', { seen: { ...CALM, rejected: [503] } }],
  ['uncounted memory', { memory: { counted: 60 * MEGABYTE, taken: 250 * MEGABYTE, resident: 200 * MEGABYTE } }],
  ['uncounted memory', { memory: { counted: 60 * MEGABYTE, taken: 60 * MEGABYTE, resident: 250 * MEGABYTE } }],
  ['no response', { quiet: 1 }],
  ['status 5xx', { statuses: new Map([[500, 2]]) }],
]
const judge = (effect) =>
  judgeAttack({ statuses: new Map(), quiet: 0, seen: CALM, ...effect }, { slowest: 1000, mostResident: 650 })

for (const [kind, effect] of EFFECTS) {
  test(`an attack is judged: ${kind}`, () => {
    deepEqual(
      judge(effect).map((finding) => finding.kind),
      [kind],
    )
  })
}

test('an attack that others hardly notice is no finding, even on a busy machine', () => {
  const memory = { counted: 90 * MEGABYTE, taken: 110 * MEGABYTE, resident: 200 * MEGABYTE }
  deepEqual(
    judge({ seen: { ...CALM, longest: 9000, rejected: ['ECONNRESET'] }, memory, statuses: new Map([[503, 4]]) }),
    [],
  )
})

const respond = (head, body = '') => `HTTP/1.1 ${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const JSON_HEAD = '\r\nContent-Type: application/json'

test('the reader splits pipelined responses wherever the bytes are cut', () => {
  const stream = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n'
  const bytes = Buffer.from(
    `HTTP/1.1 100 Continue\r\n\r\n${respond('200 OK', 'one')}${respond('404 Not Found').replace('0\r\n', '9\r\n')}${stream}rest`,
  )
  for (let size = 1; size <= bytes.length; size += 1) {
    const reader = createResponseReader(['GET', 'HEAD', 'GET'])
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size))
    deepEqual(
      reader.responses.map(({ status, body }) => [status, body.toString()]),
      [
        [200, 'one'],
        [404, ''],
        [200, 'abc'],
      ],
    )
    equal(reader.rest().toString(), 'rest')
  }
})

const WRONG = [
  ['status line', 'HTTP/1.1 20 OK\r\nContent-Length: 0\r\n\r\n'],
  ['header', respond('200 OK\r\nX-A: a\x01')],
  ['HTML', respond('404 Not Found\r\nContent-Type: text/html', '<p>')],
  ['no body', respond('400 Bad Request')],
  ['content type', respond('200 OK', '[]')],
  ['body that is not JSON', respond(`200 OK${JSON_HEAD}`, '[')],
  ['envelope', respond(`404 Not Found${JSON_HEAD}`, '{"message":"x"}')],
  ['envelope', respond(`422 Unprocessable Entity${JSON_HEAD}`, '{"detail":[]}')],
  ['status 5xx', respond(`500 Internal Server Error${JSON_HEAD}`, '{"detail":"x"}')],
  ['stack trace in a body', respond(`400 Bad Request${JSON_HEAD}`, '{"detail":"x","stack":"node:internal/a"}')],
]

const read = (text, methods = ['GET']) => {
  const reader = createResponseReader(methods)
  reader.push(Buffer.from(text, 'latin1'))
  return reader.responses
}

for (const [kind, text] of WRONG) {
  test(`a response is judged: ${kind}, ${text.split('\r\n', 1)}`, () => {
    deepEqual(
      judgeResponse(read(text)[0], { method: 'GET' }).map((finding) => finding.kind),
      [kind],
    )
  })
}

test('valid responses of the service and the control API are accepted', () => {
  const right = [
    respond(`404 Not Found${JSON_HEAD}`, '{"detail":"Not Found"}'),
    respond(`422 Unprocessable Entity${JSON_HEAD}`, '{"detail":[{"type":"a","loc":[],"msg":"b"}]}'),
    respond(`403 Forbidden${JSON_HEAD}`, '{"error":{"message":"a","issues":[]}}'),
    respond('307 Temporary Redirect\r\nLocation: /'),
    respond('303 See Other\r\nLocation: http://localhost/'),
  ]
  deepEqual(
    right.flatMap((text) => judgeResponse(read(text)[0], { method: 'GET' })),
    [],
  )
})

const COURSES = [
  ['no response', 1, { end: 'closed' }],
  ['bytes after a response', 2, { end: 'complete', rest: Buffer.from('x') }],
  ['more responses than requests', 3, { end: 'complete' }],
]

for (const [kind, count, rest] of COURSES) {
  test(`a conversation of two requests is judged: ${kind}`, () => {
    const exchange = { method: 'GET', target: '/' }
    const [response] = read(respond(`200 OK${JSON_HEAD}`, '[]'))
    const result = { responses: Array.from({ length: count }, () => response), rest: Buffer.alloc(0), ...rest }
    const found = judgeConversation({ exchanges: [exchange, exchange], isFramed: true }, result)
    deepEqual(
      found.map((finding) => finding.kind),
      [kind],
    )
  })
}

test('a connection that stays open after a cut is found', () => {
  const exchanges = [{ method: 'GET', target: '/', fault: { name: 'cut', ends: true } }]
  const result = { responses: [], rest: Buffer.alloc(0), end: 'quiet' }
  deepEqual(
    judgeConversation({ exchanges, isFramed: true }, result).map(({ kind }) => kind),
    ['connection left open'],
  )
})

test('raw JSON is written unchanged at any place', () => {
  equal(writeJson({ a: [markRaw('1e400')], '"': 'b' }), '{"a":[1e400],"\\"":"b"}')
})
