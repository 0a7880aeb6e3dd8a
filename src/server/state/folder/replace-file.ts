// Replaces files as a whole.

import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { Files } from './folder-lock.ts'

/** Where drafts are, from the folder of the files that they replace. */
export const DRAFTS = '../drafts'

/**
 * Replaces a file, or creates it. A process that ends at any moment leaves the file before or the file after, and maybe
 * a draft. Each write has a draft of its own, so that those at the same time do not mix.
 *
 * @param isSynced whether it waits for the disk, so that a power cut loses nothing either
 */
export async function replaceFile(
  path: string,
  text: string,
  files: Files,
  { isSynced }: { isSynced: boolean },
): Promise<void> {
  const draft = join(dirname(path), DRAFTS, randomUUID())
  try {
    const handle = await files.open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      if (isSynced) await handle.sync()
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
