// Stores the log of each session in a file of its own. One process at a time uses a folder.

import { constants } from 'node:fs'
import * as nodeFiles from 'node:fs/promises'
import { join } from 'node:path'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { doForEach, limitTime } from '../limit-time.ts'
import type { LogStore } from '../log-store.ts'
import { type Files, lockFolder } from './folder-lock.ts'
import { createFolderOutlines } from './folder-outlines.ts'
import { readLines, writeLine } from './log-lines.ts'
import { createNamedFiles, type NamedFiles } from './named-files.ts'
import { removeOldDrafts, replaceFile } from './replace-file.ts'

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

/** The files in a folder. */
interface Contents {
  readonly files: Files
  readonly logs: NamedFiles
  readonly snapshot: NamedFiles
  readonly scenario: NamedFiles
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
  const contents = {
    files,
    logs: createNamedFiles(join(folder, 'sessions'), '.jsonl', files),
    snapshot: createNamedFiles(join(folder, 'snapshots'), TEXT_END, files),
    scenario: createNamedFiles(join(folder, 'scenarios'), TEXT_END, files),
  }
  const { logs } = contents
  const unlock = await prepare(folder, contents)
  const hasOld = await lookThrough(folder, contents, { report, milliseconds: longestLook })
  return {
    place: folder,
    outdated: hasOld ? join(logs.folder, `s-*${TEXT_END}`) : undefined,
    isShared: false,
    longestText: LONGEST_TEXT,
    ...createLogs(contents, report),
    ...createTexts(contents),
    async check() {
      const path = join(logs.folder, 'check')
      await replaceFile(path, ' '.repeat(4096), files, { isSynced: false })
      await files.rm(path, { force: true })
    },
    // Once this process has ended, its lock is taken over. So nobody has to wait for a disk that hangs.
    close: () => limitTime(unlock(), { place: folder, milliseconds: LONGEST_CLOSE }).catch(() => undefined),
  }
}

/** Creates what reads logs and appends to them. */
function createLogs({ files, logs }: Contents, report: (line: string) => void) {
  const outlines = createFolderOutlines(files, logs.pathOf)
  const append = async (path: string, text: string): Promise<void> => {
    const handle = await files.open(path, APPEND)
    try {
      await handle.writeFile(text)
    } finally {
      await handle.close()
    }
  }
  return {
    read: (session) =>
      logs.use(async () => {
        const path = logs.pathOf(session)
        const text = await files.readFile(path, 'utf8')
        const { entries, rest } = readLines(text)
        if (rest !== '') {
          await files.truncate(path, Buffer.byteLength(text) - Buffer.byteLength(rest))
          report(`Session "${session}" continues without its last entry, which was not written to its end: ${path}`)
        }
        return { entries, last: entries.at(-1)?.number ?? 0 }
      }),
    // Nobody else writes to the files.
    readNewer: async () => new Map(),
    async append({ session, isState, ...entry }) {
      const [path, text] = [logs.pathOf(session), writeLine(entry)]
      await (isState ? replaceFile(path, text, files, { isSynced: false }) : append(path, text))
      outlines.note(session, entry.outline)
      return 'stored'
    },
    async remove(session) {
      outlines.forget(session)
      await logs.use(() => files.rm(logs.pathOf(session)))
      return 'stored'
    },
    async touch({ session }) {
      const now = new Date(Date.now())
      await logs.use(() => files.utimes(logs.pathOf(session), now, now))
    },
    listOutlines: async (page) => outlines.list(await logs.list(page)),
    async listUnused(longest) {
      const latest = Date.now() - longest
      const found = await doForEach(await logs.list(), async (name) => {
        // It may have been removed since.
        const file = await logs.use(() => files.stat(logs.pathOf(name)))
        return file !== undefined && file.mtimeMs < latest ? [name] : []
      })
      return found.flat()
    },
    async putAside(session) {
      outlines.forget(session)
      const path = logs.pathOf(session)
      const aside = `${path}.broken-${new Date().toISOString().replace(/\W/g, '')}`
      await files.rename(path, aside)
      return aside
    },
  } satisfies Partial<LogStore>
}

/** Creates what stores texts. */
function createTexts({ files, ...texts }: Contents) {
  const exists = async ({ use, pathOf }: NamedFiles, name: string) =>
    (await use(() => files.stat(pathOf(name)))) !== undefined
  return {
    readText: (kind, name) => texts[kind].use(() => files.readFile(texts[kind].pathOf(name), 'utf8')),
    hasScenario: (digest) => exists(texts.scenario, digest),
    async writeText(kind, name, text, { isNew }) {
      if (isNew && (await exists(texts[kind], name))) return false
      await replaceFile(texts[kind].pathOf(name), text, files, { isSynced: kind === 'snapshot' })
      return true
    },
    removeText: (kind, name) => texts[kind].use(() => files.rm(texts[kind].pathOf(name))),
    listSnapshots: (page) => texts.snapshot.list(page),
  } satisfies Partial<LogStore>
}

const listFolders = ({ logs, snapshot, scenario }: Contents) => [logs, snapshot, scenario].map((each) => each.folder)

/** Creates a folder, and locks it. @returns a function that ends the lock @throws OptionError if that is not possible */
async function prepare(folder: string, contents: Contents): Promise<() => Promise<void>> {
  const { files } = contents
  const lock = async () => {
    for (const each of listFolders(contents)) await files.mkdir(each, { recursive: true, mode: 0o700 })
    return lockFolder(folder, files)
  }
  try {
    return await limitTime(lock(), { place: folder, milliseconds: LONGEST_LOCK })
  } catch (error) {
    if (error instanceof OptionError) throw error
    throw new OptionError({
      attempt: `keep the sessions in ${folder}`,
      received: (error as Error).message,
      advice: 'Name a folder that can be written to',
    })
  }
}

interface Look extends Required<Pick<FolderOptions, 'report'>> {
  readonly milliseconds: number
}

/**
 * Removes what killed processes have left behind, and the scenarios that no log refers to, within a time.
 *
 * @returns whether a version before has used the folder, as far as that was found out
 */
async function lookThrough(folder: string, contents: Contents, { report, milliseconds }: Look): Promise<boolean> {
  const { files, logs } = contents
  const seen = { hasOld: false, isLate: false }
  const look = async (): Promise<void> => {
    for (const each of listFolders(contents)) await removeOldDrafts(each, files)
    seen.hasOld = (await files.readdir(logs.folder)).some((file) => file.endsWith(TEXT_END))
    await removeUnusedScenarios(contents, () => seen.isLate)
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
async function removeUnusedScenarios({ files, logs, scenario }: Contents, isWritten: () => boolean): Promise<void> {
  const found = await doForEach(await files.readdir(logs.folder, { withFileTypes: true }), async (file) => {
    // Others than files, such as pipes, can block whoever opens them.
    const isRead = file.isFile() && !isWritten()
    const digests = isRead ? await readDigests(join(logs.folder, file.name), files).catch(() => []) : []
    // A log that cannot be read now may be read later.
    return digests.length === 0 && logs.nameOf(file.name) !== undefined ? [undefined] : digests
  })
  const used = new Set(found.flat())
  if (used.has(undefined)) return
  await doForEach(await scenario.list(), async (digest) => {
    if (!isWritten() && !used.has(digest)) await files.rm(scenario.pathOf(digest), { force: true })
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
