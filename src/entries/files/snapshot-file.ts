// Opens snapshot files.

import { OptionError } from '../../engine/input/options/option-error.ts'
import type { Path } from '../../engine/input/schemas/schema-walk.ts'
import { isSnapshot } from '../../engine/scenario/scenario.ts'
import type { ServiceDeclarations } from '../../engine/scenario/service.ts'
import { isScenario, parseSnapshot, type Snapshot, snapshotSchemaOf } from '../../engine/sessions/state/snapshot.ts'
import type { AnySimulator } from '../../engine/simulator/simulator.ts'
import { FileError } from './read/file-error.ts'
import { readText } from './read/read-text.ts'
import { assertSchema, formatOf, locateError, parseSourceFile } from './read/source-file.ts'

export interface SnapshotFile {
  readonly declared: ServiceDeclarations
  readonly path: string
  readonly text: string
  readonly snapshot: Snapshot
}

// A little less than the longest string that Node supports.
const MOST_MEGABYTES = 400

/** Whether a file contains a snapshot. @throws FileError if it cannot be read */
export async function isSnapshotFile(path: string): Promise<boolean> {
  if (formatOf(path) !== 'json') return false
  const text = await readText(path, MOST_MEGABYTES)
  try {
    return isSnapshot(JSON.parse(text))
  } catch {
    return false
  }
}

/** Opens a snapshot file. @throws FileError that lists every issue */
export async function openSnapshotFile(declared: ServiceDeclarations, path: string): Promise<SnapshotFile> {
  const text = await readText(path, MOST_MEGABYTES)
  try {
    return { declared, path, text, snapshot: parseSnapshot(declared, JSON.parse(text)) }
  } catch (error) {
    throw await locateInSnapshot(error, { declared, path, text })
  }
}

/** Builds a simulator that begins with the snapshot of a file. @throws FileError that lists the issues that prevent it */
export async function buildSnapshotWorld(
  file: SnapshotFile,
  build: (snapshot: Snapshot) => AnySimulator,
): Promise<AnySimulator> {
  try {
    return build(file.snapshot)
  } catch (error) {
    throw await locateInSnapshot(error, file)
  }
}

// A snapshot can be large, so only an invalid one is parsed again with positions.
async function locateInSnapshot(
  error: unknown,
  { declared, path, text }: Omit<SnapshotFile, 'snapshot'>,
): Promise<unknown> {
  if (!(error instanceof SyntaxError || error instanceof OptionError)) return error
  const { source } = await parseSourceFile(path, text, formatOf(path))
  if (isScenario(source.value)) {
    throw new FileError([{ file: path, text: 'it is a scenario, not a snapshot. Load it with --scenario.' }])
  }
  const file = await parseSourceFile(path, text, 'json')
  const isOfAnotherKind = error instanceof OptionError && error.issues.some(({ path }) => KINDS.includes(path))
  if (!isOfAnotherKind) assertSchema(file, snapshotSchemaOf(declared))
  return locateError(error, file, toSnapshotPath)
}

// What says which kind of file it is. With another one, nothing else fits.
const KINDS = ['format', 'version', 'service']

// The core reports paths relative to the scenario or to its changes.
function toSnapshotPath(path: Path): Path {
  const [first] = path
  if (first === undefined || KINDS.includes(String(first))) return path
  return first === 'changes' || first === 'faults' ? ['current', ...path] : ['scenario', ...path]
}
