// Collects coverage in a Vitest worker.

import { FOLDER_VARIABLE, openCollection } from '../coverage/collection.ts'

const folder = process.env[FOLDER_VARIABLE]

/**
 * Writes the coverage of this worker. The reporter's setup file calls it after each test file, because
 * a worker cannot tell when it ends.
 */
export const write: () => void = folder === undefined || folder === '' ? () => undefined : openCollection(folder).write
