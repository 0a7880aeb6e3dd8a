const HEAD_END = '\r\n\r\n'
const LEAST = 10_000
const MOST_HEAD = 50_000
const MOST_BODY = 9 * 1024 * 1024

// Where a request is padded: what is kept of it must not keep the padding.
const PLACES = {
  body: padBody,
  query: (bytes, text) => padTarget(bytes, (target) => `${target}${target.includes('?') ? '&' : '?'}${text}`),
  host: (bytes, text) => padTarget(bytes, (target) => `http://${text}${target}`),
  header: (bytes, text) => insert(bytes, bytes.indexOf(HEAD_END), `\r\nX-Padding: ${text}`),
}

/**
 * Pads the requests of an attack: all at one place, or none.
 *
 * @param most the bytes that all requests have together
 * @returns the requests, and where they are padded
 */
export function padRequests(draw, requests, most) {
  const free = (most - requests.reduce((sum, { length }) => sum + length, 0)) / requests.length
  if (free < LEAST || draw.chance(0.4)) return { requests, where: '' }
  const place = draw.pick(Object.keys(PLACES))
  const text = (place === 'body' ? ' ' : 'p').repeat(
    draw.skewed(LEAST, Math.min(free, place === 'body' ? MOST_BODY : MOST_HEAD)),
  )
  // The same request, however often it is sent, takes memory once.
  const padded = new Map([...new Set(requests)].map((bytes) => [bytes, PLACES[place](bytes, text)]))
  return {
    requests: requests.map((bytes) => padded.get(bytes)),
    where: `, with a ${place} of ${text.length} more bytes`,
  }
}

// White space before the end of the JSON. A request without a body stays as it is.
function padBody(bytes, text) {
  const start = bytes.indexOf(HEAD_END) + HEAD_END.length
  if (start === bytes.length) return bytes
  const length = bytes.length - start + text.length
  const head = bytes.toString('latin1', 0, start).replace(/(?<=Content-Length: )\d+/, length)
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes.subarray(start, -1), Buffer.from(text), bytes.subarray(-1)])
}

function padTarget(bytes, pad) {
  const start = bytes.indexOf(' ') + 1
  const end = bytes.indexOf(' ', start)
  const target = Buffer.from(pad(bytes.toString('latin1', start, end)), 'latin1')
  return Buffer.concat([bytes.subarray(0, start), target, bytes.subarray(end)])
}

function insert(bytes, at, text) {
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(text), bytes.subarray(at)])
}
