// Loads sources that the package does not export.

import { mkdir } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** Loads a module of this folder, with what it imports from `src`. */
export async function bundle(file) {
  // Within the project, so that the libraries are found.
  const outfile = fileURLToPath(new URL(`../node_modules/.cache/${file.replaceAll('/', '-')}.mjs`, import.meta.url))
  await mkdir(new URL('.', pathToFileURL(outfile)), { recursive: true })
  await build({
    entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    alias: { '#data': '@mswjs/data', '#faker': '@faker-js/faker/locale/en', '#zod': 'zod' },
    logLevel: 'warning',
  })
  return import(pathToFileURL(outfile).href)
}
