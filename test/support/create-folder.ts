import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A temporary folder. */
export interface Folder {
  path(name: string): string
  /** Writes a file and returns its path. */
  write(name: string, content: string | Uint8Array): Promise<string>
}

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
    // What a test has started may still write to it.
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 10 }),
  }
}
