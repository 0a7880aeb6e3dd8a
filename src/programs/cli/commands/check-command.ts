import { Command } from 'commander'
import { quote, showLine } from '../../../engine/input/text/quote.ts'
import type { ServiceDeclarations } from '../../../engine/scenario/service.ts'
import { type AnySimulator, createSimulator } from '../../../engine/simulator/simulator.ts'
import { describeCounts } from '../../../engine/simulator/world-counts.ts'
import { findWarnings } from '../../../entries/files/find-warnings.ts'
import { FileError, type FileIssue, formatIssue } from '../../../entries/files/read/file-error.ts'
import {
  buildWorld,
  describeTakenName,
  openScenarioFile,
  type ScenarioFile,
} from '../../../entries/files/scenario-file.ts'
import { buildSnapshotWorld, isSnapshotFile, openSnapshotFile } from '../../../entries/files/snapshot-file.ts'
import { withMemoryLimit } from '../../../memory-limit.ts'
import { addServiceOption } from '../declared-service.ts'
import { CheckError } from '../exit-codes.ts'
import type { Io } from '../io.ts'

/** Defines `deploymock check`, which validates scenario and snapshot files. */
export function defineCheckCommand(io: Io, declared: ServiceDeclarations): Command {
  return addServiceOption(new Command('check'))
    .summary('validate scenario and snapshot files')
    .description(
      'Validates files. Reports every issue with its line and column, and warns of worlds that cannot exist, such as a deployment of an unknown integration.',
    )
    .argument('<file...>', 'scenario or snapshot files')
    .option('--strict', 'let warnings fail')
    .action((paths: readonly string[], { strict = false }: ChosenOptions) =>
      checkFiles(paths, { strict, io, declared }),
    )
}

interface Checked {
  readonly description: string
  readonly warnings: readonly FileIssue[]
}

interface ChosenOptions {
  readonly strict?: boolean
}

interface CheckOptions extends Required<ChosenOptions> {
  readonly io: Io
  readonly declared: ServiceDeclarations
}

async function checkFiles(paths: readonly string[], { strict, io, declared }: CheckOptions): Promise<void> {
  const issues: FileIssue[] = []
  const scenarios = new Map<string, ScenarioFile>()
  for (const path of new Set(paths)) {
    try {
      const { description, warnings } = await checkFile(declared, path, scenarios)
      if (strict && warnings.length > 0) throw new FileError(warnings)
      io.out(`${showLine(path)}: OK (${description})`)
      for (const { text, ...place } of warnings) io.err(formatIssue({ ...place, text: `warning: ${text}` }))
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      issues.push(...error.issues)
    }
  }
  if (issues.length > 0) throw new CheckError(issues)
}

/** Validates a file, whose scenario has another name than those before. @throws FileError that lists its issues */
async function checkFile(
  declared: ServiceDeclarations,
  path: string,
  scenarios: Map<string, ScenarioFile>,
): Promise<Checked> {
  if (await isSnapshotFile(path)) return { description: await describeSnapshot(declared, path), warnings: [] }
  const file = await openScenarioFile(declared, path)
  const first = scenarios.get(file.scenario.name)
  const taken = first === undefined ? [] : [describeTakenName(file, first)]
  if (first === undefined) scenarios.set(file.scenario.name, file)
  const simulator = buildNamed(file, taken)
  if (taken.length > 0) throw new FileError([...taken, ...findWarnings(file, simulator)])
  const description = `scenario ${quote(file.scenario.name)}: ${describeCounts(declared.resources, simulator.db)}`
  return { description, warnings: findWarnings(file, simulator) }
}

/** Builds the world of a file. @throws FileError with the issues of its name, too */
function buildNamed(file: ScenarioFile, ofName: readonly FileIssue[]): AnySimulator {
  try {
    return buildWorld(file, withMemoryLimit({}))
  } catch (error) {
    throw error instanceof FileError ? new FileError([...ofName, ...error.issues]) : error
  }
}

async function describeSnapshot(declared: ServiceDeclarations, path: string): Promise<string> {
  const file = await openSnapshotFile(declared, path)
  const simulator = await buildSnapshotWorld(file, (snapshot) =>
    createSimulator(declared, withMemoryLimit({}), { snapshot }),
  )
  return `snapshot of ${quote(simulator.scenario.name)}: ${describeCounts(declared.resources, simulator.db)}`
}
