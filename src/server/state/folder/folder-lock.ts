// Keeps a second process from using a folder, also one in another container or on another machine.

import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import * as nodeFiles from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
// Not the global functions, because tests replace them.
import { clearInterval, setInterval } from 'node:timers'
import { setTimeout as wait } from 'node:timers/promises'
import { OptionError } from '../../../engine/input/options/option-error.ts'

/** What is needed of the file system. */
export type Files = Pick<
  typeof nodeFiles,
  'mkdir' | 'open' | 'readdir' | 'readFile' | 'rename' | 'rm' | 'stat' | 'truncate' | 'utimes' | 'writeFile'
>

/** Whoever opens a pipe does not wait until somebody opens its other end. Windows has no such flag. */
export const NO_WAIT = constants.O_NONBLOCK ?? 0

export interface LockOptions {
  readonly files: Files
  /** Writes a line for the person who runs the server. */
  report(line: string): void
  /** Creates the folder again, after it was deleted. @returns what is called when the new one is locked */
  restore(): Promise<() => void>
  /** What holds the lock. Default: this process. */
  readonly holder?: Promise<Holder>
}

/** A process: where it runs, so that its id says something there, its id, and when it was started. */
interface Holder {
  readonly machine: string
  readonly pid: number
  readonly start: string
}

const REFRESH_MILLISECONDS = 1000
const PAUSE = 200
// After a refresh, nobody takes the lock over for so long. The rest is for what is being written.
const TRUSTED_MILLISECONDS = 3000
const STALE_MILLISECONDS = 5000
const MOST_BYTES = 1024

/**
 * Locks a folder for this process, which shows from now on that it is alive. Another one takes the lock over if it knows
 * that the holder has ended, or if it sees no sign of it for five seconds. What it sees is what changes: machines have
 * different clocks, and containers the same process ids.
 *
 * @throws OptionError if another process uses the folder
 */
export async function lockFolder(folder: string, options: LockOptions) {
  const { files, report, restore, holder = findSelf() } = options
  const path = join(folder, 'lock')
  const self = await holder
  const token = randomUUID()
  let signs = 0
  let shownAt = performance.now()
  let state: 'held' | 'lost' | 'ended' = 'held'
  let showing: Promise<void> | undefined
  // Always as long, so that a full disk has room for the next one.
  const write = () => `${token} ${self.machine} ${self.pid} ${self.start} ${String(signs).padStart(12, '0')}\n`
  const create = () => createFile(path, write(), files)
  /** Changes the lock. One that was deleted with its folder is created again. */
  const changeLock = async (): Promise<boolean> => {
    const handle = await files.open(path, constants.O_RDWR | NO_WAIT).catch(ignoreMissing)
    if (handle === undefined) {
      const onRestored = await restore()
      const isOwn = await create()
      if (isOwn) onRestored()
      return isOwn
    }
    try {
      const isOwn = (await handle.readFile('utf8')).startsWith(token)
      // Another one would have created another file, so this cannot get into that.
      if (isOwn) await handle.write(write(), 0)
      return isOwn
    } finally {
      await handle.close()
    }
  }
  const show = async (): Promise<void> => {
    const began = performance.now()
    signs += 1
    if (state === 'held' && !(await changeLock())) state = 'lost'
    if (state === 'lost') throw new Error('another process has taken it over. Restart this server')
    shownAt = began
  }
  const showOnce = () => {
    showing ??= show().finally(() => {
      showing = undefined
    })
    return showing
  }

  let isTold = false
  const onWait = (): Promise<void> => {
    if (!isTold) report(`Another process may use ${folder}. It takes some seconds to find that out.`)
    isTold = true
    return wait(PAUSE)
  }
  await waitForLock(path, { ...options, folder, self, create, onWait })
  const timer = setInterval(() => void showOnce().catch(() => undefined), REFRESH_MILLISECONDS).unref()
  return {
    /** Shows that this process is alive. @throws if another one holds the lock */
    show: showOnce,
    /** Makes sure that this process still holds the lock: while it was paused, another one may have got it. */
    async assertHeld(): Promise<void> {
      if (state === 'lost' || performance.now() - shownAt >= TRUSTED_MILLISECONDS) await showOnce()
    },
    /** Ends the lock, unless another process has taken it over. */
    async end(): Promise<void> {
      clearInterval(timer)
      state = 'ended'
      await showing?.catch(() => undefined)
      if ((await readLock(path, files)).startsWith(token)) await files.rm(path, { force: true })
    },
  }
}

