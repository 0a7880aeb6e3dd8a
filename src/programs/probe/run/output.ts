import { stripVTControlCharacters } from 'node:util'
import { replaceHidden } from '../../../engine/input/text/hidden-characters.ts'
import { countOf } from '../../../engine/input/text/words.ts'

const MOST_BYTES = 512 * 1024

/** Creates a buffer for the output of a command. It keeps only the start and the end, one megabyte at most. */
export function createOutputBuffer(most = MOST_BYTES) {
  const start: Buffer[] = []
  let startBytes = 0
  const end: Buffer[] = []
  let endBytes = 0
  let dropped = 0
  return {
    add(chunk: Buffer): void {
      const head = chunk.subarray(0, most - startBytes)
      startBytes += head.length
      if (head.length > 0) start.push(head)
      const rest = chunk.subarray(head.length)
      if (rest.length === 0) return
      end.push(rest)
      endBytes += rest.length
      while (endBytes - (end[0] as Buffer).length >= most) {
        const { length } = end.shift() as Buffer
        endBytes -= length
        dropped += length
      }
    },
    /** Returns printable text, without escape sequences and control characters. */
    read(): string {
      const gap = dropped === 0 ? [] : [Buffer.from(`\n[${countOf(dropped, 'byte')} left out]\n`)]
      return toPrintable(Buffer.concat([...start, ...gap, ...end]).toString('utf8'))
    },
  }
}

/** Removes escape sequences and hidden characters from text. Line breaks stay. */
export function toPrintable(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', '  ')
    .split('\n')
    .map((line) => replaceHidden(line, () => ''))
    .join('\n')
}

/** Returns the last lines of a text that are not empty. */
export function lastLines(text: string, most: number): string[] {
  const lines = text.split('\n').map((line) => line.trimEnd())
  return lines.filter((line) => line.trim() !== '').slice(-most)
}
