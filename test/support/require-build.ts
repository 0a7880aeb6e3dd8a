// A start of the program asks the same, without TypeScript.
export const { findChangedSource } = (await import('../../tools/changed-source.mjs' as string)) as {
  findChangedSource(root?: string): string | undefined
}

let isChecked = false

/** Makes sure that a test file that may use the built package does not test an old one. */
export function requireBuild(testFile: string): void {
  if (isChecked || !/\/test\/package\/|\.(slow|ci|full)\.test\.ts$/.test(testFile)) return
  const changed = findChangedSource()
  if (changed !== undefined) {
    throw new Error(`Failed to test the built package: ${changed} is newer, or is missing. Run npm run build first.`)
  }
  isChecked = true
}
