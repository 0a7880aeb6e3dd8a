// The world of a server that the command line starts.

import { withChaosSeed } from '../../chaos-seed.ts'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { omitUndefined } from '../../engine/input/schemas/schema-walk.ts'
import { MEGABYTE } from '../../engine/limits/byte-budget.ts'
import { type AnySimulator, type BuildHooks, createSimulator } from '../../engine/simulator/simulator.ts'
import { type SimulatorOptions, simulatorOptionsOf } from '../../engine/simulator/simulator-options.ts'
import { buildWorld } from '../../entries/files/scenario-file.ts'
import { buildSnapshotWorld, openSnapshotFile, type SnapshotFile } from '../../entries/files/snapshot-file.ts'
import { createInRun } from '../../entries/run/create-in-run.ts'
import { readHeapLimit, withMemoryLimit } from '../../memory-limit.ts'
import type { Io } from './io.ts'
import { readVaryOptions } from './options/vary-options.ts'
import { type OpenedScenarios, readAssumptions, readCount, readOverrides } from './options/world-options.ts'
import { createStartProgress } from './output/progress.ts'
import { NOT_GIVEN_TO_SIMULATOR, pickGiven, type ServeCommandOptions } from './serve-options.ts'

/** Builds the world to serve, from a scenario or a snapshot. */
export async function prepareWorld(
  opened: OpenedScenarios,
  options: ServeCommandOptions,
  io: Io,
): Promise<AnySimulator> {
  const progress = createStartProgress(io)
  const hooks = { onProgress: progress.report, learned: options.learned }
  try {
    const imported = options.import === undefined ? undefined : await openSnapshotFile(options.declared, options.import)
    return await createWorld(opened, options, { hooks, imported })
  } finally {
    progress.end()
  }
}

interface WorldSource {
  readonly hooks: BuildHooks
  readonly imported: SnapshotFile | undefined
}

/** @param beginning.imported what to begin with instead of the chosen scenario */
async function createWorld(
  opened: OpenedScenarios,
  options: ServeCommandOptions,
  { hooks, imported }: WorldSource,
): Promise<AnySimulator> {
  const served = imported === undefined ? opened.files.find(({ scenario }) => scenario === opened.chosen) : undefined
  assertMemory(options.memory)
  for (const other of opened.files) {
    if (other !== served) buildWorld(other, withMemoryLimit(readAssumptions(options)), hooks)
  }
  const settings = withMemoryLimit(withChaosSeed(readSimulatorOptions(opened, options)))
  const create = (beginning: BuildHooks = {}) =>
    createInRun((inRun) => createSimulator(options.declared, settings, { ...hooks, ...beginning, ...inRun }))
  if (imported !== undefined) return buildSnapshotWorld(imported, (snapshot) => create({ snapshot }))
  // With another number of records, the world is not the one in the file.
  if (served === undefined || readCount(options) !== undefined) return create()
  return createInRun((inRun) => buildWorld(served, settings, { ...hooks, ...inRun }))
}

function readSimulatorOptions({ chosen, files }: OpenedScenarios, options: ServeCommandOptions): SimulatorOptions {
  return omitUndefined({
    ...pickGiven(options, simulatorOptionsOf(options.declared), NOT_GIVEN_TO_SIMULATOR),
    scenario: chosen.name,
    scenarios: files.map(({ scenario }) => scenario),
    ...readOverrides(options),
    ...readAssumptions(options),
    clock: options.freezeClock === true ? 'frozen' : 'running',
    vary: readVaryOptions(options),
  }) as SimulatorOptions
}

/** Checks a limit. @throws OptionError if Node may use less: the process would end before it reaches the limit */
function assertMemory(megabytes: number | undefined): void {
  const most = Math.floor((readHeapLimit() ?? Number.POSITIVE_INFINITY) / MEGABYTE)
  if (megabytes === undefined || megabytes <= most) return
  throw new OptionError({
    attempt: `use ${megabytes} MB`,
    received: `Node may use ${most} MB`,
    advice: `Set a lower limit, or start with NODE_OPTIONS=--max-old-space-size=${megabytes}.`,
  })
}
