// The seed of chaos, if none is given.

import { readChaos } from './engine/faults/chaos/chaos-input.ts'
import type { SimulatorOptions } from './engine/simulator/simulator-options.ts'

const SEEDS = 1_000_000

/** Returns a random seed. */
export function drawSeed(): number {
  return Math.floor(Math.random() * SEEDS)
}

/** Adds a random seed to chaos options that have none. The core never uses `Math.random`. */
export function withChaosSeed<Options extends SimulatorOptions>(options: Options): Options {
  if (options.chaos === undefined) return options
  return { ...options, chaos: { seed: drawSeed(), ...readChaos(options.chaos) } }
}
