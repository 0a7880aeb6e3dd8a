// Stores the log of each session in a file of its own. One process at a time uses a folder.

import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import * as nodeFiles from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { showLine } from '../../../engine/input/text/quote.ts'
import { doForEach, limitTime } from '../limit-time.ts'
import { type Appending, BrokenLogError, type LogStore, type NewEntry, type StoredEntry } from '../log-store.ts'
import { type Files, type LockOptions, lockFolder, NO_WAIT } from './folder-lock.ts'
import { createNamedFiles, type NamedFiles } from './named-files.ts'

const CHECKED = /^([0-9a-f]{8}) (?=\d+ \{)/

// Of the last line. Most outlines have 200 bytes.
const END_BYTES = 1024

const MOST_BYTES = 1024 * 1024

const TEXT_END = '.json'
// The disk has to confirm a text, which takes seconds if it is busy.
const LONGEST_TEXT = 10_000
// The start waits for the lock, which may be that of a process that has ended.
const LONGEST_LOCK = 20_000
const LONGEST_CLOSE = 800
// A session may go on for up to twice as long as it was noted as used. What it began with stays for longer.
const MORE_TIMES = 3
const MORE_MILLISECONDS = 24 * 60 * 60 * 1000
const APPEND = constants.O_WRONLY | constants.O_APPEND | NO_WAIT

export interface FolderOptions {
  readonly files?: Files
  /** Writes a line for the person who runs the server. */
  readonly report?: (line: string) => void
}

interface Contents {
  readonly files: Files
  readonly logs: NamedFiles
  readonly snapshot: NamedFiles
  readonly scenario: NamedFiles
}

/** Opens a folder that only its owner can read. @throws OptionError if it cannot be used, or another process uses it */
export async function openFolderStore(
  folder: string,
  { files = nodeFiles, report = (line) => console.error(showLine(line)) }: FolderOptions = {},
): Promise<LogStore> {
  const contents = {
    files,
    logs: createNamedFiles(join(folder, 'sessions'), '.jsonl', files),
    snapshot: createNamedFiles(join(folder, 'snapshots'), TEXT_END, files),
    scenario: createNamedFiles(join(folder, 'scenarios'), TEXT_END, files),
  }
  const { logs } = contents
  let onRenewal: (() => void) | undefined
  const restore = async () => {
    const isNew = await createFolders(contents)
    return () => {
      if (isNew) report(`${folder} was deleted, and is made anew with the sessions in memory.`)
      if (isNew) onRenewal?.()
    }
  }
  const { lock, hasOld } = await prepare(folder, contents, { files, report, restore })
  const held: Held =
    (act) =>
    async (...given) => {
      await lock.assertHeld()
      const result = await act(...given)
      await lock.assertHeld()
      return result
    }
  const check = async (): Promise<void> => {
    await lock.show()
    const onRestored = await restore()
    onRestored()
    await tryFolder(logs.folder, files)
  }
  return {
    place: folder,
    outdated: hasOld ? join(logs.folder, `s-*${TEXT_END}`) : undefined,
    isShared: false,
    longestText: LONGEST_TEXT,
    ...createLogs(contents, held, report),
    ...createTexts(contents, held),
    check,
    onRenewal(listener) {
      onRenewal = listener
    },
    // Once this process has ended, its lock is taken over. So nobody has to wait for a disk that hangs.
    close: () => limitTime(lock.end(), { place: folder, milliseconds: LONGEST_CLOSE }).catch(() => undefined),
  }
}

/** Returns what does something only as long as this process holds the lock, and fails if that was lost meanwhile. */
type Held = <Given extends readonly unknown[], Result>(
  act: (...given: Given) => Promise<Result>,
) => (...given: Given) => Promise<Result>

function createLogs({ files, logs, scenario }: Contents, held: Held, report: (line: string) => void) {
  const append = async (path: string, text: string): Promise<void> => {
    const handle = await files.open(path, APPEND)
    try {
      await handle.writeFile(text)
    } finally {
      await handle.close()
    }
  }
  return {
    read: held((session: string) =>
      logs.use(async () => {
        const [path, text] = [logs.pathOf(session), await logs.read(session)]
        const { entries, rest } = readLines(text)
        if (rest !== '') {
          await files.truncate(path, Buffer.byteLength(text) - Buffer.byteLength(rest))
          report(`Session "${session}" continues without its last entry, which was not written to its end: ${path}`)
        }
        return { entries, last: entries.at(-1)?.number ?? 0 }
      }),
    ),
    // Nobody else writes to the files.
    readNewer: async () => new Map(),
    append: held(async ({ session, isState, ...entry }: NewEntry): Promise<Appending> => {
      const [path, text] = [logs.pathOf(session), writeLine(entry)]
      await (isState ? replaceFile(path, text, files, { isSynced: false }) : append(path, text))
      return 'stored'
    }),
    remove: held(async (session: string): Promise<Appending> => {
      await logs.use(() => files.rm(logs.pathOf(session)))
      return 'stored'
    }),
    async touch({ session, scenarios }) {
      await Promise.all([logs.touch(session), ...scenarios.map(scenario.touch)])
    },
    async listOutlines(page) {
      const read = (name: string) => readLastOutline(logs.open(name)).catch(() => undefined)
      return (await doForEach(await logs.list(page), read)).filter((each) => each !== undefined)
    },
    listUnused: held(async (milliseconds: number) => {
      const unused = await scenario.listUnused(MORE_TIMES * milliseconds + MORE_MILLISECONDS)
      await doForEach(unused, (digest) => files.rm(scenario.pathOf(digest), { force: true }))
      return logs.listUnused(milliseconds)
    }),
    putAside: held(async (session: string) => {
      const path = logs.pathOf(session)
      const aside = `${path}.broken-${new Date().toISOString().replace(/\W/g, '')}`
      await files.rename(path, aside)
      return aside
    }),
  } satisfies Partial<LogStore>
}

function createTexts({ files, ...texts }: Contents, held: Held) {
  return {
    readText: (kind, name) => texts[kind].use(() => texts[kind].read(name)),
    hasScenario: texts.scenario.touch,
    writeText: held(async (...[kind, name, text, { isNew }]: Parameters<LogStore['writeText']>) => {
      if (isNew && (await texts[kind].touch(name))) return false
      await replaceFile(texts[kind].pathOf(name), text, files, { isSynced: kind === 'snapshot' })
      return true
    }),
    removeText: held((...[kind, name]: Parameters<LogStore['removeText']>) =>
      texts[kind].use(() => files.rm(texts[kind].pathOf(name))),
    ),
    listSnapshots: (page) => texts.snapshot.list(page),
  } satisfies Partial<LogStore>
}

/** Creates the folders that are missing. @returns whether sessions were in one of them, or what they refer to */
async function createFolders({ files, logs, snapshot, scenario }: Contents): Promise<boolean> {
  const create = async (each: string) => (await files.mkdir(each, { recursive: true, mode: 0o700 })) !== undefined
  const made = [await create(logs.folder), await create(scenario.folder)]
  for (const each of [snapshot.folder, join(logs.folder, DRAFTS)]) await create(each)
  return made.includes(true)
}

/** Writes a file and removes it. @throws Error if that is not possible */
async function tryFolder(folder: string, files: Files): Promise<void> {
  const path = join(folder, 'check')
  await replaceFile(path, ' '.repeat(4096), files, { isSynced: false })
  await files.rm(path, { force: true })
}

/** Creates a folder, and locks it. @throws OptionError if that is not possible */
async function prepare(folder: string, contents: Contents, options: LockOptions) {
  const { files, logs, snapshot, scenario } = contents
  const read = async () => {
    // Killed processes leave theirs behind.
    await files.rm(join(logs.folder, DRAFTS), { recursive: true, force: true })
    await createFolders(contents)
    for (const each of [logs, snapshot, scenario]) await tryFolder(each.folder, files)
    // Whether a version before has used it.
    return (await files.readdir(logs.folder)).some((file) => file.endsWith(TEXT_END))
  }
  const open = async () => {
    await createFolders(contents)
    const lock = await lockFolder(folder, options)
    try {
      return { lock, hasOld: await read() }
    } catch (error) {
      await lock.end()
      throw error
    }
  }
  const opening = open()
  try {
    return await limitTime(opening, { place: folder, milliseconds: LONGEST_LOCK })
  } catch (error) {
    // Nobody waits for it any more.
    void opening.then(({ lock }) => lock.end()).catch(() => undefined)
    if (error instanceof OptionError) throw error
    throw new OptionError({
      attempt: `keep the sessions in ${folder}`,
      received: (error as Error).message,
      advice: 'Name a folder that can be written to',
    })
  }
}

/** Where drafts are, from the folder of the files that they replace. */
const DRAFTS = '../drafts'

interface ReplaceFileOptions {
  readonly isSynced: boolean
}

/**
 * Replaces a file, or creates it. A process that ends at any moment leaves the file before or the file after, and maybe
 * a draft. Each write has a draft of its own, so that those at the same time do not mix.
 *
 * @param isSynced whether it waits for the disk, so that a power cut loses nothing either
 */
async function replaceFile(path: string, text: string, files: Files, { isSynced }: ReplaceFileOptions): Promise<void> {
  const draft = join(dirname(path), DRAFTS, randomUUID())
  try {
    const handle = await files.open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      if (isSynced) await handle.sync()
    } finally {
      await handle.close()
    }
    await files.rename(draft, path)
  } catch (error) {
    // On a full disk, it takes the place of others.
    await files.rm(draft, { force: true })
    throw error
  }
}

