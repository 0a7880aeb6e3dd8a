import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** The results of a sample, by the key of a mutant, in a JSON file. */
export function openResults(path) {
  const results = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  return {
    get: (key) => results[key],
    add(key, status) {
      results[key] = status
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, `${JSON.stringify(results, null, 1)}\n`)
    },
  }
}
