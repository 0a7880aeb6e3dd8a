const HEAD_END = Buffer.from('\r\n\r\n')
const NOTHING = Buffer.alloc(0)

/**
 * Creates a reader that splits the bytes of a connection into responses.
 *
 * @param methods the methods of the requests in order, because a response to HEAD has no body
 */
export function createResponseReader(methods) {
  const responses = []
  let chunks = []
  let length = 0
  let needed = 1

  const take = () => {
    const bytes = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, length)
    const { response, used, wants } = parseResponse(bytes, methods[responses.length])
    keep(bytes.subarray(used))
    needed = wants ?? 1
    if (response !== undefined && !isInformational(response)) responses.push(response)
    return response !== undefined
  }
  const keep = (bytes) => {
    chunks = bytes.length > 0 ? [bytes] : []
    length = bytes.length
  }

  return {
    responses,
    /** Bytes that are not a complete response yet. */
    rest: () => (chunks.length > 0 ? Buffer.concat(chunks, length) : NOTHING),
    received: () => length,
    push(chunk) {
      chunks.push(chunk)
      length += chunk.length
      while (length >= needed && take());
    },
  }
}

const isInformational = ({ status }) => status >= 100 && status < 200

function parseResponse(bytes, method) {
  const headEnd = bytes.indexOf(HEAD_END)
  if (headEnd < 0) return { used: 0, wants: bytes.length + 1 }
  const head = parseHead(bytes.toString('latin1', 0, headEnd))
  const start = headEnd + HEAD_END.length
  if (head.status < 200 || head.status === 204 || head.status === 304 || method === 'HEAD') return whole(head, start)
  if (head.headers['transfer-encoding'] !== undefined) return parseChunks(bytes, head, start)
  // If the methods are unknown, a response that is followed by another one at once was to HEAD.
  if (method === undefined && bytes.indexOf('HTTP/1.1 ', start, 'latin1') === start) return whole(head, start)
  const announced = Number(head.headers['content-length'] ?? 0)
  const end = start + (Number.isSafeInteger(announced) && announced >= 0 ? announced : 0)
  if (bytes.length < end) return { used: 0, wants: end }
  return { response: { ...head, body: bytes.subarray(start, end) }, used: end }
}

const whole = (head, used) => ({ response: { ...head, body: NOTHING }, used })

function parseHead(text) {
  const [line, ...fields] = text.split('\r\n')
  const headers = {}
  for (const field of fields) {
    const colon = field.indexOf(':')
    headers[field.slice(0, colon).toLowerCase()] = field.slice(colon + 1).trim()
  }
  return { line, fields, headers, status: Number(/^HTTP\/1\.1 (\d{3})\b/.exec(line)?.[1] ?? Number.NaN) }
}

// A stream is a response that does not end. Its body is what has arrived.
function parseChunks(bytes, head, start) {
  const parts = []
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at, 'latin1')
    const size = lineEnd < 0 ? Number.NaN : Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const end = lineEnd + 2 + size + 2
    if (!(end <= bytes.length)) return { used: 0, wants: bytes.length + 1 }
    if (size === 0) return { response: { ...head, body: Buffer.concat(parts) }, used: end }
    parts.push(bytes.subarray(lineEnd + 2, end - 2))
    at = end
  }
}
