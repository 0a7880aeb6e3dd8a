import { OptionError } from '../core/option-error.ts'
import { isRecord } from '../core/schemas/schema-walk.ts'
import { parseSnapshot, type Snapshot, snapshotSchema } from '../core/sessions/snapshot.ts'
import { readText } from './read-text.ts'
import type { Path } from './source.ts'
import { assertSchema, formatOf, locateIssues, parseSourceFile } from './source-file.ts'

// A little less than the longest string that Node supports.
const MOST_MEGABYTES = 400

/** Whether a value declares itself to be a snapshot. */
export function isSnapshot(value: unknown): boolean {
  return isRecord(value) && value.format === 'deploymock-snapshot'
}

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

/**
 * Reads a snapshot file and passes the snapshot to a function.
 *
 * @throws FileError that lists every issue, including those that the function finds
 */
export async function useSnapshotFile(path: string, use: (snapshot: Snapshot) => void): Promise<void> {
  const text = await readText(path, MOST_MEGABYTES)
  try {
    use(parseSnapshot(JSON.parse(text)))
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof OptionError)) throw error
    // A snapshot can be large, so only an invalid one is parsed again with positions.
    const file = await parseSourceFile(path, text, 'json')
    const isOfAnotherKind =
      error instanceof OptionError && error.issues.some(({ path }) => path === 'format' || path === 'version')
    if (!isOfAnotherKind) assertSchema(file, snapshotSchema)
    locateIssues(
      file,
      () => {
        throw error
      },
      toSnapshotPath,
    )
  }
}

// The core reports paths relative to the scenario or to its changes.
function toSnapshotPath(path: Path): Path {
  const [first] = path
  if (first === 'format' || first === 'version' || first === undefined) return path
  return first === 'changes' || first === 'faults' ? ['current', ...path] : ['scenario', ...path]
}
