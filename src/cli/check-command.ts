import { Command } from 'commander'
import { createSimulator } from '../core/simulator.ts'
import { FileError, type FileMistake } from '../files/file-error.ts'
import { findTakenNames, openScenarioFile, type ScenarioFile } from '../files/scenario-file.ts'
import { isSnapshotFile, useSnapshotFile } from '../files/snapshot-file.ts'
import type { Io } from './io.ts'
import { assertFits, tryOut } from './memory.ts'
import { describeCounts } from './start-message.ts'

/** `deploymock check`: whether files of scenarios and snapshots can be used. */
export function defineCheckCommand(io: Io): Command {
  return new Command('check')
    .summary('validate scenario and snapshot files')
    .description('Validates files. Reports every issue with its line and column.')
    .argument('<file...>', 'scenario or snapshot files')
    .action((paths: readonly string[]) => checkFiles(paths, io))
}

async function checkFiles(paths: readonly string[], io: Io): Promise<void> {
  const mistakes: FileMistake[] = []
  const scenarios: ScenarioFile[] = []
  for (const path of new Set(paths)) {
    try {
      const file = (await isSnapshotFile(path)) ? undefined : await openScenarioFile(path)
      if (file !== undefined) scenarios.push(file)
      const taken = findTakenNames(scenarios).filter((mistake) => mistake.file === path)
      if (taken.length > 0) throw new FileError(taken)
      io.out(`${path}: OK (${file === undefined ? await describeSnapshot(path) : describeScenario(file)})`)
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      mistakes.push(...error.mistakes)
    }
  }
  if (mistakes.length > 0) throw new FileError(mistakes)
}

function describeScenario(file: ScenarioFile): string {
  return `scenario "${file.scenario.name}": ${describeCounts(tryOut(file).db)}`
}

async function describeSnapshot(path: string): Promise<string> {
  const simulator = createSimulator({ scenario: 'empty' })
  await useSnapshotFile(path, (snapshot) => {
    assertFits(snapshot.scenario)
    simulator.restore(snapshot)
  })
  return `snapshot of "${simulator.scenario.name}": ${describeCounts(simulator.db)}`
}
