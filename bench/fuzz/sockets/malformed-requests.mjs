import { writeRequest } from './requests.mjs'

const FRAMINGS = [
  (body) => ['Content-Length: 5\r\nContent-Length: 6', body],
  (body) => [`Content-Length: ${body.length}\r\nContent-Length: ${body.length}`, body],
  (body) => [
    `Content-Length: ${body.length}\r\nTransfer-Encoding: chunked`,
    `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  ],
  (body) => ['Transfer-Encoding: chunked\r\nContent-Length: 3', `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`],
  (body) => ['Transfer-Encoding: chunked', `${body}`],
  (body) => ['Transfer-Encoding: chunked', `fffffffffffffffff\r\n${body}`],
  (body) => ['Transfer-Encoding: chunked', `-1\r\n${body}\r\n0\r\n\r\n`],
  (body) => [
    'Transfer-Encoding: chunked',
    `${body.length.toString(16)};x="${'y'.repeat(2000)}"\r\n${body}\r\n0\r\n\r\n`,
  ],
  (body) => ['Transfer-Encoding: chunked', `${body.length.toString(16)}\n${body}\n0\n\n`],
  (body) => ['Transfer-Encoding: chunked', `${(body.length + 5).toString(16)}\r\n${body}\r\n0\r\n\r\n`],
  (body) => ['Transfer-Encoding: gzip', body],
  () => ['Transfer-Encoding: chunked\r\nTrailer: Host', `0\r\nHost: x\r\nContent-Length: 1\r\n\r\n`],
  (body) => [`Content-Length: ${body.length + 10}`, body],
  (body) => [`Content-Length: ${Math.max(0, body.length - 3)}`, body],
  (body) => [`Content-Length:${body.length}\nX-Bare: 1`, body],
  (body) => [`content-length\t: ${body.length}`, body],
  (body) => [` Content-Length: ${body.length}`, body],
]

const LINES = [
  'POST /v2/deployments HTTP/1.1',
  'POST  /v2/deployments HTTP/1.1',
  'POST /v2/deployments',
  'POST',
  '',
  ' POST /v2/deployments HTTP/1.1',
  'post /v2/deployments HTTP/1.1',
  'P\0ST /v2/deployments HTTP/1.1',
  'POST /v2/deploy ments HTTP/1.1',
  'POST /v2/deployments HTTP/1.1\r',
  'POST\t/v2/deployments\tHTTP/1.1',
  'POST /v2/deployments HTTP/9.9',
  'POST /v2/deployments HTTPS/1.1',
  'POST v2/deployments HTTP/1.1',
  'PRI * HTTP/2.0',
  'CONNECT localhost:80 HTTP/1.1',
  'CONNECT / HTTP/1.1',
  'POST http://[::1]* HTTP/1.1',
  'GET http://[ HTTP/1.1',
  '\x16\x03\x01\x02\x00\x01',
]

/** A request whose end is ambiguous for a parser, or that may not be a request at all. */
export function drawMalformedRequest(draw, body) {
  if (draw.chance(0.04)) return draw.bytes(draw.skewed(1, 500))
  const [fields, sent] = draw.pick(FRAMINGS)(body.toString('latin1'))
  const line = draw.chance(0.5) ? LINES[0] : draw.pick(LINES)
  const end = draw.pick(['\r\n', '\r\n', '\r\n', '\n', '\r'])
  const head = [line, 'Host: localhost', 'Content-Type: application/json', fields, '', ''].join(end)
  const next = draw.chance(0.5)
    ? writeRequest({ target: '/v2/auth/providers', headers: [['Host', 'localhost']] })
    : Buffer.alloc(0)
  return Buffer.concat([Buffer.from(head + sent, 'latin1'), next])
}
