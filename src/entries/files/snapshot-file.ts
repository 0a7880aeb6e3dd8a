// Opens snapshot files.

import { OptionError } from '../../engine/input/options/option-error.ts'
import { isSnapshot } from '../../engine/scenario/scenario.ts'
import { isScenario, parseSnapshot, snapshotSchemaOf } from '../../engine/sessions/state/snapshot.ts'
import { service } from '../../service/service.ts'
import type { Simulator, Snapshot } from '../../service/types.ts'
import { FileError } from './read/file-error.ts'
import { readText } from './read/read-text.ts'
import type { Path } from './read/source.ts'
import { assertSchema, formatOf, locateError, parseSourceFile } from './read/source-file.ts'

export interface SnapshotFile {
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
export async function openSnapshotFile(path: string): Promise<SnapshotFile> {
  const text = await readText(path, MOST_MEGABYTES)
  try {
    return { path, text, snapshot: parseSnapshot(service, JSON.parse(text)) }
  } catch (error) {
    throw await locateInSnapshot(error, path, text)
  }
}

/** Builds a simulator that begins with the snapshot of a file. @throws FileError that lists the issues that prevent it */
export async function buildSnapshotWorld(
  { path, text, snapshot }: SnapshotFile,
  build: (snapshot: Snapshot) => Simulator,
): Promise<Simulator> {
  try {
    return build(snapshot)
  } catch (error) {
    throw await locateInSnapshot(error, path, text)
  }
}

// A snapshot can be large, so only an invalid one is parsed again with positions.
async function locateInSnapshot(error: unknown, path: string, text: string): Promise<unknown> {
  if (!(error instanceof SyntaxError || error instanceof OptionError)) return error
  const { source } = await parseSourceFile(path, text, formatOf(path))
  if (isScenario(source.value)) {
    throw new FileError([{ file: path, text: 'it is a scenario, not a snapshot. Load it with --scenario.' }])
  }
  const file = await parseSourceFile(path, text, 'json')
  const isOfAnotherKind =
    error instanceof OptionError && error.issues.some((issue) => issue.path === 'format' || issue.path === 'version')
  if (!isOfAnotherKind) assertSchema(file, snapshotSchemaOf(service))
  return locateError(error, file, toSnapshotPath)
}

// The core reports paths relative to the scenario or to its changes.
function toSnapshotPath(path: Path): Path {
  const [first] = path
  if (first === 'format' || first === 'version' || first === undefined) return path
  return first === 'changes' || first === 'faults' ? ['current', ...path] : ['scenario', ...path]
}
