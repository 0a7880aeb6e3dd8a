import { unwatchFile, watchFile } from 'node:fs'
import { readText } from './read/read-text.ts'

export interface WatchOptions {
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
