import { watch } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readText } from './read-text.ts'

/** What ends watching. */
export interface FileWatch {
  close(): Promise<void>
}

export interface WatchOptions {
  /** Called with the files whose content is another than before; what it returns is waited for. */
  onChange(paths: readonly string[]): Promise<void>
  /** Called when a folder can no longer be watched. */
  onError(error: Error): void
}

// Editors write a file in several steps; this is longer than they take.
const SETTLING_MILLISECONDS = 100
const MOST_MEGABYTES = 16

/**
 * Watches the content of files until it is closed. Folders are what is watched: an editor may
 * put another file in the place of the one that it changes.
 *
 * @param files with the text that each was read with
 */
export async function watchFiles(
  files: readonly { path: string; text: string }[],
  { onChange, onError }: WatchOptions,
): Promise<FileWatch> {
  const known = new Map(files.map(({ path, text }) => [path, text]))
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isClosed = false

  const check = async (): Promise<void> => {
    const changed = await findChanged(known)
    if (changed.length > 0 && !isClosed) await onChange(changed)
  }
  // Not put off by what follows: in a folder where somebody writes all the time it would never come.
  const notice = (): void => {
    if (timer !== undefined || isClosed) return
    timer = setTimeout(() => {
      timer = undefined
      running = running.then(check).catch(onError)
    }, SETTLING_MILLISECONDS)
  }
  const folders = await listFolders([...known.keys()])
  const watchers = folders.map((folder) => watch(folder, notice).on('error', onError))
  // For what changed after it was read and before it was watched.
  notice()

  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
      await running
    },
  }
}

/** Finds the files with another content than the known one, which is known then. */
async function findChanged(known: Map<string, string>): Promise<string[]> {
  const changed: string[] = []
  for (const [path, before] of known) {
    const text = await readText(path, MOST_MEGABYTES).catch(String)
    if (text !== before) changed.push(path)
    known.set(path, text)
  }
  return changed
}

// A file may be a link to one in another folder, where it changes.
async function listFolders(paths: readonly string[]): Promise<string[]> {
  const real = await Promise.all(paths.map((path) => realpath(path).catch(() => path)))
  return [...new Set([...paths, ...real].map((path) => dirname(path)))]
}
