import { type FSWatcher, unwatchFile, watch, watchFile } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readText } from './read/read-text.ts'

/** A running file watch. */
export interface FileWatch {
  close(): Promise<void>
}

export interface WatchOptions {
  /** Called with the files whose content has changed. The next call waits for the returned promise. */
  onChange(paths: readonly string[]): Promise<void>
  /** Called when `onChange` fails. */
  onError(error: Error): void
  /** Reports the events of a folder. Default: `watch` of Node */
  watchFolder?: (folder: string, onEvent: () => void) => FSWatcher
}

// Longer than editors take to write a file, which they do in several steps.
const SETTLING_MILLISECONDS = 100
const POLLING_MILLISECONDS = 1000
const MOST_MEGABYTES = 16

/**
 * Watches the content of files until the watch is closed. It watches their folders, because an
 * editor may replace a file instead of changing it. Folders that are mounted into a container or from a
 * network report no events, so it also looks at the files themselves, once a second.
 *
 * @param files the paths, each with the text that was last read from it
 */
export async function watchFiles(
  files: readonly { path: string; text: string }[],
  { onChange, onError, watchFolder = watch }: WatchOptions,
): Promise<FileWatch> {
  const known = new Map(files.map(({ path, text }) => [path, text]))
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isClosed = false

  const check = async (): Promise<void> => {
    const changed = await findChanged(known)
    if (changed.length > 0 && !isClosed) await onChange(changed)
  }
  // Further events do not postpone the check, or it would never run in a folder that changes constantly.
  const notice = (): void => {
    if (timer !== undefined || isClosed) return
    timer = setTimeout(() => {
      timer = undefined
      running = running.then(check).catch(onError)
    }, SETTLING_MILLISECONDS)
  }
  const paths = [...known.keys()]
  const folders = await listFolders(paths)
  const watchers = folders.flatMap((folder) => watchIfPossible(() => watchFolder(folder, notice)))
  for (const path of paths) watchFile(path, { interval: POLLING_MILLISECONDS, persistent: false }, notice)
  // Finds files that changed between being read and being watched.
  notice()

  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
      for (const path of paths) unwatchFile(path, notice)
      await running
    },
  }
}

// Some systems cannot watch a folder, or no further one. Then looking at the files has to be enough.
function watchIfPossible(start: () => FSWatcher): FSWatcher[] {
  try {
    return [start().on('error', () => undefined)]
  } catch {
    return []
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

// A file may be a symbolic link. Its target changes in another folder.
async function listFolders(paths: readonly string[]): Promise<string[]> {
  const real = await Promise.all(paths.map((path) => realpath(path).catch(() => path)))
  return [...new Set([...paths, ...real].map((path) => dirname(path)))]
}
