// Names drafts, and removes those that killed processes left behind.

import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'

// Process ids are reused, in a container at every start. The start time tells such processes apart.
const START = Math.round(performance.timeOrigin).toString(36)
const WRITER = /^(\d+)-([\da-z]+)-[\da-f-]{36}\.draft$/

/** Returns the name of the draft that the new content of a file is written to before it replaces the file. */
export function nameDraft(name: string): string {
  return `.${name}.${process.pid}-${START}-${crypto.randomUUID()}.draft`
}

/** Removes drafts of a file that killed processes have left behind. */
export async function removeAbandonedDrafts(file: string): Promise<void> {
  const folder = dirname(file)
  const start = `.${basename(file)}.`
  // If the folder cannot be read, writing the file reports why.
  const names = await readdir(folder).catch(() => [])
  const abandoned = names.filter((name) => name.startsWith(start) && isAbandoned(name.slice(start.length)))
  await Promise.allSettled(abandoned.map((name) => rm(join(folder, name))))
}

function isAbandoned(rest: string): boolean {
  const [, pid, start] = WRITER.exec(rest) ?? []
  if (pid === undefined) return false
  return Number(pid) === process.pid ? start !== START : !isRunning(Number(pid))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Any other error, such as a missing permission, means that the process exists.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
