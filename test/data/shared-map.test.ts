import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashText } from '../../src/engine/store/random.ts'
import { createSharedMap, type SharedMap } from '../../src/engine/store/shared-map.ts'
import { runs } from '../support/scope.ts'

/** Finds keys of which each has the same hash as another one. */
function findClashes(count: number): string[] {
  const seen = new Map<number, string>()
  const found: string[] = []
  for (let index = 0; found.length < count; index += 1) {
    const other = seen.get(hashText(`${index}`))
    if (other === undefined) seen.set(hashText(`${index}`), `${index}`)
    else found.push(other, `${index}`)
  }
  return found
}

const key = fc.oneof(fc.constantFrom(...findClashes(4)), fc.string({ maxLength: 2 }))
const change = fc.tuple(key, fc.option(fc.nat()))
const many = Array.from({ length: 2000 }, (_, index): [string, number] => [`${index}`, index])

const sort = (entries: Iterable<readonly [string, number]>) => [...entries].sort()

test('a map does not change when others are derived from it', () => {
  fc.assert(
    fc.property(fc.constantFrom([], many), fc.array(change), (start, changes) => {
      const made: [SharedMap<number>, Map<string, number>][] = [[createSharedMap(start), new Map(start)]]
      for (const [changed, value] of changes) {
        const [last, expected] = made.at(-1) as (typeof made)[number]
        const next = new Map(expected)
        if (value === null) next.delete(changed)
        else next.set(changed, value)
        made.push([value === null ? last.delete(changed) : last.set(changed, value), next])
      }
      const keys = changes.map(([changed]) => changed)
      for (const [map, expected] of made) {
        expect(keys.map(map.get)).toEqual(keys.map((each) => expected.get(each)))
        expect(map.size).toBe(expected.size)
      }
      const [last, expected] = made.at(-1) as (typeof made)[number]
      expect(sort(last.entries())).toEqual(sort(expected))
    }),
    { numRuns: runs(300) },
  )
})

test('the order of the entries of a map does not depend on the order in which they were set', () => {
  expect([...createSharedMap(many.toReversed()).entries()]).toEqual([...createSharedMap(many).entries()])
})

test('a map is empty after all of its entries were deleted', () => {
  const map = many.reduce((left, [each]) => left.delete(each), createSharedMap(many))
  expect([map.size, [...map.entries()]]).toEqual([0, []])
})

// How `hashText` goes on with a character.
function hashOn(hash: number, character: number): number {
  const mixed = Math.imul(hash ^ character, 0x01000193)
  return mixed ^ (mixed >>> 15)
}

/** Builds keys that all have the same hash, out of pairs of characters of which each has two forms. */
function buildClashing(pairs: number): string[] {
  let keys = ['']
  let hash = 0
  for (let pair = 0; pair < pairs; pair += 1) {
    const seen = new Map<number, number>()
    let first = 1
    while (!seen.has(hashOn(hash, first) >>> 16)) seen.set(hashOn(hash, first) >>> 16, first++)
    const other = seen.get(hashOn(hash, first) >>> 16) as number
    const second = (hashOn(hash, first) ^ hashOn(hash, other)) & 0xffff
    const forms = [String.fromCharCode(first, 0), String.fromCharCode(other, second)]
    keys = keys.flatMap((key) => forms.map((form) => key + form))
    hash = hashOn(hashOn(hash, first), 0)
  }
  return keys
}

test('a map holds any number of keys with the same hash, in an order that the keys decide', () => {
  const keys = buildClashing(14)
  expect(new Set(keys.map((each) => hashText(each))).size).toBe(1)
  const map = createSharedMap(keys.map((each) => [each, each] as const))
  expect(map.size).toBe(2 ** 14)
  expect(keys.slice(0, 100).map(map.get)).toEqual(keys.slice(0, 100))
  expect(Array.from(map.entries(), ([each]) => each)).toEqual(keys.toSorted())
  const rest = keys.slice(1).reduce((left, each) => left.delete(each), map)
  expect([...rest.entries()]).toEqual([[keys[0], keys[0]]])
  expect([...map.differences(rest)]).toHaveLength(2 ** 14 - 1)
})
