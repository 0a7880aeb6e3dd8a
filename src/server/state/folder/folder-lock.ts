// Keeps a second process from using a folder.

import { randomUUID } from 'node:crypto'
import * as nodeFiles from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
// Not the global function, because tests replace it.
import { setTimeout as wait } from 'node:timers/promises'
import { OptionError } from '../../../engine/input/options/option-error.ts'

/** What is needed of the file system. */
export type Files = Pick<
  typeof nodeFiles,
  'mkdir' | 'open' | 'readdir' | 'readFile' | 'rename' | 'rm' | 'stat' | 'truncate' | 'utimes' | 'writeFile'
>

/**
 * Locks a folder for this process. The lock of a process that has ended, also by `kill -9`, is taken over.
 *
 * @returns a function that ends the lock, unless another process has taken it over
 * @throws OptionError if a running process of this machine uses the folder
 */
export async function lockFolder(folder: string, files: Files, pid = process.pid): Promise<() => Promise<void>> {
  const path = join(folder, 'lock')
  const read = () => files.readFile(path, 'utf8').catch(() => '')
  const own = `${hostname()} ${pid} ${await findStart(pid)} ${randomUUID()}\n`
  await alone(`${path}.starting`, files, async () => {
    const [host, id = '', start = ''] = (await read()).trim().split(' ')
    if (host === hostname() && (await isRunning(id, start, pid))) {
      throw new OptionError({
        attempt: `keep the sessions in ${folder}`,
        received: `process ${id} uses it`,
        advice: 'Several servers share a store with --state redis://HOST:6379/0',
      })
    }
    await files.writeFile(path, own, { mode: 0o600 })
  })
  return async () => {
    if ((await read()) === own) await files.rm(path, { force: true })
  }
}

const PAUSE = 20
// All that is done alone takes milliseconds, so a file that stays for seconds is that of a killed process.
const MOST_TRIES = 150

/** Does something that no other process does at the same time, as long as a file exists. */
async function alone(path: string, files: Files, act: () => Promise<void>): Promise<void> {
  for (let tries = 1; !(await create(path, files)); tries += 1) {
    if (tries % MOST_TRIES === 0) await files.rm(path, { force: true })
    else await wait(PAUSE)
  }
  try {
    await act()
  } finally {
    await files.rm(path, { force: true })
  }
}

async function create(path: string, files: Files): Promise<boolean> {
  try {
    await files.writeFile(path, '', { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

// Process ids of other machines and containers say nothing here. Most of those that hold a lock have ended: a container
// that replaces another one has another host name.
async function isRunning(id: string, start: string, ownId: number): Promise<boolean> {
  if (!/^\d+$/.test(id) || Number(id) === ownId || !isTaken(Number(id))) return false
  // After a reboot, another process may have the id.
  const actual = await findStart(Number(id))
  return start === '' || actual === '' || start === actual
}

function isTaken(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

// Of what follows the name of the program, which may contain spaces and parentheses.
const START_FIELD = 19

/** Returns when a process was started, in a unit of its system; empty if that is unknown, as on all but Linux. */
async function findStart(id: number): Promise<string> {
  const status = await nodeFiles.readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')
  return status.slice(status.lastIndexOf(')') + 2).split(' ')[START_FIELD] ?? ''
}