interface LockAttempt extends LockOptions {
  readonly folder: string
  readonly self: Holder
  create(): Promise<boolean>
  onWait(): Promise<void>
}

/** Creates a lock, as soon as nobody holds the one that is there. @throws OptionError if somebody does */
async function waitForLock(path: string, { files, folder, self, create, onWait }: LockAttempt): Promise<void> {
  let [seen, seenAt] = ['', performance.now()]
  while (!(await create())) {
    const text = await readLock(path, files)
    const found = readHolder(text)
    if (text !== seen) {
      const isRunning = found.token === readHolder(seen).token || (await findOut(found, self))
      if (isRunning === true) throw buildLockError(folder, found, self)
      seen = text
      seenAt = isRunning === false ? Number.NEGATIVE_INFINITY : performance.now()
    }
    if (performance.now() - seenAt < STALE_MILLISECONDS) await onWait()
    else if (!(await takeAway(path, text, files))) throw buildLockError(folder, found, self)
  }
}

function readHolder(text: string) {
  const [token = '', machine = '', pid = '', start = ''] = text.split(' ')
  return { token, machine, pid: Number(pid), start }
}

/** Removes a lock. @returns whether it was still as it was seen: another process may have changed or replaced it */
async function takeAway(path: string, seen: string, files: Files): Promise<boolean> {
  const aside = `${path}.${randomUUID()}`
  await files.rename(path, aside).catch(ignoreMissing)
  const text = await readLock(aside, files)
  await files.rm(aside, { force: true })
  return text === '' || text === seen
}

async function createFile(path: string, text: string, files: Files): Promise<boolean> {
  try {
    await files.writeFile(path, text, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Reads a lock; empty if there is none. @throws Error if it is something that nobody here has written */
async function readLock(path: string, files: Files): Promise<string> {
  const handle = await files.open(path, constants.O_RDONLY | NO_WAIT).catch(() => undefined)
  try {
    if (handle !== undefined && !(await handle.stat()).isFile()) throw new Error(`${path} is not a file`)
    const { buffer, bytesRead } = (await handle?.read(Buffer.alloc(MOST_BYTES), 0)) ?? {}
    return buffer?.toString('utf8', 0, bytesRead) ?? ''
  } finally {
    await handle?.close()
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function buildLockError(folder: string, { machine, pid }: Holder, self: Holder): OptionError {
  return new OptionError({
    attempt: `keep the sessions in ${folder}`,
    received: machine === self.machine ? `process ${pid} uses it` : 'a process in another container or machine uses it',
    advice: 'Several servers share a store with --state redis://HOST:6379/0',
  })
}

/** Whether a process runs; undefined if nobody here knows that. This one gets a lock from itself. */
async function findOut({ machine, pid, start }: Holder, self: Holder): Promise<boolean | undefined> {
  if (machine !== self.machine) return undefined
  if (pid === self.pid && start === self.start) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  // Another process may have got its id.
  const actual = await findStart(String(pid))
  return actual === '' ? undefined : actual === start
}

/** Finds out where this process runs, as far as ids of processes are unique there. */
async function findSelf(): Promise<Holder> {
  const { pid } = process
  if (process.platform !== 'linux') return { machine: hostname(), pid, start: '' }
  const [boot, space, status] = await Promise.all([
    nodeFiles.readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    nodeFiles.readlink('/proc/self/ns/pid').catch(() => ''),
    nodeFiles.readFile('/proc/self/stat', 'utf8').catch(() => ''),
  ])
  // The files may be those of another container, with other ids.
  const isKnown = boot !== '' && space !== '' && status.startsWith(`${pid} `)
  const machine = isKnown ? `${hostname()}/${boot.trim()}/${space}` : randomUUID()
  return { machine, pid, start: await findStart(String(pid)) }
}

// Of what follows the name of the program, which may contain spaces and parentheses.
const [STATE_FIELD, START_FIELD] = [0, 19]
const ENDED = ['Z', 'X']

/** Returns when a process was started, in a unit of its system; `ended` if it only waits to be reaped; empty if that is unknown. */
async function findStart(pid: string): Promise<string> {
  const status = await nodeFiles.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
  return ENDED.includes(fields[STATE_FIELD] ?? '') ? 'ended' : (fields[START_FIELD] ?? '')
}
