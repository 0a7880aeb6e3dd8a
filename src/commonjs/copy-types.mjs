// Copies declaration files, so that they count as CommonJS.

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const RELATIVE_IMPORT = /(?:from|import\(|import) * ?['"](\.[^'"]+)\.ts['"]/g

// Faker is an ES module. Declarations of CommonJS may import its types if they say how to find them.
const ES_MODULE = /from '@faker-js\/faker'/

/** Copies declaration files and all that they import. Their own imports then lead to CommonJS types, e.g. those of MSW. */
export async function copyTypes(entries, { from, to }) {
  const files = new Set(entries)
  // The loop also visits the files that are added in it.
  for (const file of files) {
    const declarations = await readFile(join(from, file), 'utf8')
    for (const [, path] of declarations.matchAll(RELATIVE_IMPORT)) files.add(join(dirname(file), `${path}.d.ts`))
    await mkdir(join(to, dirname(file)), { recursive: true })
    await writeFile(join(to, file), declarations.replace(ES_MODULE, "$& with { 'resolution-mode': 'import' }"))
  }
}
