// Collects coverage in a Vitest worker.

// Vitest loads this module before each test file. The coverage of a worker is written after each
// file, because a worker cannot tell when it ends.
import { afterAll } from 'vitest'
import { FOLDER_VARIABLE, openCollection } from '../coverage/collection.ts'

const folder = process.env[FOLDER_VARIABLE]
if (folder !== undefined && folder !== '') afterAll(openCollection(folder).write)
