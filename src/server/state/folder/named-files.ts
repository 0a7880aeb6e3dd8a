// The files of a folder that are for names, on every file system.

import { join } from 'node:path'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import type { NamePage } from '../../../engine/sessions/session-keeper.ts'
import { isSessionName } from '../../../engine/sessions/session-names.ts'
import { doForEach } from '../limit-time.ts'
import { pickPage } from '../log-store.ts'
import type { Files } from './folder-lock.ts'

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
  return {
    folder,
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
        return file !== undefined && file.mtimeMs < latest ? [name] : []
      })
      return found.flat()
    },
    /** Notes that a file is used. Returns whether it is there. */
    async touch(name: string): Promise<boolean> {
      const now = new Date(Date.now())
      return (await use(async () => files.utimes(pathOf(name), now, now).then(() => true))) ?? false
    },
  }
}

// Some file systems do not distinguish upper and lower case, some reserve names such as `con`, and most have a limit of
// 255 characters.
function toFileName(name: string, end: string): string {
  return `s-${name.replace(/[A-Z]/g, (letter) => `=${letter.toLowerCase()}`)}${end}`
}
