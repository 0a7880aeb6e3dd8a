// Stores each session in a file of its own. One process at a time uses a folder.

import * as nodeFiles from 'node:fs/promises'
import { join } from 'node:path'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { isSessionName } from '../../engine/sessions/sessions.ts'
import { fromFileName, toFileName } from './file-names.ts'
import { type Files, lockFolder } from './folder-lock.ts'
import { NO_VERSION, type SessionStore, type StoredKind } from './session-store.ts'

const FOLDERS: { readonly [Kind in StoredKind]: string } = { session: 'sessions', snapshot: 'snapshots' }
const DRAFT = '.draft'
// Nobody else writes to the files, so they have no other versions.
const VERSION = 'file'

/**
 * Opens a folder, and creates it if needed. Only its owner can read it.
 *
 * @throws OptionError if it cannot be used, or another process uses it
 */
export async function openFolderStore(folder: string, files: Files = nodeFiles): Promise<SessionStore> {
  const folderOf = (kind: StoredKind) => join(folder, FOLDERS[kind])
  await explain(folder, async () => {
    for (const kind of ['session', 'snapshot'] as const) {
      await files.mkdir(folderOf(kind), { recursive: true, mode: 0o700 })
    }
  })
  const unlock = await lockFolder(folder, files)
  const pathOf = (kind: StoredKind, name: string): string => {
    // Whoever asks checks names. This is the last place where one could lead out of the folder.
    if (isSessionName(name)) return join(folderOf(kind), toFileName(name))
    throw new OptionError({ attempt: `find the file of "${name}"`, received: 'it is not a name' })
  }
  const read: SessionStore['read'] = async (kind, name) => {
    try {
      return { text: await files.readFile(pathOf(kind, name), 'utf8'), version: VERSION }
    } catch (error) {
      if (isAbsence(error)) return undefined
      throw error
    }
  }
  const listNames = async (kind: StoredKind) =>
    (await files.readdir(folderOf(kind))).flatMap((file) => fromFileName(file) ?? [])

  return {
    place: folder,
    isShared: false,
    read,
    take: (name) => read('session', name),
    claim: async (name) => (await read('session', name))?.version ?? NO_VERSION,
    async write(kind, name, { text, version }) {
      await replaceFile(pathOf(kind, name), text, files)
      return version
    },
    remove: (kind, name) => files.rm(pathOf(kind, name), { force: true }),
    async list(kind, { after, limit }) {
      const names = (await listNames(kind)).filter((name) => name > after)
      return names.sort().slice(0, limit)
    },
    async listUnused(milliseconds) {
      const latest = Date.now() - milliseconds
      const unused: string[] = []
      for (const name of await listNames('session')) {
        const { mtimeMs } = await files.stat(pathOf('session', name))
        if (mtimeMs < latest) unused.push(name)
      }
      return unused
    },
    async putAside(name) {
      const path = pathOf('session', name)
      const aside = `${path}.broken-${new Date().toISOString().replace(/\W/g, '')}`
      await files.rename(path, aside)
      return aside
    },
    onWanted: () => undefined,
    close: unlock,
  }
}

// A process that ends at any moment leaves the file before or the file after, and maybe a draft that the next write
// replaces.
async function replaceFile(path: string, text: string, files: Files): Promise<void> {
  const draft = path + DRAFT
  try {
    const handle = await files.open(draft, 'w', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
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

function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

async function explain(folder: string, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    throw new OptionError({
      attempt: `keep the sessions in ${folder}`,
      received: (error as Error).message,
      advice: 'Name a folder that can be written to',
    })
  }
}
