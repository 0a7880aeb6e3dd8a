import { unwatchFile, watchFile } from 'node:fs'
import { quote } from '../../engine/input/text/quote.ts'
import type { AnySimulator } from '../../engine/simulator/simulator.ts'
import { FileError, formatIssue } from '../../entries/files/read/file-error.ts'
import { readText } from '../../entries/files/read/read-text.ts'
import {
  assertNames,
  buildWorld,
  loadScenarioFile,
  openScenarioFile,
  type ScenarioFile,
} from '../../entries/files/scenario-file.ts'
import { withMemoryLimit } from '../../memory-limit.ts'
import type { Io } from './io.ts'
import type { OfService } from './options/options.ts'
import { readAssumptions, readOverrides, type WorldOptions } from './options/world-options.ts'
import { describeServedWorld } from './output/serve-text.ts'

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
    assertNotRenamed(before, next)
    const isServed = simulator.scenario.name === before.scenario.name
    if (isServed) loadScenarioFile(simulator, next, readOverrides(options))
    else buildWorld(next, withMemoryLimit(readAssumptions(options)))
    simulator.define(next.scenario)
    files.set(path, next)
    const change = isServed ? describeServedWorld(simulator) : `"${next.scenario.name}" can be loaded again.`
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

// Sessions, links and clients know a scenario by its name.
function assertNotRenamed({ scenario: { name } }: ScenarioFile, { path, scenario, source }: ScenarioFile): void {
  if (scenario.name === name) return
  const text = `"name" is ${quote(scenario.name)}, and it is served as ${quote(name)}. Start again to rename it.`
  throw new FileError([{ file: path, ...source.locate(['name']), text }])
}

/** Names the sessions whose world does not change, because somebody works in them. */
function describeOld({ sessions }: AnySimulator, scenario: string): string {
  const old = sessions.list().filter((session) => session.scenario.name === scenario)
  if (old.length === 0) return ''
  const names = old.slice(-MOST_NAMES).map(({ name }) => name)
  const more = old.length > names.length ? ` and ${old.length - names.length} more` : ''
  return ` Until a reset, the old world stays in ${old.length === 1 ? 'the session' : 'the sessions'} ${names.join(', ')}${more}.`
}

interface WatchOptions {
  /** Called with the files whose content has changed. The next call waits for the returned promise. */
  onChange(paths: readonly string[]): Promise<void>
  /** Called when `onChange` fails. */
  onError(error: Error): void
}

// Longer than editors take to write a file, which they do in several steps.
const SETTLING_MILLISECONDS = 100
const POLLING_MILLISECONDS = 250
const MOST_MEGABYTES = 16

/**
 * Watches the content of files until the watch is closed. It looks at the files, because folders that are mounted into a
 * container or from a network report no events.
 *
 * @param files the paths, each with the text that was last read from it
 */
export function watchFiles(files: readonly { path: string; text: string }[], { onChange, onError }: WatchOptions) {
  const known = new Map(files.map(({ path, text }) => [path, text]))
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isClosed = false

  const check = async (): Promise<void> => {
    const changed = await findChanged(known)
    if (changed.length > 0 && !isClosed) await onChange(changed)
  }
  // Further changes do not postpone the check, or it would never run for files that change constantly.
  const notice = (): void => {
    if (timer !== undefined || isClosed) return
    timer = setTimeout(() => {
      timer = undefined
      running = running.then(check).catch(onError)
    }, SETTLING_MILLISECONDS)
  }
  const paths = [...known.keys()]
  for (const path of paths) watchFile(path, { interval: POLLING_MILLISECONDS, persistent: false }, notice)
  // Finds files that changed between being read and being watched.
  notice()

  return {
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
      for (const path of paths) unwatchFile(path, notice)
      await running
    },
  }
}

/** Finds the files whose content has changed, and updates the known content. */
async function findChanged(known: Map<string, string>): Promise<string[]> {
  const changed: string[] = []
  for (const [path, before] of known) {
    const text = await readText(path, MOST_MEGABYTES).catch(String)
    if (text !== before) changed.push(path)
    known.set(path, text)
  }
  return changed
}
