// The coverage of a whole process or worker.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { shareWatcher } from '../engine/coverage/announcement.ts'
import { type Collector, createCollector } from '../engine/coverage/collector.ts'
import { service } from '../service/service.ts'
import { nameCoverageFile, writeCoverage } from './files.ts'

/** The environment variable that sets the folder for coverage files. */
export const FOLDER_VARIABLE = 'DEPLOYMOCK_COVERAGE'

/** The coverage of all simulators that are created from now on. */
export interface CoverageCollection extends Collector {
  /** Writes what was covered so far to a file. Each collection has one file and overwrites it. */
  write(): void
}

/** Opens the one collection of this process or worker, also if the test runner loads modules again for each file. */
export function openCollection(folder: string): CoverageCollection {
  return shareWatcher(() => {
    const collector = createCollector(service)
    const file = join(folder, nameCoverageFile(randomUUID()))
    return {
      ...collector,
      write() {
        const cases = collector.tally()
        if (cases.length > 0) writeCoverage(file, { cases, usage: collector.usage() })
      },
    }
  })
}
