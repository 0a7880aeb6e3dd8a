import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { packPackage } from './support/pack-package.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder in which the packed package is installed. */
    packed: string
  }
}

/** Packs the package once for all tests of the documentation. Vitest calls this before them, and what it returns at the end. */
export function setup(project: TestProject): () => void {
  const folder = packPackage()
  project.provide('packed', folder)
  return () => rmSync(folder, { recursive: true })
}
