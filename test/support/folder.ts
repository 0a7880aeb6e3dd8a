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
    const root = await mkdtemp(join(tmpdir(), 'deploymock-'))
    const path = (name: string) => join(root, name)
    await use({
      path,
      async write(name, content) {
        await writeFile(path(name), content)
        return path(name)
      },
    })
    await rm(root, { recursive: true, force: true })
  },
})
