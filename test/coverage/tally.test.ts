import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeTallies, type Tally } from '../../src/engine/reports/coverage/report.ts'

const tallies = fc.uniqueArray(
  fc.record({
    place: fc.constantFrom('listDeployments' as const, 'createDeployment' as const, 'no operation' as const),
    subject: fc.constantFrom('limit', 'errors'),
    name: fc.constantFrom('absent', '1', 'a "quoted" one'),
    order: fc.nat(9),
    times: fc.nat(100),
  }),
  { selector: ({ place, subject, name }) => `${place}/${subject}/${name}` },
)

const count = (tally: Tally): number => tally.reduce((sum, { times }) => sum + times, 0)

test('merging does not depend on the order or the grouping, and loses nothing', () => {
  fc.assert(
    fc.property(tallies, tallies, tallies, (a, b, c) => {
      const merged = mergeTallies([a, b, c])
      expect(mergeTallies([c, a, b])).toEqual(merged)
      expect(mergeTallies([mergeTallies([b, c]), a])).toEqual(merged)
      expect(mergeTallies([merged, []])).toEqual(merged)
      expect(count(merged)).toBe(count(a) + count(b) + count(c))
    }),
  )
})

test('merging orders cases by their position, and then by their names', () => {
  const count = (name: string, order: number): Tally[number] => ({
    place: 'listDeployments',
    subject: 'limit',
    name,
    order,
    times: 1,
  })
  const merged = mergeTallies([[count('c', 1), count('b', 2), count('a', 2)], [count('c', 3)], [count('0', 3)]])
  expect(merged.map(({ name, order }) => [name, order])).toEqual([
    ['c', 1],
    ['a', 2],
    ['b', 2],
    ['0', 3],
  ])
})
