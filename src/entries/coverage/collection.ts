// The coverage of a whole process or worker.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { shareWatcher } from '../../engine/reports/coverage/announcement.ts'
import { type Collector, createCollector } from '../../engine/reports/coverage/collector.ts'
import { service } from '../../service/service.ts'
import { type CoverageFile, nameCoverageFile, writeCoverage } from './files.ts'

/** The environment variable that sets the folder for coverage files. */
export const FOLDER_VARIABLE = 'DEPLOYMOCK_COVERAGE'

/** The coverage of all simulators that are created from now on. */
export interface CoverageCollection extends Collector {
  /** Returns what was covered so far, with the name of its file. */
  read(): CoverageFile & { readonly name: string }
  /** Writes what was covered so far to a file. Each collection has one file and overwrites it. */
  write(): void
}

/** Opens the one collection of this process or worker, also if the test runner loads modules again for each file. */
export function openCollection(folder: string): CoverageCollection {
  return shareWatcher(() => {
    const collector = createCollector(service)
    const name = nameCoverageFile(randomUUID())
    const read = () => ({ name, cases: collector.tally(), usage: collector.usage() })
    return {
      ...collector,
      read,
      write() {
        const covered = read()
        if (covered.cases.length > 0) writeCoverage(join(folder, name), covered)
      },
    }
  })
}
