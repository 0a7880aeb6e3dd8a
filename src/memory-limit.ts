// The memory limit of a simulator, if none is given.

import { MEGABYTE } from './engine/limits/byte-budget.ts'
import type { SimulatorOptions } from './engine/simulator/simulator-options.ts'

// The rest is for code, for what a request needs while it is answered, and for garbage until it is collected.
const SHARE_FOR_DATA = 0.4

/** Sets the memory limit of a simulator if the options don't. The core cannot ask the platform for it. */
export function withMemoryLimit(options: SimulatorOptions): SimulatorOptions {
  const bytes = readMemoryLimit()
  if (options.memory !== undefined || bytes === undefined) return options
  return { ...options, memory: Math.floor((bytes * SHARE_FOR_DATA) / MEGABYTE) }
}

// The rest of a container is for the process itself.
const SHARE_OF_CONTAINER = 0.75

/** Returns how many bytes of memory this process or page may use, or undefined if the platform does not tell. */
export function readMemoryLimit(): number | undefined {
  const v8 = globalThis.process?.getBuiltinModule?.('node:v8')
  if (v8 !== undefined) {
    // 0, or more than the machine has, if nothing limits the process.
    const ofContainer = (process.constrainedMemory?.() || Number.POSITIVE_INFINITY) * SHARE_OF_CONTAINER
    return Math.min(v8.getHeapStatistics().heap_size_limit, ofContainer)
  }
  // Only some browsers have this property.
  const { memory } = globalThis.performance as { memory?: { jsHeapSizeLimit: number } }
  return memory?.jsHeapSizeLimit
}
