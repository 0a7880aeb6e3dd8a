import { readChaos } from './core/behaviour/chaos-input.ts'
import type { SimulatorOptions } from './core/simulator.ts'

const SEEDS = 1_000_000

/** Makes a seed up where chaos is asked for without one. The core itself never draws lots. */
export function withChaosSeed(options: SimulatorOptions): SimulatorOptions {
  if (options.chaos === undefined) return options
  return { ...options, chaos: { seed: Math.floor(Math.random() * SEEDS), ...readChaos(options.chaos) } }
}
