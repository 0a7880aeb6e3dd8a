// The outlines of the sessions in a folder, read from the ends of their logs.

import type { Files } from './folder-lock.ts'
import { readOutline } from './log-lines.ts'

// Of the last line. Most outlines have 200 bytes.
const END_BYTES = 1024
const MOST_BYTES = 1024 * 1024
const AT_ONCE = 16
const MOST_KNOWN = 20_000

interface KnownOutline {
  /** Another one as soon as somebody writes to the file. */
  readonly mark: string
  readonly outline: string | undefined
}

/** Returns what lists outlines of sessions. What cannot be read is left out. */
export function createFolderOutlines(files: Files, pathOf: (session: string) => string) {
  const known = new Map<string, KnownOutline>()
  const readFrom = async (path: string, size: number): Promise<string | undefined> => {
    const handle = await files.open(path)
    try {
      for (let bytes = END_BYTES; ; bytes *= 8) {
        const start = Math.max(0, size - bytes)
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
        const outline = readOutline(buffer.toString('utf8', 0, bytesRead))
        if (outline !== undefined || start === 0 || bytes > MOST_BYTES) return outline
      }
    } finally {
      await handle.close()
    }
  }
  const read = async (session: string): Promise<string | undefined> => {
    const path = pathOf(session)
    const { mtimeMs, size } = await files.stat(path)
    const mark = `${mtimeMs} ${size}`
    const last = known.get(session)
    if (last?.mark === mark) return last.outline
    const outline = await readFrom(path, size)
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(session, { mark, outline })
    return outline
  }
  return async (sessions: readonly string[]): Promise<readonly string[]> => {
    const found: (string | undefined)[] = []
    for (let start = 0; start < sessions.length; start += AT_ONCE) {
      const some = sessions.slice(start, start + AT_ONCE)
      found.push(...(await Promise.all(some.map((session) => read(session).catch(() => undefined)))))
    }
    return found.filter((each) => each !== undefined)
  }
}
