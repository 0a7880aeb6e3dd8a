// The coverage of a whole process or worker.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { shareWatcher } from '../../engine/reports/coverage/announcement.ts'
import { type Collector, createCollector, type Watched, type Watcher } from '../../engine/reports/coverage/collector.ts'
import { declaredBy } from '../../engine/scenario/service.ts'
import { type CoverageFile, nameCoverageFile, writeCoverage } from './files.ts'

/** The environment variable that sets the folder for coverage files. */
export const FOLDER_VARIABLE = 'DEPLOYMOCK_COVERAGE'

/** What was covered of a service, with the name of its file. */
export interface NamedCoverage extends CoverageFile {
  readonly name: string
}

/** The coverage of all simulators that are created from now on. */
export interface CoverageCollection extends Watcher {
  /** Returns what was covered of each service so far. */
  read(): readonly NamedCoverage[]
  /** Writes what was covered so far. Each collection has one file for each service, and overwrites it. */
  write(): void
}

/** Opens the one collection of this process or worker, also if the test runner loads modules again for each file. */
export function openCollection(folder: string): CoverageCollection {
  return shareWatcher(() => {
    const collectors = new Map<string, { readonly name: string; readonly collector: Collector }>()
    const read = () =>
      Array.from(collectors, ([service, { name, collector }]) => {
        return { name, service, cases: collector.tally(), usage: collector.usage() }
      })
    return {
      watch(simulator: Watched) {
        const declared = declaredBy(simulator)
        if (declared === undefined) return () => undefined
        const { title } = declared
        const known = collectors.get(title) ?? {
          name: nameCoverageFile(randomUUID()),
          collector: createCollector(declared),
        }
        collectors.set(title, known)
        return known.collector.watch(simulator)
      },
      read,
      write() {
        for (const { name, ...covered } of read())
          if (covered.cases.length > 0) writeCoverage(join(folder, name), covered)
      },
    }
  })
}
