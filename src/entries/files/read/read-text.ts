import { isUtf8 } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import { FileError } from './file-error.ts'

const MEGABYTE = 1024 * 1024

/** Reads a text file. @throws FileError if it cannot be read */
export async function readText(file: string, mostMegabytes: number): Promise<string> {
  const bytes = await readBytes(file, mostMegabytes)
  if (!isText(bytes)) {
    throw new FileError([
      { file, line: findBrokenLine(bytes), column: 1, text: 'This is not UTF-8. Save it as UTF-8.' },
    ])
  }
  // The decoder also removes a byte order mark.
  return new TextDecoder().decode(bytes)
}

async function readBytes(file: string, mostMegabytes: number): Promise<Buffer> {
  try {
    const status = await stat(file)
    const { size } = status
    if (status.isDirectory()) throw new FileError([{ file, text: 'it is a directory. Name a file.' }])
    if (!status.isFile()) throw new FileError([{ file, text: 'it is not a regular file. Name a file.' }])
    if (size > mostMegabytes * MEGABYTE) {
      const found = `it has ${Math.ceil(size / MEGABYTE)} MB`
      throw new FileError([{ file, text: `${found}. Allowed: ${mostMegabytes} MB at most.` }])
    }
    return await readFile(file)
  } catch (error) {
    throw error instanceof FileError ? error : buildFileError(file, error)
  }
}

function buildFileError(file: string, error: unknown): FileError {
  const { code, message } = error as NodeJS.ErrnoException
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'file not found. Check the path.',
    ENOTDIR: 'file not found. Check the path.',
    EACCES: 'permission denied. Allow reading it, or name another file.',
    EPERM: 'permission denied. Allow reading it, or name another file.',
  }
  return new FileError([{ file, text: reasons[code ?? ''] ?? `${message}.` }], { cause: error })
}

// UTF-16 without a byte order mark would be UTF-8, with a zero beside each letter.
function isText(bytes: Buffer): boolean {
  return isUtf8(bytes) && !bytes.includes(0)
}

function findBrokenLine(bytes: Buffer): number {
  let [line, start] = [1, 0]
  for (;;) {
    const end = bytes.indexOf('\n', start)
    if (end < 0 || !isText(bytes.subarray(start, end))) return line
    line += 1
    start = end + 1
  }
}
