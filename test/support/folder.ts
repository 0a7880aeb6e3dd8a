import { test as base } from 'vitest'
import { createFolder, type Folder } from './create-folder.ts'

export type { Folder }

/** A test with a folder of its own. */
export const test = base.extend<{ folder: Folder }>({
  folder: async ({}, use) => {
    const { remove, ...folder } = await createFolder()
    await use(folder)
    await remove()
  },
})
