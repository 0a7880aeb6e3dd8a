// Stores each session in a file of its own. One process at a time uses a folder.

import * as nodeFiles from 'node:fs/promises'
import { join } from 'node:path'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { isSessionName } from '../../engine/sessions/sessions.ts'
import { fromFileName, toFileName } from './file-names.ts'
import { type Files, lockFolder } from './folder-lock.ts'
import { createTimeLimit, type Within } from './limit-time.ts'
import { removeOldDrafts, replaceFile } from './replace-file.ts'
import { NO_VERSION, type SessionStore, type StoredKind } from './session-store.ts'

const FOLDERS: { readonly [Kind in StoredKind]: string } = { session: 'sessions', snapshot: 'snapshots' }
// A busy disk takes seconds to confirm a write. One that takes longer hangs, as that of a server does that has gone.
const LONGEST_WORK = 10_000
// Nobody else writes to the files, so they have no other versions.
const VERSION = 'file'

/**
 * Opens a folder, and creates it if needed. Only its owner can read it.
 *
 * @param within limits how long each work may take
 * @throws OptionError if it cannot be used, or another process uses it
 */
export async function openFolderStore(
  folder: string,
  files: Files = nodeFiles,
  within: Within = createTimeLimit(folder, LONGEST_WORK),
): Promise<SessionStore> {
  const folderOf = (kind: StoredKind) => join(folder, FOLDERS[kind])
  const unlock = await explain(folder, () => within(() => prepare(folder, files)))
  const pathOf = (kind: StoredKind, name: string): string => {
    // Whoever asks checks names. This is the last place where one could lead out of the folder.
    if (isSessionName(name)) return join(folderOf(kind), toFileName(name))
    throw new OptionError({ attempt: `find the file of "${name}"`, received: 'it is not a name' })
  }
  const useFile = <Result>(kind: StoredKind, act: () => Promise<Result>) =>
    within(() => ifThere(act, () => files.stat(folderOf(kind))))
  const read: SessionStore['read'] = async (kind, name) => {
    const text = await useFile(kind, () => files.readFile(pathOf(kind, name), 'utf8'))
    return text === undefined ? undefined : { text, version: VERSION }
  }
  const listNames = async (kind: StoredKind) =>
    (await within(() => files.readdir(folderOf(kind)))).flatMap((file) => fromFileName(file) ?? [])

  return {
    place: folder,
    isShared: false,
    read,
    take: (name) => read('session', name),
    claim: async (name) => (await read('session', name))?.version ?? NO_VERSION,
    async write(kind, name, { text, version }) {
      await within(() => replaceFile(pathOf(kind, name), text, files))
      return version
    },
    remove: (kind, name) => useFile(kind, () => files.rm(pathOf(kind, name))),
    async list(kind, { after, limit }) {
      const names = (await listNames(kind)).filter((name) => name > after)
      return names.sort().slice(0, limit)
    },
    async listUnused(longest) {
      const latest = Date.now() - longest
      const unused: string[] = []
      for (const name of await listNames('session')) {
        // It may have been removed since.
        const found = await useFile('session', () => files.stat(pathOf('session', name)))
        if (found !== undefined && found.mtimeMs < latest) unused.push(name)
      }
      return unused
    },
    async putAside(name) {
      const path = pathOf('session', name)
      const aside = `${path}.broken-${new Date().toISOString().replace(/\W/g, '')}`
      await within(() => files.rename(path, aside))
      return aside
    },
    onWanted: () => undefined,
    // Once this process has ended, its lock is taken over. So nobody has to wait for a disk that hangs.
    close: () => within(unlock).catch(() => undefined),
  }
}

/** Creates the folder, and locks it. @returns a function that ends the lock */
async function prepare(folder: string, files: Files): Promise<() => Promise<void>> {
  const folders = Object.values(FOLDERS).map((each) => join(folder, each))
  for (const each of folders) await files.mkdir(each, { recursive: true, mode: 0o700 })
  const unlock = await lockFolder(folder, files)
  for (const each of folders) await removeOldDrafts(each, files)
  return unlock
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
