import { afterAll } from 'vitest'
import { FOLDER_VARIABLE, openCollection } from '../coverage/collection.ts'

/**
 * Collects coverage until the end of a test file. The reporter's setup file calls it for each file,
 * and the coverage of a worker is written after each of them, because a worker cannot tell when it ends.
 */
export function collect(): void {
  const folder = process.env[FOLDER_VARIABLE]
  if (folder !== undefined && folder !== '') afterAll(openCollection(folder).write)
}
