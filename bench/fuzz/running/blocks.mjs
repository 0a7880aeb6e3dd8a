import { createCpuClock } from './cpu-clock.mjs'

const readCpu = createCpuClock()
const MEGABYTE = 1_000_000
const MOST_MILLISECONDS = 250
const MOST_TIMES_PARSE = 3
// Below this, a multiple of so little is the noise of the machine.
const LEAST_PARSE_LIMIT = 100

/**
 * How long a conversation may keep the event loop: a request of less than a megabyte for 250 ms,
 * a larger one for three times what `JSON.parse` of its body takes here and now.
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
    // No JSON: as far as it was read.
  }
  return readCpu() - start
}

/** The longest of the blocks that were due to a connection, or that nobody can be blamed for. */
export function findLongest(blocks, port) {
  const own = blocks.filter(({ ports }) => port === undefined || ports.includes(port))
  return Math.max(0, ...own.map(({ milliseconds }) => milliseconds))
}

export function describeBlock(milliseconds, limit) {
  const base = limit.parse === undefined ? '' : `, ${limit.parse.toFixed(0)} ms of which JSON.parse takes`
  return `${milliseconds.toFixed(0)} ms; at most ${limit.milliseconds.toFixed(0)} ms${base}`
}
