// With `--log json`, everything that a server prints is JSON, an object on each line, as collectors of logs expect it.

import type { Io } from '../io.ts'

/** Returns how to print: as it is given, or as JSON if the arguments say so. Requests are JSON already. */
export function chooseLines(args: readonly string[], io: Io): Io {
  const isJson = args.some((arg, index) => arg === '--log=json' || (arg === 'json' && args[index - 1] === '--log'))
  if (!isJson) return io
  const err = (text: string): void => io.err(writeMessage('error', text))
  io.takeErrors?.(err)
  return {
    ...io,
    out(text) {
      for (const line of text.split('\n')) if (line.trim() !== '') io.out(writeMessage('info', line.trim()))
    },
    err,
    columns: undefined,
    paint: undefined,
  }
}

function writeMessage(level: 'info' | 'error', message: string): string {
  return JSON.stringify({ time: new Date().toISOString(), level, message })
}
