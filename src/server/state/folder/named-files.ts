// The files of a folder that are for names, on every file system.

import { constants, type Stats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import type { NamePage } from '../../../engine/sessions/session-keeper.ts'
import { isSessionName } from '../../../engine/sessions/session-names.ts'
import { doForEach } from '../limit-time.ts'
import { pickPage } from '../log-store.ts'
import { type Files, NO_WAIT } from './folder-lock.ts'

/** The files of one kind, which are all in one folder. */
export type NamedFiles = ReturnType<typeof createNamedFiles>

/** @param end how the name of each file ends */
export function createNamedFiles(folder: string, end: string, files: Files) {
  const nameOf = (file: string): string | undefined => {
    if (!file.startsWith('s-') || !file.endsWith(end)) return undefined
    const name = file.slice(2, -end.length).replace(/=([a-z])/g, (_, letter: string) => letter.toUpperCase())
    return toFileName(name, end) === file ? name : undefined
  }
  const pathOf = (name: string): string => {
    // Whoever asks checks names. This is the last place where one could lead out of the folder.
    if (isSessionName(name)) return join(folder, toFileName(name, end))
    throw new OptionError({ attempt: `find the file of "${name}"`, received: 'it is not a name' })
  }
  const list = async (page: NamePage = { after: '', limit: Number.POSITIVE_INFINITY }): Promise<readonly string[]> => {
    const names = (await files.readdir(folder)).flatMap((file) => nameOf(file) ?? [])
    return pickPage(names, page)
  }
  const use = async <Result>(act: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await act()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      await files.stat(folder)
      return undefined
    }
  }
  const open = async (name: string): Promise<FileHandle> => {
    const path = pathOf(name)
    const handle = await files.open(path, constants.O_RDONLY | NO_WAIT)
    const status = await handle.stat()
    // To read a directory is an error, and to read a pipe never ends.
    if (status.isFile() || status.isDirectory()) return handle
    await handle.close()
    throw new Error(`${path} is not a file`)
  }
  // A file whose use cannot be noted is not unused.
  const canNote = (path: string, { atime, mtime }: Stats): Promise<boolean> =>
    files.utimes(path, atime, mtime).then(
      () => true,
      () => false,
    )
  return {
    folder,
    open,
    /** Reads the file for a name. */
    async read(name: string): Promise<string> {
      const handle = await open(name)
      return handle.readFile('utf8').finally(() => handle.close())
    },
    /** Returns the path of the file for a name. @throws OptionError for what is no name */
    pathOf,
    /** Lists the names that have a file. Default: all of them. */
    list,
    /** Does something with a file. @returns undefined if it is missing @throws if the folder is, as one that is not mounted */
    use,
    /** Lists the names whose file was not used for some milliseconds. */
    async listUnused(milliseconds: number): Promise<readonly string[]> {
      const latest = Date.now() - milliseconds
      const found = await doForEach(await list(), async (name) => {
        // It may have been removed since.
        const file = await use(() => files.stat(pathOf(name)))
        return file !== undefined && file.mtimeMs < latest && (await canNote(pathOf(name), file)) ? [name] : []
      })
      return found.flat()
    },
    /** Notes that a file is used, unless only its owner may do that. Returns whether it is there. */
    async touch(name: string): Promise<boolean> {
      const [path, now] = [pathOf(name), new Date(Date.now())]
      const note = () => files.utimes(path, now, now).catch(() => files.stat(path))
      return (await use(async () => note().then(() => true))) ?? false
    },
  }
}

// Some file systems do not distinguish upper and lower case, some reserve names such as `con`, and most have a limit of
// 255 characters.
function toFileName(name: string, end: string): string {
  return `s-${name.replace(/[A-Z]/g, (letter) => `=${letter.toLowerCase()}`)}${end}`
}
