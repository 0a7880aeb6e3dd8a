// The memory limit of a simulator, if none is given.

import { MEGABYTE } from './engine/limits/byte-budget.ts'
import type { SimulatorOptions } from './engine/simulator/simulator-options.ts'

// The rest is for code, for what a request needs while it is answered, and for garbage until it is collected.
const SHARE_FOR_DATA = 0.4

/** Sets the memory limit of a simulator if the options don't. The core cannot ask the platform for it. */
export function withMemoryLimit<Options extends SimulatorOptions>(options: Options): Options {
  const bytes = readHeapLimit()
  if (options.memory !== undefined || bytes === undefined) return options
  return { ...options, memory: Math.floor((bytes * SHARE_FOR_DATA) / MEGABYTE) }
}

/** Returns how many bytes of heap this process or page may use, or undefined if the platform does not tell. */
export function readHeapLimit(): number | undefined {
  const v8 = globalThis.process?.getBuiltinModule?.('node:v8')
  if (v8 !== undefined) return v8.getHeapStatistics().heap_size_limit
  // Only some browsers have this property.
  const { memory } = globalThis.performance as { memory?: { jsHeapSizeLimit: number } }
  return memory?.jsHeapSizeLimit
}
