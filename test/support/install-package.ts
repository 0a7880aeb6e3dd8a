import { symlinkSync } from 'node:fs'
import { inject } from 'vitest'
import type { Folder } from './folder.ts'

/** Installs the packed package in a folder, as a project of a reader. */
export async function installPackage(folder: Folder): Promise<void> {
  symlinkSync(`${inject('packed')}/node_modules`, folder.path('node_modules'))
  await folder.write('package.json', '{"type":"module"}')
}
