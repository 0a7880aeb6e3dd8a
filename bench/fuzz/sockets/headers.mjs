import { drawText } from '../values/hostile-values.mjs'

// A key that the variants with credentials accept.
const CREDENTIALS = ['X-Api-Key', 'fuzz']

/** Headers as clients send them. */
export function drawHeaders(draw) {
  const optional = [
    ['Origin', draw.pick(['http://localhost:3000', 'null', 'https://a.test', 'x'])],
    ['Access-Control-Request-Method', draw.pick(['POST', 'PUT', 'x'])],
    ['Access-Control-Request-Headers', draw.pick(['content-type', 'x-api-key', '*'])],
    ['Accept', draw.pick(['*/*', 'text/html', 'application/xml'])],
    ['Cookie', 'a=b; c'],
    ['X-Simulator-Session', draw.pick(['s1', 's2', 'no good', '..', ''])],
    ['If-None-Match', '*'],
    ['Range', 'bytes=0-5'],
    ['Authorization', draw.pick(['Bearer x', 'Basic', 'Bearer', ''])],
  ].filter(() => draw.chance(0.04))
  const host = draw.chance(0.97) ? 'localhost' : draw.pick(['127.0.0.1:1', '[::1]', 'a.test', 'x'.repeat(300)])
  return [['Host', host], ...(draw.chance(0.9) ? [CREDENTIALS] : []), ...optional]
}

const HOSTS = [
  '',
  'localhost:',
  'localhost:99999',
  'a b',
  '[::1',
  '[::1]*',
  'a/b',
  'a@b',
  'é',
  '\\',
  '<x>',
  '%00',
  'a?b',
  'a#b',
  ',',
  'x'.repeat(8000),
]

const SPOILT = [
  (draw) => ['Host', draw.pick(HOSTS)],
  (draw) => ['Expect', draw.pick(['100-continue', '200-maybe', '', '100-continue, x', 'x'])],
  (draw) => ['Connection', draw.pick(['close', 'keep-alive', 'Upgrade', 'keep-alive, Upgrade', 'x', 'TE, close'])],
  (draw) => ['Upgrade', draw.pick(['websocket', 'h2c', 'HTTP/2.0', 'x'])],
  (draw) => [
    'Content-Length',
    draw.pick(['0', '-1', '5', '99999999999999999999', '1e3', '+1', ' 1', '0x1', '', '1, 1', 'x']),
  ],
  (draw) => [
    'Transfer-Encoding',
    draw.pick(['chunked', 'identity', 'gzip, chunked', 'chunked, chunked', 'x', ' chunked', 'Chunked']),
  ],
  (draw) => [
    'Content-Type',
    draw.pick(['', ';', 'application/json;charset', 'a/b/c', '*/*', 'application/json; charset="', 'x'.repeat(2000)]),
  ],
  (draw) => ['Content-Encoding', draw.pick(['gzip', 'br', 'zstd', 'x', '', 'gzip, gzip'])],
  (draw) => [
    'X-Simulator-Session',
    draw.pick(['', '__proto__', 'constructor', '..', 'a'.repeat(101), 'default', 'a,b', 'é', '\u0000']),
  ],
  (draw) => [
    'Origin',
    draw.pick(['', 'null', 'http://', 'http://[::1', '*', 'http://localhost', 'javascript:alert(1)', 'x'.repeat(3000)]),
  ],
  (draw) => ['X-Forwarded-Host', draw.pick(['a.test', '', '<x>'])],
  (draw) => ['Access-Control-Request-Headers', draw.pick(['', 'x\u0080', 'a, b', ','.repeat(2000)])],
  () => ['X-Http-Method-Override', 'DELETE'],
  (draw) => ['Authorization', draw.pick(['Bearer', 'Bearer  ', `Bearer ${'x'.repeat(5000)}`, 'Basic ÿ'])],
  (draw) => [toFieldName(drawText(draw)), 'x'],
  (draw) => ['X-Text', toFieldValue(drawText(draw))],
  (draw) => ['X-Long', 'x'.repeat(draw.skewed(1000, 70_000))],
  (draw) => ['X-Folded', draw.pick(['a\r\n b', 'a\r\n\tb', 'a\n b', 'a\rb', 'a\0b'])],
  (draw) => [draw.pick(['__proto__', 'constructor', 'X-Text ', ' X-Text', 'X Text', 'X-Té', '', 'X:']), 'x'],
]

/** Headers of which some are missing, duplicated or invalid. */
export function drawSpoiltHeaders(draw) {
  const headers = drawHeaders(draw).filter(([name]) => name !== 'Host' || draw.chance(0.85))
  const spoilt = draw.many(1, draw.pick([1, 2, 5]), () => draw.pick(SPOILT)(draw))
  const all = [...headers, ...spoilt, ...(draw.chance(0.1) ? headers : [])]
  const many = draw.chance(0.02) ? draw.many(100, 2500, (index) => [`X-${index}`, '1']) : []
  return [...all, ...many]
}

const toFieldName = (text) =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[\r\n:]/g, '') || 'X'
const toFieldValue = (text) =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[\r\n]/g, '')
