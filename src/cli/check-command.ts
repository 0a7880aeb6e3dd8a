import { Command } from 'commander'
import { createSimulator } from '../core/simulator.ts'
import { describeCounts } from '../core/world-counts.ts'
import { FileError, type FileIssue } from '../files/file-error.ts'
import { buildWorld, describeTakenName, openScenarioFile, type ScenarioFile } from '../files/scenario-file.ts'
import { buildSnapshotWorld, isSnapshotFile, openSnapshotFile } from '../files/snapshot-file.ts'
import { withMemoryLimit } from '../memory-limit.ts'
import type { Io } from './io.ts'

/** Defines `deploymock check`, which validates scenario and snapshot files. */
export function defineCheckCommand(io: Io): Command {
  return new Command('check')
    .summary('validate scenario and snapshot files')
    .description('Validates files. Reports every issue with its line and column.')
    .argument('<file...>', 'scenario or snapshot files')
    .action((paths: readonly string[]) => checkFiles(paths, io))
}

async function checkFiles(paths: readonly string[], io: Io): Promise<void> {
  const issues: FileIssue[] = []
  const scenarios = new Map<string, ScenarioFile>()
  for (const path of new Set(paths)) {
    try {
      io.out(`${path}: OK (${await checkFile(path, scenarios)})`)
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      issues.push(...error.issues)
    }
  }
  if (issues.length > 0) throw new FileError(issues)
}

/**
 * Validates a file and describes its content.
 *
 * @param scenarios the scenarios of the files checked before, by name; no two may have the same name
 * @throws FileError that lists the issues of the file
 */
async function checkFile(path: string, scenarios: Map<string, ScenarioFile>): Promise<string> {
  if (await isSnapshotFile(path)) return describeSnapshot(path)
  const file = await openScenarioFile(path)
  const first = scenarios.get(file.scenario.name)
  if (first !== undefined) throw new FileError([describeTakenName(file, first)])
  scenarios.set(file.scenario.name, file)
  return describeScenario(file)
}

function describeScenario(file: ScenarioFile): string {
  const { db } = buildWorld(file, withMemoryLimit({}))
  return `scenario "${file.scenario.name}": ${describeCounts(db)}`
}

async function describeSnapshot(path: string): Promise<string> {
  const file = await openSnapshotFile(path)
  const simulator = await buildSnapshotWorld(file, (snapshot) => createSimulator(withMemoryLimit({}), { snapshot }))
  return `snapshot of "${simulator.scenario.name}": ${describeCounts(simulator.db)}`
}
