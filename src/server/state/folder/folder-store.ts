// Stores the log of each session in a file of its own. One process at a time uses a folder.

import { constants } from 'node:fs'
import * as nodeFiles from 'node:fs/promises'
import { join } from 'node:path'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { isSessionName } from '../../../engine/sessions/sessions.ts'
import { doForEach, limitTime } from '../limit-time.ts'
import type { Log, LogStore, TextKind } from '../log-store.ts'
import { fromFileName, toFileName } from './file-names.ts'
import { type Files, lockFolder } from './folder-lock.ts'
import { createFolderOutlines } from './folder-outlines.ts'
import { readLines, writeLine } from './log-lines.ts'
import { removeOldDrafts, replaceFile } from './replace-file.ts'

const LOGS = 'sessions'
const LOG_END = '.jsonl'
const TEXTS: { readonly [Kind in TextKind]: string } = { snapshot: 'snapshots', scenario: 'scenarios' }
const TEXT_END = '.json'
// The disk has to confirm a text, which takes seconds if it is busy.
const LONGEST_TEXT = 10_000
// The start waits for the lock, and for a look through the folder. A large one is used before that ends.
const LONGEST_LOCK = 10_000
const LONGEST_LOOK = 2000
const LONGEST_CLOSE = 800
const APPEND = constants.O_WRONLY | constants.O_APPEND

/** What a folder store uses. */
export interface FolderOptions {
  readonly files?: Files
  /** Writes a line for the person who runs the server. */
  readonly report?: (line: string) => void
  /** How many milliseconds the start waits for what is done with the files that are there. */
  readonly longestLook?: number
}

/**
 * Opens a folder, and creates it if needed. Only its owner can read it.
 *
 * @throws OptionError if it cannot be used, or another process uses it
 */
export async function openFolderStore(
  folder: string,
  { files = nodeFiles, report = console.error, longestLook = LONGEST_LOOK }: FolderOptions = {},
): Promise<LogStore> {
  const locking = prepare(folder, files)
  const unlock = await explain(folder, () => limitTime(locking, { place: folder, milliseconds: LONGEST_LOCK }))
  const hasOld = await lookThrough(folder, { files, report, milliseconds: longestLook })
  const pathOf = (session: string) => join(folder, LOGS, toFileName(assertName(session), LOG_END))
  const useLogs = <Result>(act: () => Promise<Result>) => ifThere(act, () => files.stat(join(folder, LOGS)))
  const listNames = async () =>
    (await files.readdir(join(folder, LOGS))).flatMap((file) => fromFileName(file, LOG_END) ?? [])
  const { read, append } = createLogs(pathOf, { files, report })
  const outlines = createFolderOutlines(files, pathOf)

  return {
    place: folder,
    outdated: hasOld ? join(folder, LOGS, toFileName('*', TEXT_END)) : undefined,
    isShared: false,
    longestText: LONGEST_TEXT,
    read: (session) => useLogs(() => read(session)),
    // Nobody else writes to the files.
    readNewer: async () => new Map(),
    async append(entry) {
      const appending = await append(entry)
      outlines.note(entry.session, entry.outline)
      return appending
    },
    async remove(session) {
      outlines.forget(session)
      await useLogs(() => files.rm(pathOf(session)))
      return 'stored'
    },
    touch: ({ session }) =>
      useLogs(async () => {
        const now = new Date(Date.now())
        await files.utimes(pathOf(session), now, now)
      }),
    async listOutlines({ after, limit }) {
      const names = (await listNames()).filter((name) => name > after)
      return outlines.list(names.sort().slice(0, limit))
    },
    async listUnused(longest) {
      const latest = Date.now() - longest
      const found = await doForEach(await listNames(), async (name) => {
        // It may have been removed since.
        const file = await useLogs(() => files.stat(pathOf(name)))
        return file !== undefined && file.mtimeMs < latest ? [name] : []
      })
      return found.flat()
    },
    async putAside(session) {
      outlines.forget(session)
      const path = pathOf(session)
      const aside = `${path}.broken-${new Date().toISOString().replace(/\W/g, '')}`
      await files.rename(path, aside)
      return aside
    },
    ...createTexts(folder, files),
    async check() {
      const path = join(folder, LOGS, 'check')
      await replaceFile(path, ' '.repeat(4096), files, { isSynced: false })
      await files.rm(path, { force: true })
    },
    // Once this process has ended, its lock is taken over. So nobody has to wait for a disk that hangs.
    close: () => limitTime(unlock(), { place: folder, milliseconds: LONGEST_CLOSE }).catch(() => undefined),
  }
}

// Whoever asks checks names. This is the last place where one could lead out of the folder.
function assertName(name: string): string {
  if (isSessionName(name)) return name
  throw new OptionError({ attempt: `find the file of "${name}"`, received: 'it is not a name' })
}

/** Creates what reads logs and appends to them. */
function createLogs(
  pathOf: (session: string) => string,
  { files, report }: Required<Pick<FolderOptions, 'files' | 'report'>>,
): Pick<LogStore, 'append'> & { read(session: string): Promise<Log> } {
  const read = async (session: string): Promise<Log> => {
    const path = pathOf(session)
    const text = await files.readFile(path, 'utf8')
    const { entries, rest } = readLines(text)
    if (rest !== '') {
      await files.truncate(path, Buffer.byteLength(text) - Buffer.byteLength(rest))
      report(`Session "${session}" continues without its last entry, which was not written to its end: ${path}`)
    }
    return { entries, last: entries.at(-1)?.number ?? 0 }
  }
  const append: LogStore['append'] = async ({ session, isState, ...entry }) => {
    const path = pathOf(session)
    const text = writeLine(entry)
    if (isState) {
      await replaceFile(path, text, files, { isSynced: false })
      return 'stored'
    }
    const handle = await files.open(path, APPEND)
    try {
      await handle.writeFile(text)
    } finally {
      await handle.close()
    }
    return 'stored'
  }
  return { read, append }
}

