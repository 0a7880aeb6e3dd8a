import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Folder } from './folder.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Installs the built package in a folder, and other packages that this project has. */
export function linkPackages(folder: Folder, others: readonly string[] = []): void {
  mkdirSync(folder.path('node_modules'))
  symlinkSync(root, folder.path('node_modules/deploymock'))
  for (const name of others) symlinkSync(join(root, 'node_modules', name), folder.path(`node_modules/${name}`))
}
