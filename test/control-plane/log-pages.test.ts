import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cursorOfAnotherLog,
  formatPlace,
  type LogPlace,
  type LogSource,
  parsePlace,
  selectLines,
} from '../../src/service/control-plane/logs/log-page.ts'
import type { LogLine } from '../../src/service/rollouts/log-scripts.ts'

const idOf = (revision: number) => `00000000-0000-4000-8000-00000000000${revision}`
const ALL = { isDescending: false, limit: 100, from: 0, to: 100, after: undefined, accepts: () => true }

/** The log of a revision, with a line at each of some times. */
function createSource(times: readonly number[], revision: number): LogSource {
  const lines = times
    .toSorted((a, b) => a - b)
    .map((time, index): LogLine => ({ id: `${revision}.${index}`, time, level: 'INFO', message: '' }))
  return {
    revisionId: idOf(revision),
    log: {
      length: lines.length,
      at: (index) => lines[index] as LogLine,
      indexOf: (time) => lines.filter((line) => line.time < time).length,
    },
  }
}

/** All lines in order: by time, then the oldest revision first. */
function listLines(sources: readonly LogSource[]): { line: LogLine; place: LogPlace }[] {
  const all = sources.flatMap(({ revisionId, log }) =>
    Array.from({ length: log.length }, (_, index) => {
      const line = log.at(index)
      return { line, place: { time: line.time, revisionId, index } }
    }),
  )
  return all.toSorted((a, b) => a.line.time - b.line.time)
}

test('a page of several logs has the lines that follow a place, in both orders', () => {
  const times = fc.array(fc.nat(9), { maxLength: 8 })
  const shape = fc.record({
    isDescending: fc.boolean(),
    limit: fc.integer({ min: 1, max: 9 }),
    from: fc.nat(9),
    to: fc.nat(9),
    divisor: fc.integer({ min: 1, max: 3 }),
  })
  fc.assert(
    fc.property(fc.array(times, { maxLength: 3 }), shape, fc.nat(), (logs, { divisor, ...selection }, at) => {
      const sources = logs.map(createSource)
      const all = listLines(sources)
      if (selection.isDescending) all.reverse()
      const start = at % (all.length + 1)
      const accepts = ({ id }: LogLine) => Number(id.at(-1)) % divisor === 0
      const inRange = ({ line: { time } }: { line: LogLine }) => time >= selection.from && time <= selection.to
      const rest = all.slice(start).filter(inRange)
      const wanted = rest.filter(({ line }) => accepts(line)).slice(0, selection.limit)
      const page = selectLines(sources, { ...selection, accepts, after: all[start - 1]?.place })
      expect(page.lines).toEqual(wanted.map(({ line }) => line))
      // The place is that of the last line that was looked at, so excluded lines may follow a full page.
      const isFull = wanted.length === selection.limit
      const last = isFull ? rest.indexOf(wanted.at(-1) as (typeof rest)[0]) : rest.length - 1
      expect(page.last).toEqual(rest[last]?.place)
      expect(page.hasMore).toBe(last < rest.length - 1)
    }),
  )
})

test('a page of several logs ends after a number of lines that the filters exclude', () => {
  const sources = [
    createSource(
      Array.from({ length: 5001 }, () => 1),
      0,
    ),
  ]
  const page = selectLines(sources, { ...ALL, accepts: ({ id }) => id === '0.5000' })
  expect(page).toEqual({ lines: [], last: { time: 1, revisionId: idOf(0), index: 4999 }, hasMore: true })
  expect(selectLines(sources, { ...ALL, after: page.last }).lines).toMatchObject([{ id: '0.5000' }])
})

test('a place in a log is read as it was written, and can be part of a URL', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 46), fc.nat(9), fc.nat(), (time, revision, index) => {
      const place = { time, revisionId: idOf(revision), index }
      const text = formatPlace(place)
      expect(text).toBe(encodeURIComponent(text))
      expect(parsePlace(text, cursorOfAnotherLog)).toEqual(place)
    }),
  )
})

test.for(['', '!', 'nope', btoa(`1.${idOf(0)}`), btoa(`x1.${idOf(0)}.1`), btoa(`1.${idOf(0)}.1x`)])(
  'a place in a log is not read from %j',
  (text) => {
    expect(() => parsePlace(text, cursorOfAnotherLog)).toThrow('Invalid cursor.')
  },
)