/** Creates what stores texts. */
function createTexts(
  folder: string,
  files: Files,
): Pick<LogStore, 'readText' | 'hasScenario' | 'writeText' | 'removeText' | 'listSnapshots'> {
  const pathOf = (kind: TextKind, name: string) => join(folder, TEXTS[kind], toFileName(assertName(name), TEXT_END))
  const use = <Result>(kind: TextKind, act: () => Promise<Result>) =>
    ifThere(act, () => files.stat(join(folder, TEXTS[kind])))
  const exists = async (kind: TextKind, name: string) =>
    (await use(kind, () => files.stat(pathOf(kind, name)))) !== undefined
  return {
    readText: (kind, name) => use(kind, () => files.readFile(pathOf(kind, name), 'utf8')),
    hasScenario: (digest) => exists('scenario', digest),
    async writeText(kind, name, text, { isNew }) {
      if (isNew && (await exists(kind, name))) return false
      await replaceFile(pathOf(kind, name), text, files, { isSynced: kind === 'snapshot' })
      return true
    },
    removeText: (kind, name) => use(kind, () => files.rm(pathOf(kind, name))),
    async listSnapshots({ after, limit }) {
      const found = await files.readdir(join(folder, TEXTS.snapshot))
      const names = found.flatMap((file) => fromFileName(file, TEXT_END) ?? []).filter((name) => name > after)
      return names.sort().slice(0, limit)
    },
  }
}

/** Creates the folder, and locks it. @returns a function that ends the lock */
async function prepare(folder: string, files: Files): Promise<() => Promise<void>> {
  for (const each of listFolders(folder)) await files.mkdir(each, { recursive: true, mode: 0o700 })
  return lockFolder(folder, files)
}

const listFolders = (folder: string) => [LOGS, ...Object.values(TEXTS)].map((each) => join(folder, each))

interface Look extends Required<Pick<FolderOptions, 'files' | 'report'>> {
  readonly milliseconds: number
}

/**
 * Removes what killed processes have left behind, and the scenarios that no log refers to, within a time.
 *
 * @returns whether a version before has used the folder, as far as that was found out
 */
async function lookThrough(folder: string, { files, report, milliseconds }: Look): Promise<boolean> {
  const seen = { hasOld: false, isLate: false }
  const look = async (): Promise<void> => {
    for (const each of listFolders(folder)) await removeOldDrafts(each, files)
    seen.hasOld = (await files.readdir(join(folder, LOGS))).some((file) => file.endsWith(TEXT_END))
    await removeUnusedScenarios(folder, files, () => seen.isLate)
  }
  const onLate = (): void => {
    seen.isLate = true
  }
  await limitTime(look(), { place: folder, milliseconds, onLate }).catch((error: Error) => {
    const received = seen.isLate ? `it took more than ${milliseconds} ms` : error.message
    const advice = 'Its sessions are used, but scenarios that nobody needs stay until the next start'
    report(new OptionError({ attempt: `look through ${folder}`, received, advice }).message)
  })
  return seen.hasOld
}

// The digests of a log are before this.
const START_BYTES = 1024

/** Removes the scenarios that no log refers to, also none that was put aside, as long as nothing is written. */
async function removeUnusedScenarios(folder: string, files: Files, isWritten: () => boolean): Promise<void> {
  const logs = await files.readdir(join(folder, LOGS), { withFileTypes: true })
  const found = await doForEach(logs, async (file) => {
    // Others, such as pipes, can block whoever opens them.
    if (isWritten() || !file.isFile()) return []
    const digests = await readDigests(join(folder, LOGS, file.name), files).catch(() => [])
    // A log that cannot be read now may be read later.
    return digests.length === 0 && file.name.endsWith(LOG_END) ? [undefined] : digests
  })
  const used = new Set(found.flat())
  if (used.has(undefined)) return
  await doForEach(await files.readdir(join(folder, TEXTS.scenario)), async (file) => {
    const digest = fromFileName(file, TEXT_END)
    if (isWritten() || digest === undefined || used.has(digest)) return
    await files.rm(join(folder, TEXTS.scenario, file), { force: true })
  })
}

async function readDigests(path: string, files: Files): Promise<readonly string[]> {
  const handle = await files.open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0)
    const [list = ''] = /"scenarios":\[[^\]]*\]/.exec(buffer.toString('latin1', 0, bytesRead)) ?? []
    return list.match(/[0-9a-f]{64}/g) ?? []
  } finally {
    await handle.close()
  }
}

/** Does something with a file. @returns undefined if it is missing @throws if its folder is, as one that is not mounted */
async function ifThere<Result>(
  act: () => Promise<Result>,
  findFolder: () => Promise<unknown>,
): Promise<Result | undefined> {
  try {
    return await act()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await findFolder()
    return undefined
  }
}

async function explain<Result>(folder: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof OptionError) throw error
    throw new OptionError({
      attempt: `keep the sessions in ${folder}`,
      received: (error as Error).message,
      advice: 'Name a folder that can be written to',
    })
  }
}
