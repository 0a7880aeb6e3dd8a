import type { AnySimulator } from '../../engine/simulator/simulator.ts'
import { FileError, formatIssue } from '../../entries/files/read/file-error.ts'
import {
  assertNames,
  buildWorld,
  loadScenarioFile,
  openScenarioFile,
  type ScenarioFile,
} from '../../entries/files/scenario-file.ts'
import { watchFiles } from '../../entries/files/watch-files.ts'
import { withMemoryLimit } from '../../memory-limit.ts'
import type { Io } from './io.ts'
import type { OfService } from './options/options.ts'
import { readAssumptions, readOverrides, type WorldOptions } from './options/world-options.ts'
import { describeWorld } from './output/serve-text.ts'

const MOST_NAMES = 10

/** Reloads scenarios when their files change. An invalid file changes nothing. */
export function watchScenarios(
  simulator: AnySimulator,
  served: readonly ScenarioFile[],
  options: WorldOptions & OfService,
  io: Io,
) {
  // The last valid version of each file.
  const files = new Map(served.map((file) => [file.path, file]))

  const reload = async (path: string, before: ScenarioFile): Promise<void> => {
    const next = await openScenarioFile(options.declared, path)
    if (next.text === before.text) return io.out(`${path} is again as it was.`)
    assertNames([...[...files.values()].filter((file) => file !== before), next])
    const isServed = simulator.scenario.name === before.scenario.name
    if (isServed) loadScenarioFile(simulator, next, readOverrides(options))
    else buildWorld(next, withMemoryLimit(readAssumptions(options)))
    simulator.define(next.scenario)
    files.set(path, next)
    const change = isServed ? describeWorld(simulator) : `"${next.scenario.name}" can be loaded again.`
    io.out(`${path} changed. ${change}${describeOld(simulator, before.scenario.name)}`)
  }
  const reloadOrKeep = async (path: string): Promise<void> => {
    const before = files.get(path)
    if (before === undefined) return
    try {
      await reload(path, before)
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      for (const issue of error.issues) io.err(formatIssue(issue))
      io.err(`${path} changed and is invalid. "${before.scenario.name}" stays as it was.`)
    }
  }

  return watchFiles(served, {
    async onChange(paths) {
      for (const path of paths) await reloadOrKeep(path)
    },
    onError: (error) => io.err(`Failed to watch the files: ${error.message}. Restart to watch them again.`),
  })
}

/** Names the sessions whose world does not change, because somebody works in them. */
function describeOld({ sessions }: AnySimulator, scenario: string): string {
  const old = sessions.list().filter((session) => session.scenario.name === scenario)
  if (old.length === 0) return ''
  const names = old.slice(-MOST_NAMES).map(({ name }) => name)
  const more = old.length > names.length ? ` and ${old.length - names.length} more` : ''
  return ` Until a reset, the old world stays in ${old.length === 1 ? 'the session' : 'the sessions'} ${names.join(', ')}${more}.`
}
