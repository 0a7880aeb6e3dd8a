// Reads the built files of the console once, with what their responses need.

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { ProblemError } from '../../engine/input/options/option-error.ts'

export interface EncodedFile {
  readonly body: Uint8Array<ArrayBuffer>
  readonly etag: string
}

export interface ConsoleFile {
  readonly type: string
  readonly plain: EncodedFile
  readonly compressed: EncodedFile
}

/** The types of the files that are sent. Any other file in the folder is not. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const compress = promisify(gzip)

/** Reads the files in a folder, by name. @throws if the folder has no `index.html` */
export async function readConsoleFiles(folder: string): Promise<ReadonlyMap<string, ConsoleFile>> {
  const names: readonly string[] = await readdir(folder).catch(() => [])
  if (!names.includes('index.html')) {
    throw new ProblemError({
      attempt: 'show the console',
      received: `${join(folder, 'index.html')} does not exist`,
      advice: 'Run "npm run build", or leave the console out with --no-console (in code "console: false").',
    })
  }
  const known = names.filter((name) => extname(name) in TYPES)
  return new Map(await Promise.all(known.map(async (name) => [name, await readConsoleFile(folder, name)] as const)))
}

async function readConsoleFile(folder: string, name: string): Promise<ConsoleFile> {
  const body = new Uint8Array(await readFile(join(folder, name)))
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  return {
    type: TYPES[extname(name)] ?? '',
    plain: { body, etag: `"${hash}"` },
    // Each encoding has its own tag, because its bytes differ.
    compressed: { body: new Uint8Array(await compress(body, { level: 9 })), etag: `"${hash}-gzip"` },
  }
}
