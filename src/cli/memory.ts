import { MEGABYTE } from '../core/byte-budget.ts'
import { OptionError } from '../core/option-error.ts'
import type { BuildHooks, Simulator } from '../core/simulator.ts'
import type { SimulatorOptions } from '../core/simulator-options.ts'
import { buildWorld, type ScenarioFile } from '../files/scenario-file.ts'
import { readHeapLimit, withMemoryLimit } from '../memory-limit.ts'

/** @throws OptionError for more megabytes than Node may use: the process would end before it reaches them */
export function assertMemory(megabytes: number | undefined): void {
  const most = Math.floor((readHeapLimit() ?? Number.POSITIVE_INFINITY) / MEGABYTE)
  if (megabytes === undefined || megabytes <= most) return
  throw new OptionError(
    `Failed to use ${megabytes} MB: Node may use ${most} MB. Set a lower limit, or start with NODE_OPTIONS=--max-old-space-size=${megabytes}.`,
  )
}

/** Builds the world of a scenario file if it fits into memory. @throws FileError that lists what prevents it */
export function dryRun(
  file: ScenarioFile,
  options?: Pick<SimulatorOptions, 'preset' | 'assumptions' | 'memory'>,
  hooks?: BuildHooks,
): Simulator {
  return buildWorld(file, withMemoryLimit({ ...options }), hooks)
}
