// The line that a server logs for each request.

import type { LogEntry } from '../../server/index.ts'

/** Writes a request as one line that a terminal can show. */
export function formatLogEntry({ method, url, status, milliseconds }: LogEntry): string {
  return `${method} ${toPrintable(url)} ${status ?? 'gone'} ${milliseconds.toFixed(1)} ms`
}

// A URL may contain control characters that a terminal would interpret.
function toPrintable(url: string): string {
  const plain = url.replace(/[^\x20-\x7e]/g, (character) => encodeURIComponent(character))
  return plain.length > 200 ? `${plain.slice(0, 200)}...` : plain
}
