import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSharedMap, type SharedMap } from '../../src/engine/store/rows/shared-map.ts'

const keys = fc.string({ maxLength: 3 })

test('a map does not change when others are derived from it', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.tuple(keys, fc.nat()))), (rounds) => {
      const made: [SharedMap<number>, Map<string, number>][] = [[createSharedMap([]), new Map()]]
      for (const round of rounds) {
        const [last, expected] = made.at(-1) as (typeof made)[number]
        made.push([last.with(new Map(round)), new Map([...expected, ...round])])
      }
      const all = rounds.flat().map(([key]) => key)
      for (const [map, expected] of made) expect(all.map(map.get)).toEqual(all.map((key) => expected.get(key)))
    }),
  )
})
