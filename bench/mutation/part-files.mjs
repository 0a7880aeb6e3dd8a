import { readdirSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { PARTS } from './parts.mjs'

const listFiles = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .sort()

const matchesAny = (file, globs) => globs.some((glob) => matchesGlob(file, glob))

// What the service is simulated with.
const listSources = () =>
  ['src/engine', 'src/fastapi', 'src/service'].flatMap(listFiles).filter((file) => file.endsWith('.ts'))

/** The files of the engine, the framework and the service by part. Fails if a file belongs to no part or to several ones. */
export function listPartFiles() {
  const files = Object.fromEntries(Object.keys(PARTS).map((name) => [name, []]))
  const problems = []
  for (const file of listSources()) {
    const names = Object.keys(PARTS).filter((name) => matchesAny(file, PARTS[name].files))
    if (names.length !== 1) problems.push(`${file} belongs to ${names.join(' and ') || 'no part'}`)
    for (const name of names) files[name].push(file)
  }
  for (const [name, { tests }] of Object.entries(PARTS)) {
    for (const glob of tests)
      if (listPartTests([glob]).length === 0) problems.push(`${glob} of ${name} matches no test`)
  }
  if (problems.length === 0) return files
  throw new Error(`Failed to read bench/mutation/parts.mjs: ${problems.join('; ')}. Each file needs one part.`)
}

/** The test files that some globs match. */
export const listPartTests = (globs) => listFiles('test').filter((file) => matchesAny(file, globs))
