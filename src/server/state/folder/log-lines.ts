// The lines of a log in a file: CHECKSUM NUMBER ENTRY, a tab, and the outline of the session after the entry.

import type { FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { BrokenLogError, type Entry, type NewEntry } from '../log-store.ts'

const CHECKED = /^([0-9a-f]{8}) (?=\d+ \{)/

export function writeLine({ number, line, outline }: Pick<NewEntry, 'number' | 'line' | 'outline'>): string {
  const text = `${number} ${line}\t${outline}`
  return `${checksumOf(text)} ${text}\n`
}

/**
 * Reads the lines of a file. Whoever edits a line removes its checksum.
 *
 * @returns the entries, and what follows the last complete line
 * @throws BrokenLogError if a complete line is not as it was written
 */
export function readLines(text: string): { readonly entries: readonly Entry[]; readonly rest: string } {
  const lines = text.split('\n')
  const rest = lines.pop() ?? ''
  const entries = lines.map(readLine)
  const gap = entries.findIndex(({ number }, index) => index > 0 && number !== (entries[index - 1]?.number ?? 0) + 1)
  if (gap >= 0) throw new BrokenLogError(`line ${gap + 1} does not follow the line before it`)
  if (entries.length === 0) throw new BrokenLogError('it has no complete line')
  return { entries, rest }
}

function readLine(line: string, index: number): Entry {
  const [, checksum] = CHECKED.exec(line) ?? []
  const text = checksum === undefined ? line : line.slice(checksum.length + 1)
  const [start, end] = [text.indexOf(' '), text.lastIndexOf('\t')]
  const number = Number(text.slice(0, start))
  const isWhole = number > 0 && end > start && (checksum === undefined || checksum === checksumOf(text))
  if (!isWhole) throw new BrokenLogError(`line ${index + 1} is not as it was written`)
  return { number, line: text.slice(start + 1, end), ...(checksum === undefined && { isUnchecked: true }) }
}

// Of the last line. Most outlines have 200 bytes.
const END_BYTES = 1024
const MOST_BYTES = 1024 * 1024

/** Reads the outline at the end of a file; undefined if there is none. */
export async function readLastOutline(opening: Promise<FileHandle>): Promise<string | undefined> {
  const handle = await opening
  try {
    const { size } = await handle.stat()
    for (let bytes = END_BYTES; ; bytes *= 8) {
      const start = Math.max(0, size - bytes)
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
      const outline = findOutline(buffer.toString('utf8', 0, bytesRead))
      if (outline !== undefined || start === 0 || bytes > MOST_BYTES) return outline
    }
  } finally {
    await handle.close()
  }
}

/** Returns the outline in the last complete line of the end of a file; undefined if the line begins before that. */
function findOutline(end: string): string | undefined {
  const last = end.lastIndexOf('\n')
  const start = end.lastIndexOf('\t', last)
  const line = end.lastIndexOf('\n', last - 1)
  return last < 0 || start < 0 || start < line ? undefined : end.slice(start + 1, last)
}

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}
