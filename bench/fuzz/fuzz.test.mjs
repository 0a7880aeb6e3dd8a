// Tests of the fuzz itself: node --test bench/fuzz/fuzz.test.mjs
import { deepEqual, equal, notDeepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { drawFile } from './files/file-cases.mjs'
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
}

const drawMany = (draw, seed) =>
  Array.from({ length: 300 }, (_, number) => draw(openDraw(seed, 'test', number), MATERIAL))

for (const [name, draw] of Object.entries({ drawSocketCase, drawFile })) {
  test(`${name} draws the same for the same seed, and something else for another`, () => {
    deepEqual(drawMany(draw, 1), drawMany(draw, 1))
    notDeepEqual(drawMany(draw, 1), drawMany(draw, 2))
  })
}

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
