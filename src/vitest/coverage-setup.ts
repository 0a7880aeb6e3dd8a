// Loaded by vitest before each file of tests: what a worker covered is written after each, since
// nothing tells when a worker ends.
import { afterAll } from 'vitest'
import { FOLDER_VARIABLE, openCollection } from '../coverage/collection.ts'

const folder = process.env[FOLDER_VARIABLE]
if (folder !== undefined && folder !== '') afterAll(openCollection(folder).write)
