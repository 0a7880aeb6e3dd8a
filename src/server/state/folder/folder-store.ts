// Stores the log of each session in a file of its own. One process at a time uses a folder.

import { constants } from 'node:fs'
import * as nodeFiles from 'node:fs/promises'
import { join } from 'node:path'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { showLine } from '../../../engine/input/text/quote.ts'
import { doForEach, limitTime } from '../limit-time.ts'
import type { LogStore } from '../log-store.ts'
import { type Files, lockFolder } from './folder-lock.ts'
import { readLastOutline, readLines, writeLine } from './log-lines.ts'
import { createNamedFiles, type NamedFiles } from './named-files.ts'
import { DRAFTS, replaceFile } from './replace-file.ts'

const TEXT_END = '.json'
// The disk has to confirm a text, which takes seconds if it is busy.
const LONGEST_TEXT = 10_000
// The start waits for the lock.
const LONGEST_LOCK = 10_000
const LONGEST_CLOSE = 800
// A session may go on for up to twice as long as it was noted as used. What it began with stays for longer.
const MORE_TIMES = 3
const MORE_MILLISECONDS = 24 * 60 * 60 * 1000
const APPEND = constants.O_WRONLY | constants.O_APPEND

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
  const { unlock, hasOld } = await prepare(folder, contents)
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

function createLogs({ files, logs, scenario }: Contents, report: (line: string) => void) {
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
      return 'stored'
    },
    async remove(session) {
      await logs.use(() => files.rm(logs.pathOf(session)))
      return 'stored'
    },
    async touch({ session, scenarios }) {
      await Promise.all([logs.touch(session), ...scenarios.map(scenario.touch)])
    },
    async listOutlines(page) {
      const read = (name: string) => readLastOutline(logs.pathOf(name), files).catch(() => undefined)
      return (await doForEach(await logs.list(page), read)).filter((each) => each !== undefined)
    },
    async listUnused(milliseconds) {
      const unused = await scenario.listUnused(MORE_TIMES * milliseconds + MORE_MILLISECONDS)
      await doForEach(unused, (digest) => files.rm(scenario.pathOf(digest), { force: true }))
      return logs.listUnused(milliseconds)
    },
    async putAside(session) {
      const path = logs.pathOf(session)
      const aside = `${path}.broken-${new Date().toISOString().replace(/\W/g, '')}`
      await files.rename(path, aside)
      return aside
    },
  } satisfies Partial<LogStore>
}

function createTexts({ files, ...texts }: Contents) {
  return {
    readText: (kind, name) => texts[kind].use(() => files.readFile(texts[kind].pathOf(name), 'utf8')),
    hasScenario: texts.scenario.touch,
    async writeText(kind, name, text, { isNew }) {
      if (isNew && (await texts[kind].touch(name))) return false
      await replaceFile(texts[kind].pathOf(name), text, files, { isSynced: kind === 'snapshot' })
      return true
    },
    removeText: (kind, name) => texts[kind].use(() => files.rm(texts[kind].pathOf(name))),
    listSnapshots: (page) => texts.snapshot.list(page),
  } satisfies Partial<LogStore>
}

/** Creates a folder, and locks it. Returns what ends the lock. @throws OptionError if that is not possible */
async function prepare(folder: string, { files, logs, snapshot, scenario }: Contents) {
  const create = (each: string) => files.mkdir(each, { recursive: true, mode: 0o700 })
  const lock = async () => {
    for (const each of [logs, snapshot, scenario]) await create(each.folder)
    const unlock = await lockFolder(folder, files)
    // Killed processes leave theirs behind.
    const drafts = join(logs.folder, DRAFTS)
    await files.rm(drafts, { recursive: true, force: true })
    await create(drafts)
    // Whether a version before has used it.
    const hasOld = (await files.readdir(logs.folder)).some((file) => file.endsWith(TEXT_END))
    return { unlock, hasOld }
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
