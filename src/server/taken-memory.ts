// What the process of a server has taken: heap after collection, and buffers.

import { constants, PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { MEGABYTE } from '../engine/limits/byte-budget.ts'
import type { MeasureMemory } from '../engine/limits/memory-net.ts'

// What V8 has for new objects only, whatever the limit is. The others must not take it.
const NEW_OBJECTS = 48 * MEGABYTE
// The rest of a container is for the process itself.
const SHARE_OF_CONTAINER = 0.75
// From here on, V8 collects garbage all the time, so there is little of it.
const HARDLY_GARBAGE = 0.9
// Garbage is collected for at most a thirtieth of the time, or when there may be so much since the last collection.
const PAUSES = 30
const MUCH_GARBAGE = 1 / 16

/** Starts to measure the memory of this process; undefined where Node does not tell when it collects garbage. */
export function measureMemory(): { readonly measure: MeasureMemory; stop(): void } | undefined {
  // The types of Node lack the list.
  const { supportedEntryTypes: known } = PerformanceObserver as { supportedEntryTypes?: readonly string[] }
  if (known?.includes('gc') !== true) return undefined
  const limit = readLimit()
  let afterCollection = 0
  let collections = 0
  let nextCollection = 0
  let lastTaken = 0
  const note = (): void => {
    afterCollection = readOld()
    collections += 1
  }
  const observer = new PerformanceObserver((list) => {
    if (list.getEntries().some(isMajor)) note()
  })
  observer.observe({ entryTypes: ['gc'] })
  return {
    measure(isSure, hasFreed) {
      const began = performance.now()
      const isDue = () => hasFreed || began >= nextCollection || readOld() - lastTaken > limit * MUCH_GARBAGE
      if (isSure && isDue()) {
        collect()
        note()
        lastTaken = afterCollection
        nextCollection = performance.now() + PAUSES * (performance.now() - began)
      }
      const taken = readTaken()
      const known = taken < limit * HARDLY_GARBAGE ? Math.min(taken, afterCollection) : readOld()
      return { share: known / limit, collections }
    },
    stop: () => observer.disconnect(),
  }
}

function readLimit(): number {
  // 0, or more than the machine has, if nothing limits the process.
  const ofContainer = (process.constrainedMemory() || Number.POSITIVE_INFINITY) * SHARE_OF_CONTAINER
  const all = Math.min(getHeapStatistics().heap_size_limit, ofContainer)
  return Math.max(all - NEW_OBJECTS, all / 2)
}

function readTaken(): number {
  const { used_heap_size: heap, external_memory: buffers } = getHeapStatistics()
  return heap + buffers
}

// New objects have a part of the memory of their own. Most are garbage, also when somebody hears of a collection.
function readOld(): number {
  const spaces = getHeapSpaceStatistics().filter(({ space_name: name }) => name.startsWith('new_'))
  return spaces.reduce((taken, { space_used_size: bytes }) => taken - bytes, readTaken())
}

interface CollectionEntry extends PerformanceEntry {
  readonly detail?: unknown
}

function isMajor({ detail }: CollectionEntry): boolean {
  return (detail as { readonly kind?: number }).kind === constants.NODE_PERFORMANCE_GC_MAJOR
}

function collect(): void {
  setFlagsFromString('--expose-gc')
  // Buffers are freed in the background. The second collection, of new objects only, waits for that.
  runInNewContext("gc(); gc({ type: 'minor' })")
}
