import { afterAll } from 'vitest'
import { FOLDER_VARIABLE, openCollection } from '../coverage/collection.ts'

/** Collects coverage of a test file, and writes it at its end, because a worker cannot tell when it ends. */
export function collect(): void {
  const folder = process.env[FOLDER_VARIABLE]
  if (folder !== undefined && folder !== '') afterAll(openCollection(folder).write)
}
