import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { shareWatcher } from '../core/coverage/announcement.ts'
import { type Collector, createCollector } from '../core/coverage/collector.ts'
import { toFileName, writeCoverage } from './files.ts'

/** The environment variable that names the folder for files of coverage. */
export const FOLDER_VARIABLE = 'DEPLOYMOCK_COVERAGE'

/** The coverage of all simulators that are created from now on. */
export interface Collection extends Collector {
  /** Writes what was covered so far into a file of its own, in place of what it wrote before. */
  write(): void
}

/**
 * Opens the collection of this process or worker; there is one, also where modules are loaded
 * anew for every file of tests.
 */
export function openCollection(folder: string): Collection {
  return shareWatcher(() => {
    const collector = createCollector()
    const file = join(folder, toFileName(randomUUID()))
    return {
      ...collector,
      write() {
        const tally = collector.tally()
        if (tally.length > 0) writeCoverage(file, tally)
      },
    }
  })
}
