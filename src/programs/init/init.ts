/** Writes a service of one's own, and a test beside it. */

import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { quote } from '../../engine/input/text/quote.ts'
import { capitalize } from '../../engine/input/text/words.ts'
import { assertWritable, writeWholeFile } from '../../entries/files/write/write-file.ts'
import { splitWords } from './names.ts'
import { readDocument } from './read-document.ts'
import { readStarter } from './starter.ts'
import { type WrittenService, writeService } from './write-service.ts'
import { writeTest } from './write-test.ts'

export interface InitOptions {
  /** The OpenAPI document that the service is made from. */
  readonly openapi?: string | undefined
  /** Only operations whose path begins with it. */
  readonly only?: string | undefined
}

export interface Initialised {
  /** The file of the service, and that of its test. */
  readonly files: readonly [string, string]
  /** What was made from a document. */
  readonly service?: WrittenService
}

/** Writes the files of a service. @throws OptionError if one of them is there already, or cannot be made */
export async function init(file: string, { openapi, only }: InitOptions): Promise<Initialised> {
  const [, stem = '', extension = ''] = /^(.*[^/\\.])\.(m?[jt]s)$/s.exec(file) ?? []
  if (stem === '' || stem.endsWith('.d')) {
    throw new OptionError({
      attempt: `write ${quote(file)}`,
      received: 'it is no name of a module',
      advice: 'Allowed: a file that ends in .ts, .mts, .js or .mjs.',
    })
  }
  if (only !== undefined && openapi === undefined) {
    const received = '--only is set, but --openapi is not'
    throw new OptionError({ attempt: `write ${quote(file)}`, received, advice: 'Add --openapi.' })
  }
  const files = [file, `${stem}.test.${extension}`] as const
  for (const each of files) await assertFree(each)
  const module = `./${basename(stem)}.${extension.replace('ts', 'js')}`
  if (openapi === undefined) {
    const title = splitWords(basename(stem)).join(' ')
    await writeBoth(files, await readStarter(capitalize(title), module))
    return { files }
  }
  const document = await readDocument(openapi)
  const service = writeService(document, { isTyped: extension.endsWith('ts'), from: basename(openapi), only })
  assertFound(service, openapi, only)
  await writeBoth(files, [service.source, writeTest(service, module)])
  return { files, service }
}

async function writeBoth(files: Initialised['files'], texts: readonly [string, string]): Promise<void> {
  for (const [index, file] of files.entries()) await writeWholeFile(file, texts[index] ?? '', { replace: false })
}

async function assertFree(file: string): Promise<void> {
  const isThere = await stat(file).then(
    () => true,
    () => false,
  )
  if (!isThere) return assertWritable(file, { replace: false })
  throw new OptionError({
    attempt: `write ${quote(file)}`,
    received: 'it already exists',
    advice: 'Name another file: what is there is never replaced.',
  })
}

function assertFound({ operations, leftOut }: WrittenService, openapi: string, only: string | undefined): void {
  if (operations.length > 0) return
  const [first] = leftOut
  throw new OptionError({
    attempt: `make a service from ${quote(openapi)}`,
    received: only === undefined ? 'it describes no operation' : `no path begins with ${quote(only)}`,
    advice:
      first === undefined
        ? 'Name a document with paths, or a beginning of some.'
        : `${first.method} ${quote(first.path)}: ${first.why}.`,
  })
}
