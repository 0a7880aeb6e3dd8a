import { constants, type Stats } from 'node:fs'
import { type FileHandle, link, open, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
// Not the global function, because tests replace it.
import { setTimeout } from 'node:timers/promises'
import { OptionError, type Problem, ProblemError } from '../../../engine/input/options/option-error.ts'

interface WriteOptions {
  readonly replace: boolean
}

/**
 * Writes a file atomically: until it is complete, readers get the previous content. A replaced file
 * keeps its mode and its owner, and a symbolic link stays a link. What cannot be replaced is written
 * to directly: a pipe, and a file that is mounted alone or in a folder of others.
 *
 * @param options.replace whether to replace an existing file
 * @throws Error if the file cannot be written
 */
export async function writeWholeFile(file: string, text: string, { replace }: WriteOptions): Promise<void> {
  await explainFailure(file, async () => {
    const there = replace ? await findStatus(file) : undefined
    if (there?.isFIFO() === true) return writeToPipe(file, text)
    if (there?.isFile() === false) return writeFile(file, text)
    try {
      await withDraft(file, async (draft, target) => {
        await create(draft, text, there)
        // Fails if the file exists, even if it was created just now.
        if (!replace) await create(file, '')
        await rename(draft, target)
      })
    } catch (error) {
      if (there === undefined || !isIrreplaceable(error)) throw error
      await writeFile(file, text, { flag: constants.O_WRONLY | constants.O_TRUNC, flush: true })
    }
  })
}

// Otherwise, a pipe that nobody reads would hold up the end of a server.
const LONGEST_UNREAD = 5000
const PAUSE = 50
// No reader has opened it, or it is full.
const UNREAD = ['ENXIO', 'EAGAIN']

/** Writes to a pipe as fast as it is read. @throws Error if nobody reads it for some time */
async function writeToPipe(file: string, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  const handle = await whileUnread(() => open(file, constants.O_WRONLY | constants.O_NONBLOCK))
  try {
    for (let sent = 0; sent < bytes.length; ) {
      const { bytesWritten } = await whileUnread(() => handle.write(bytes, sent))
      sent += bytesWritten
    }
  } finally {
    await handle.close()
  }
}

/** Repeats what fails as long as nobody reads a pipe, for some time. */
async function whileUnread<Result>(act: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + LONGEST_UNREAD
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!UNREAD.includes((error as NodeJS.ErrnoException).code ?? '') || performance.now() > end) throw error
      await setTimeout(PAUSE)
    }
  }
}

/** Checks that a file can be written later, in place of one that is there if that may be replaced. @throws OptionError */
export async function assertWritable(file: string, { replace = true } = {}): Promise<void> {
  const check = async () => {
    const there = await findStatus(file)
    if (there !== undefined && !replace) throw Object.assign(new Error(), { code: 'EEXIST' })
    if (there?.isDirectory() === true || file.endsWith('/')) throw Object.assign(new Error(), { code: 'EISDIR' })
    if (there?.isFile() === false) return
    // Whoever can write to it need not replace it.
    if (there !== undefined && (await canOpen(file))) return
    await withDraft(file, async (draft, target) => {
      if (there === undefined) return create(draft, '')
      // A second name cannot be given to a mounted file, which cannot be replaced either. Some systems have none.
      await link(target, draft).catch((error) => (error.code === 'EPERM' ? create(draft, '') : Promise.reject(error)))
    })
  }
  await explainFailure(file, check).catch((error: ProblemError) => {
    throw new OptionError(error)
  })
}

const canOpen = (file: string): Promise<boolean> =>
  open(file, 'r+').then(
    (handle) => handle.close().then(() => true),
    () => false,
  )

// Of a file that is mounted, or whose folder is.
const IRREPLACEABLE = ['EACCES', 'EBUSY', 'EPERM', 'EROFS', 'EXDEV']

const isIrreplaceable = (error: unknown): boolean => IRREPLACEABLE.includes((error as NodeJS.ErrnoException).code ?? '')

// The draft is in the same folder as the file, so that it can replace the file in one step.
async function withDraft(file: string, write: (draft: string, target: string) => Promise<void>): Promise<void> {
  const target = await followLinks(file)
  const draft = join(dirname(target), `.${basename(target)}.${crypto.randomUUID()}.draft`)
  try {
    await write(draft, target)
  } finally {
    await rm(draft, { force: true })
  }
}

/** Resolves the symbolic links of a path, even if the file does not exist yet. */
async function followLinks(file: string): Promise<string> {
  try {
    return await realpath(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const next = await readlink(file).catch(() => undefined)
    return next === undefined ? file : followLinks(resolve(await realpath(dirname(file)), next))
  }
}

async function findStatus(file: string): Promise<Stats | undefined> {
  try {
    return await stat(file)
  } catch {
    // Writing the file reports why it cannot be accessed.
    return undefined
  }
}

/** Creates a file, optionally with the mode and the owner of another one. */
async function create(file: string, text: string, like?: Stats): Promise<void> {
  const handle = await open(file, 'wx', like === undefined ? undefined : 0o600)
  try {
    await handle.writeFile(text)
    if (like !== undefined) await copyAccess(handle, like)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function copyAccess(handle: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const own = await handle.stat()
  // Only root can change the owner of a file. For all other users, the file stays their own.
  if (own.uid !== uid || own.gid !== gid) await handle.chown(uid, gid).catch(() => undefined)
  await handle.chmod(mode & 0o7777)
}

async function explainFailure(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    throw new ProblemError(describeFailure(file, error as NodeJS.ErrnoException), { cause: error })
  }
}

function describeFailure(file: string, { code, message }: NodeJS.ErrnoException): Problem {
  const reasons: Readonly<Record<string, readonly [received: string, advice: string]>> = {
    EEXIST: ['it already exists', 'Name another file, or add --force to replace it.'],
    ENOENT: ['its folder does not exist', 'Create it, or name another one.'],
    ENOTDIR: ['its folder does not exist', 'Create it, or name another one.'],
    EISDIR: ['it is a directory', 'Name a file.'],
    EACCES: ['permission denied', 'Name another folder.'],
    EPERM: ['permission denied', 'Name another folder.'],
    EROFS: ['its folder is read-only', 'Name another one.'],
    ENXIO: ['nobody reads it', 'Start what reads it before, or name a file.'],
    EAGAIN: ['nobody reads it', 'Start what reads it before, or name a file.'],
    EXDEV: ['it is mounted, and cannot be written to', 'Mount it so that it can be written to, or name another one.'],
  }
  const [received, advice = ''] = reasons[code ?? ''] ?? [message]
  return { attempt: `write ${file}`, received, advice }
}
