import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from 'vitest'

/** A folder that is removed after the test. */
export interface Folder {
  path(name: string): string
  /** Writes a file and returns its path. */
  write(name: string, content: string | Uint8Array): Promise<string>
}

export const test = base.extend<{ folder: Folder }>({
  folder: async ({}, use) => {
    const { remove, ...folder } = await createFolder()
    await use(folder)
    await remove()
  },
})

/** Creates a folder for several tests. */
export async function createFolder(): Promise<Folder & { remove(): Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'deploymock-'))
  const path = (name: string) => join(root, name)
  return {
    path,
    async write(name, content) {
      await writeFile(path(name), content)
      return path(name)
    },
    remove: () => rm(root, { recursive: true, force: true }),
  }
}
