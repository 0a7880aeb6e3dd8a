import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'

// A process id comes back one day, and in a container always: the start tells two processes apart.
const START = Math.round(performance.timeOrigin).toString(36)
const WRITER = /^(\d+)-([\da-z]+)-[\da-f-]{36}\.draft$/

/** The name of the file that a file's new content is written to before it takes the file's place. */
export function nameDraft(name: string): string {
  return `.${name}.${process.pid}-${START}-${crypto.randomUUID()}.draft`
}

/** Removes the drafts of a file whose process was killed while it wrote them. */
export async function removeAbandonedDrafts(file: string): Promise<void> {
  const folder = dirname(file)
  const start = `.${basename(file)}.`
  // Whether the folder can be used shows when the file is written.
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
    // Anything else, such as a missing permission, speaks of a process that is there.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
