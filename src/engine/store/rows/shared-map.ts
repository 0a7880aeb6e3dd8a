// An immutable map; a change creates another one.

import { hashText } from '../random.ts'

/** An immutable map. Setting values creates another map, which shares most of its data. */
export interface SharedMap<Value> {
  get(key: string): Value | undefined
  /** Returns a map in which some keys have other values. */
  with(changes: ReadonlyMap<string, Value>): SharedMap<Value>
}

const BUCKETS = 256

/** Creates a map. It consists of buckets, so that a changed map copies only the changed buckets. */
export function createSharedMap<Value>(entries: Iterable<readonly [string, Value]>): SharedMap<Value> {
  const empty = Array.from({ length: BUCKETS }, () => new Map<string, Value>())
  return joinBuckets(empty).with(new Map(entries))
}

function joinBuckets<Value>(buckets: readonly ReadonlyMap<string, Value>[]): SharedMap<Value> {
  return {
    get: (key) => buckets[placeOf(key)]?.get(key),
    with(changes) {
      const changed = new Map<number, Map<string, Value>>()
      for (const [key, value] of changes) {
        const place = placeOf(key)
        const bucket = changed.get(place) ?? new Map(buckets[place])
        changed.set(place, bucket.set(key, value))
      }
      return joinBuckets(buckets.map((bucket, place) => changed.get(place) ?? bucket))
    },
  }
}

function placeOf(key: string): number {
  return Math.abs(hashText(key)) % BUCKETS
}
