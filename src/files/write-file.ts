import { open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Writes a file as a whole: whoever reads meanwhile finds what was there before.
 *
 * @param options.replace whether it may take the place of a file that is there
 * @throws Error when it cannot be written
 */
export async function writeWholeFile(file: string, text: string, { replace }: { replace: boolean }): Promise<void> {
  await attempt(file, async (draft) => {
    await create(draft, text)
    // Fails where there is a file already, even one that has just come.
    if (!replace) await create(file, '')
    await rename(draft, file)
  })
}

/** Makes sure that a file can be written later. @throws Error when it cannot */
export async function assertWritable(file: string): Promise<void> {
  await attempt(file, async (draft) => {
    await create(draft, '')
    const status = await stat(file).catch(() => undefined)
    if (status?.isDirectory() === true) throw Object.assign(new Error(), { code: 'EISDIR' })
  })
}

// The draft stands in the same folder, so that it can take the file's place in one step.
async function attempt(file: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = join(dirname(file), `.${basename(file)}.${crypto.randomUUID()}`)
  try {
    await write(draft)
  } catch (error) {
    throw new Error(describeFailure(file, error as NodeJS.ErrnoException), { cause: error })
  } finally {
    await rm(draft, { force: true })
  }
}

async function create(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function describeFailure(file: string, { code, message }: NodeJS.ErrnoException): string {
  const reasons: Readonly<Record<string, string>> = {
    EEXIST: 'it already exists. Name another file, or add --force to replace it.',
    ENOENT: 'its folder is missing. Make it, or name another one.',
    ENOTDIR: 'its folder is missing. Make it, or name another one.',
    EISDIR: 'it is a directory. Name a file.',
    EACCES: 'its folder is not open to you. Name another one.',
    EPERM: 'its folder is not open to you. Name another one.',
    EROFS: 'its folder can only be read. Name another one.',
  }
  return `Failed to write ${file}: ${reasons[code ?? ''] ?? `${message}.`}`
}
