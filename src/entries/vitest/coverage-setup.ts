import { afterAll } from 'vitest'
import { FOLDER_VARIABLE, openCollection } from '../coverage/collection.ts'

/**
 * Collects coverage of a test file, and writes it at its end, because a worker cannot tell when it ends. It is also
 * noted at the test file, whose report may be merged with others on another machine.
 */
export function collect(): void {
  const folder = process.env[FOLDER_VARIABLE]
  if (folder === undefined || folder === '') return
  const { read, write } = openCollection(folder)
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures a hook needs.
  afterAll(({}, { file }) => {
    write()
    Object.assign(file.meta, { 'deploymock-coverage': read() })
  })
}
