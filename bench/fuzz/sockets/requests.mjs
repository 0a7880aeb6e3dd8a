import { deflateSync, gzipSync } from 'node:zlib'

/** The bytes of a request as a client would write them, but without any validation. */
export function writeRequest({ method = 'GET', target = '/', version = 'HTTP/1.1', headers = [], body }) {
  const fields = body === undefined ? headers : [...headers, ['Content-Length', String(body.length)]]
  const head = `${method} ${target} ${version}\r\n${writeFields(fields)}\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)])
}

export const writeFields = (fields) => fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')

/** The bytes of a request with a chunked body. */
export function writeChunkedRequest(draw, { body, headers, ...request }) {
  const head = writeRequest({ ...request, headers: [...headers, ['Transfer-Encoding', 'chunked']] })
  const parts = splitBytes(draw, body, draw.integer(1, 5)).map((part) =>
    Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]),
  )
  const trailer = draw.chance(0.1) ? 'X-Trailer: 1\r\n' : ''
  return Buffer.concat([head, ...parts, Buffer.from(`0\r\n${trailer}\r\n`)])
}

/** Splits bytes at random places into parts that are not empty. */
export function splitBytes(draw, bytes, parts) {
  const places = draw.many(parts - 1, parts - 1, () => draw.integer(0, bytes.length)).sort((a, b) => a - b)
  return [0, ...places]
    .map((from, index) => bytes.subarray(from, places[index] ?? bytes.length))
    .filter((part) => part.length > 0)
}

/** A body with the encoding of its header, most of the time. */
export function packBody(draw, body) {
  return draw.weighted([
    [6, () => ({ body: gzipSync(body), coding: 'gzip' })],
    [2, () => ({ body: deflateSync(body), coding: 'deflate' })],
    [1, () => ({ body, coding: draw.pick(['gzip', 'br', 'zstd', 'identity', 'x', 'gzip, gzip']) })],
    [1, () => ({ body: gzipSync(body).subarray(0, -4), coding: 'gzip' })],
  ])
}

/** Text as a part of a URL, encoded in one of the ways that clients use. */
export function encodePart(draw, text) {
  return draw.weighted([
    [70, () => encodeBytes(Buffer.from(toCesu8(text)))],
    [8, () => encodeBytes(Buffer.from(text, 'latin1'))],
    [6, () => encodeBytes(Buffer.from(text)).toLowerCase()],
    [6, () => encodeBytes(Buffer.from(encodeBytes(Buffer.from(text))))],
    [
      4,
      () =>
        `${encodeBytes(Buffer.from(text))}${draw.pick(['%', '%2', '%ZZ', '%u0041', '%c0%af', '%ed%a0%80', '%ff', '%00', '%0A'])}`,
    ],
    // Keeps only characters that a request line can contain.
    [6, () => toUtf8Latin(text).replace(/[^!-~\x80-\xff]|#/g, '')],
  ])
}

function encodeBytes(bytes) {
  return Array.from(bytes, (byte) =>
    /[\w.~-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${hex(byte)}`,
  ).join('')
}

const hex = (byte) => byte.toString(16).toUpperCase().padStart(2, '0')
const toUtf8Latin = (text) => Buffer.from(text).toString('latin1')

// Encodes lone surrogates as three bytes each, which is not valid UTF-8.
function toCesu8(text) {
  return Buffer.concat(
    Array.from(text, (character) => {
      const code = character.codePointAt(0)
      if (code < 0xd800 || code > 0xdfff) return Buffer.from(character)
      return Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)])
    }),
  )
}

const MOST_HEAD_BYTES = 15_000

/** Whether Node's parser accepts all of them. It closes the connection at a head that is too long or unusual. */
export function areSurelyRequests(exchanges) {
  return exchanges.every(({ bytes }) => {
    const end = bytes.indexOf('\r\n\r\n')
    return end < MOST_HEAD_BYTES && /^[\r\n\x20-\x7e]*$/.test(bytes.toString('latin1', 0, end))
  })
}
