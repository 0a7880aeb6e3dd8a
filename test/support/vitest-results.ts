import { readFileSync } from 'node:fs'

/** What Vitest's JSON reporter says about a test file. */
interface FileResult {
  readonly name: string
  /** Why the file could not be run; empty if it could. */
  readonly message: string
  readonly assertionResults: readonly { readonly title: string; readonly failureMessages: readonly string[] }[]
}

/** Reads what Vitest's JSON reporter has written. */
export function readVitestResults(path: string): readonly FileResult[] {
  return JSON.parse(readFileSync(path, 'utf8')).testResults
}

/** Lists what went wrong in a file. */
export function listFailures({ message, assertionResults }: FileResult): string[] {
  if (assertionResults.length === 0) return [message]
  return assertionResults.flatMap(({ failureMessages }) => failureMessages)
}
