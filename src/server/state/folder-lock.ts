// Keeps a second process from using a folder.

import type * as nodeFiles from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { OptionError } from '../../engine/input/options/option-error.ts'

/** What is needed of the file system. */
export type Files = Pick<
  typeof nodeFiles,
  'mkdir' | 'open' | 'readdir' | 'readFile' | 'rename' | 'rm' | 'stat' | 'writeFile'
>

/**
 * Locks a folder for this process. The lock of a process that has ended, also by `kill -9`, is taken over.
 *
 * @returns a function that ends the lock
 * @throws OptionError if a running process of this machine uses the folder
 */
export async function lockFolder(folder: string, files: Files): Promise<() => Promise<void>> {
  const path = join(folder, 'lock')
  const own = `${hostname()} ${process.pid}\n`
  const holder = await files.readFile(path, 'utf8').catch(() => '')
  if (holder !== own && isRunning(holder)) {
    const [, id] = holder.trim().split(' ')
    throw new OptionError({
      attempt: `keep the sessions in ${folder}`,
      received: `process ${id} uses it`,
      advice: 'Several servers share a store with --state redis://HOST:6379/0',
    })
  }
  await files.writeFile(path, own, { mode: 0o600 })
  return () => files.rm(path, { force: true })
}

// Process ids of other machines and containers say nothing here.
function isRunning(holder: string): boolean {
  const [host, id] = holder.trim().split(' ')
  if (host !== hostname() || !/^\d+$/.test(id ?? '') || Number(id) === process.pid) return false
  try {
    process.kill(Number(id), 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
