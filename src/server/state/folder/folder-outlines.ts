// The outlines of the sessions in a folder: those that were written, and the others from the ends of their logs.

import { doForEach } from '../limit-time.ts'
import type { Files } from './folder-lock.ts'
import { readOutline } from './log-lines.ts'

// Of the last line. Most outlines have 200 bytes.
const END_BYTES = 1024
const MOST_BYTES = 1024 * 1024
const MOST_KNOWN = 20_000

/** Creates what knows and lists outlines of sessions. What cannot be read is left out. */
export function createFolderOutlines(files: Files, pathOf: (session: string) => string) {
  const known = new Map<string, string>()
  const note = (session: string, outline: string): void => {
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(session, outline)
  }
  const read = async (session: string): Promise<string | undefined> => {
    const handle = await files.open(pathOf(session))
    try {
      const { size } = await handle.stat()
      for (let bytes = END_BYTES; ; bytes *= 8) {
        const start = Math.max(0, size - bytes)
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
        const outline = readOutline(buffer.toString('utf8', 0, bytesRead))
        if (outline !== undefined) note(session, outline)
        if (outline !== undefined || start === 0 || bytes > MOST_BYTES) return outline
      }
    } finally {
      await handle.close()
    }
  }
  const list = async (sessions: readonly string[]): Promise<readonly string[]> => {
    const found = await doForEach(sessions, async (each) => known.get(each) ?? read(each).catch(() => undefined))
    return found.filter((each) => each !== undefined)
  }
  return { list, note, forget: (session: string) => void known.delete(session) }
}
