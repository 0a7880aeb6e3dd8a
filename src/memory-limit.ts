import { MEGABYTE } from './core/byte-budget.ts'
import type { SimulatorOptions } from './core/simulator.ts'

/** Fills in how much memory a simulator may use where the options don't say. The core itself cannot ask. */
export function withMemoryLimit(options: SimulatorOptions): SimulatorOptions {
  const bytes = readHeapLimit()
  if (options.memory !== undefined || bytes === undefined) return options
  return { ...options, memory: Math.floor(bytes / MEGABYTE) }
}

/** The most bytes that this process or page may use for objects; undefined where it does not say. */
export function readHeapLimit(): number | undefined {
  const v8 = globalThis.process?.getBuiltinModule?.('node:v8')
  if (v8 !== undefined) return v8.getHeapStatistics().heap_size_limit
  // Only some browsers have it.
  const { memory } = globalThis.performance as { memory?: { jsHeapSizeLimit: number } }
  return memory?.jsHeapSizeLimit
}
