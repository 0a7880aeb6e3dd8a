import { formatNumber } from '../report.mjs'
import { medianOf, summarize } from '../statistics.mjs'

const MEGABYTE = 1024 * 1024
const MOST_GROWTH = 1.1
const MOST_SLOPE = 0.05

/** Creates the record of a soak: the measurements since the last row become a row on request. */
export function createSamples() {
  const rows = []
  let memory = []
  let latencies = []
  let waits = []
  let lost = 0
  let begun = performance.now()
  return {
    rows,
    addMemory: (usage) => memory.push(usage),
    addWait: (milliseconds) => waits.push(milliseconds),
    addRequest(status, milliseconds) {
      if (status === undefined) lost += 1
      latencies.push(milliseconds)
    },
    close(minutes, counts) {
      const seconds = (performance.now() - begun) / 1000
      const latest = memory.at(-1)
      rows.push({
        minutes,
        rss: medianOf(memory.map(({ rss }) => rss)) / MEGABYTE,
        heap: summarize(memory.map(({ heapUsed }) => heapUsed)).least / MEGABYTE,
        external: medianOf(memory.map(({ external }) => external)) / MEGABYTE,
        handles: latest.handles,
        rate: latencies.length / seconds,
        p95: quantileOf(latencies, 0.95),
        p99: quantileOf(waits, 0.99),
        longest: Math.max(0, ...waits),
        lost,
        ...counts,
      })
      memory = []
      latencies = []
      waits = []
      lost = 0
      begun = performance.now()
    },
  }
}

const quantileOf = (values, share) => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

/**
 * Whether a figure was flat: its median in the last third of the rows is at most 10 % above that in
 * the middle third, and the line through the last third rises by at most 5 % of it.
 */
export function judgeFlatness(rows, figure) {
  const third = Math.floor(rows.length / 3)
  const values = rows.map((row) => row[figure])
  const middle = medianOf(values.slice(-2 * third, -third))
  const last = medianOf(values.slice(-third))
  const rise = findRise(values.slice(-third)) / last
  return { middle, last, rise, isFlat: last <= MOST_GROWTH * middle && rise <= MOST_SLOPE }
}

// How far the line that fits the values best rises from the first to the last of them.
function findRise(values) {
  const center = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const covariance = values.reduce((sum, value, index) => sum + (index - center) * (value - mean), 0)
  const variance = values.reduce((sum, _, index) => sum + (index - center) ** 2, 0)
  return variance === 0 ? 0 : (covariance / variance) * (values.length - 1)
}

const COLUMNS = [
  ['minute', ({ minutes }) => minutes.toFixed(1)],
  ['RSS MB', ({ rss }) => formatNumber(rss)],
  ['heap MB (least)', ({ heap }) => formatNumber(heap)],
  ['counted MB', ({ counted }) => formatNumber(counted)],
  ['external MB', ({ external }) => formatNumber(external)],
  ['sessions', ({ sessions }) => sessions],
  ['begun', ({ sessionsBegun }) => sessionsBegun],
  ['requests kept per session', ({ journal }) => formatNumber(journal)],
  ['handles', ({ handles }) => handles],
  ['requests/s', ({ rate }) => formatNumber(rate)],
  ['p95 ms', ({ p95 }) => formatNumber(p95)],
  ['p99 of others, ms', ({ p99 }) => formatNumber(p99)],
  ['longest', ({ longest }) => formatNumber(longest)],
  ['without a response', ({ lost }) => lost],
]

export function tabulateSamples(rows) {
  return {
    title: 'The soak',
    columns: COLUMNS.map(([name]) => name),
    rows: rows.map((row) => COLUMNS.map(([, format]) => format(row))),
  }
}
