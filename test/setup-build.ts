import { beforeAll } from 'vitest'
import { requireBuild } from './support/require-build.ts'

// Vitest runs this before each file. The check runs once in each worker.
beforeAll(({}, { file }) => requireBuild(file.filepath))