function writeLine({ number, line, outline }: Pick<NewEntry, 'number' | 'line' | 'outline'>): string {
  const text = `${number} ${line}\t${outline}`
  return `${checksumOf(text)} ${text}\n`
}

/**
 * Reads the lines of a file. Whoever edits a line removes its checksum.
 *
 * @returns the entries, and what follows the last complete line
 * @throws BrokenLogError if a complete line is not as it was written
 */
function readLines(text: string): { readonly entries: readonly StoredEntry[]; readonly rest: string } {
  const lines = text.split('\n')
  const rest = lines.pop() ?? ''
  const entries = lines.map(readLine)
  const gap = entries.findIndex(({ number }, index) => index > 0 && number !== (entries[index - 1]?.number ?? 0) + 1)
  if (gap >= 0) throw new BrokenLogError(`line ${gap + 1} does not follow the line before it`)
  if (entries.length === 0) throw new BrokenLogError('it has no complete line')
  return { entries, rest }
}

function readLine(line: string, index: number): StoredEntry {
  const [, checksum] = CHECKED.exec(line) ?? []
  const text = checksum === undefined ? line : line.slice(checksum.length + 1)
  const [start, end] = [text.indexOf(' '), text.lastIndexOf('\t')]
  const number = Number(text.slice(0, start))
  const isWhole = number > 0 && end > start && (checksum === undefined || checksum === checksumOf(text))
  if (!isWhole) throw new BrokenLogError(`line ${index + 1} is not as it was written`)
  return { number, line: text.slice(start + 1, end), ...(checksum === undefined && { isUnchecked: true }) }
}

/** Reads the outline at the end of a file; undefined if there is none. */
async function readLastOutline(opening: Promise<FileHandle>): Promise<string | undefined> {
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
