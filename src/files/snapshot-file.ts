import { OptionError } from '../core/option-error.ts'
import { isRecord } from '../core/records/schema-walk.ts'
import { parseSnapshot, type Snapshot, snapshotSchema } from '../core/sessions/snapshot.ts'
import { readText } from './read-text.ts'
import type { Path } from './source.ts'
import { assertSchema, formatOf, locateIssues, parseSourceFile } from './source-file.ts'

// Little less than the longest text that Node can hold.
const MOST_MEGABYTES = 400

/** Whether a value says of itself that it is a snapshot. */
export function isSnapshot(value: unknown): boolean {
  return isRecord(value) && value.format === 'deploymock-snapshot'
}

/** Whether a file holds a snapshot. @throws FileError when it cannot be read */
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
 * Reads the snapshot of a file and does something with it.
 *
 * @throws FileError naming every issue, also those that only show when it is used
 */
export async function useSnapshotFile(path: string, use: (snapshot: Snapshot) => void): Promise<void> {
  const text = await readText(path, MOST_MEGABYTES)
  try {
    use(parseSnapshot(JSON.parse(text)))
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof OptionError)) throw error
    // A snapshot can be large: only one that is broken is parsed with the places of what is in it.
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

// The core places issues in a scenario and in its changes.
function toSnapshotPath(path: Path): Path {
  const [first] = path
  if (first === 'format' || first === 'version' || first === undefined) return path
  return first === 'changes' || first === 'faults' ? ['current', ...path] : ['scenario', ...path]
}
