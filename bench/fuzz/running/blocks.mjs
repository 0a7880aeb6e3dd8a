import { createCpuClock } from './cpu-clock.mjs'

const readCpu = createCpuClock()
const MEGABYTE = 1_000_000
const MOST_MILLISECONDS = 600
const MOST_TIMES_PARSE = 3
// A body with numbers that JavaScript does not keep is not read by `JSON.parse`, and takes several times as long.
const LEAST_PARSE_LIMIT = 500

/**
 * How long a conversation may block the event loop: 600 ms for a request of less than a megabyte,
 * and for a larger one three times as long as `JSON.parse` takes for its body on this machine.
 */
export function findLimit({ exchanges }) {
  const sizes = exchanges.map(({ bytes, body }) => Math.max(bytes.length, body?.length ?? 0))
  if (Math.max(...sizes) < MEGABYTE) return { milliseconds: MOST_MILLISECONDS }
  const parse = Math.max(...exchanges.map(({ body }) => (body === undefined ? 0 : measureParse(body))))
  return { milliseconds: Math.max(LEAST_PARSE_LIMIT, MOST_TIMES_PARSE * parse), parse }
}

function measureParse(body) {
  const text = body.toString()
  const times = [0, 1, 2].map(() => measureOnce(text)).sort((a, b) => a - b)
  return times[1]
}

function measureOnce(text) {
  const start = readCpu()
  try {
    JSON.parse(text)
  } catch {
    // Invalid JSON: the time until the error counts.
  }
  return readCpu() - start
}

/** The longest block that a connection caused, or that no connection can be identified for. */
export function findLongest(blocks, port) {
  const own = blocks.filter(({ ports }) => port === undefined || ports.includes(port))
  return Math.max(0, ...own.map(({ milliseconds }) => milliseconds))
}

export function describeBlock(milliseconds, limit) {
  const base = limit.parse === undefined ? '' : `, ${limit.parse.toFixed(0)} ms of which JSON.parse takes`
  return `${milliseconds.toFixed(0)} ms; at most ${limit.milliseconds.toFixed(0)} ms${base}`
}
