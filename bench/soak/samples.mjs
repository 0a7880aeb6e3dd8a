import { formatNumber } from '../report.mjs'
import { medianOf, summarize } from '../statistics.mjs'

const MEGABYTE = 1024 * 1024
const MOST_GROWTH = 1.1

/** Creates the record of a soak: the measurements since the last row become a row on request. */
export function createSamples() {
  const rows = []
  let memory = []
  let latencies = []
  let lost = 0
  let begun = performance.now()
  return {
    rows,
    addMemory: (usage) => memory.push(usage),
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
        p95: latencies.sort((a, b) => a - b)[Math.floor(latencies.length * 0.95)],
        lost,
        ...counts,
      })
      memory = []
      latencies = []
      lost = 0
      begun = performance.now()
    },
  }
}

/** Whether memory was flat: compares its median in the last third of the rows with that in the middle third. */
export function judgeMemory(rows) {
  const third = Math.floor(rows.length / 3)
  const middle = medianOf(rows.slice(-2 * third, -third).map(({ rss }) => rss))
  const last = medianOf(rows.slice(-third).map(({ rss }) => rss))
  return { middle, last, isFlat: last <= MOST_GROWTH * middle }
}

const COLUMNS = [
  ['minute', ({ minutes }) => minutes.toFixed(1)],
  ['RSS MB', ({ rss }) => formatNumber(rss)],
  ['heap MB (least)', ({ heap }) => formatNumber(heap)],
  ['external MB', ({ external }) => formatNumber(external)],
  ['sessions', ({ sessions }) => sessions],
  ['begun', ({ sessionsBegun }) => sessionsBegun],
  ['requests kept per session', ({ journal }) => formatNumber(journal)],
  ['handles', ({ handles }) => handles],
  ['requests/s', ({ rate }) => formatNumber(rate)],
  ['p95 ms', ({ p95 }) => formatNumber(p95)],
  ['without a response', ({ lost }) => lost],
]

export function tabulateSamples(rows) {
  return {
    title: 'The soak',
    columns: COLUMNS.map(([name]) => name),
    rows: rows.map((row) => COLUMNS.map(([, format]) => format(row))),
  }
}
