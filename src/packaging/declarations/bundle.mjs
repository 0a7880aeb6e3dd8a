// Bundles the declarations of the package: a file for each entry, and files for what several entries share.

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import { findModule, listCommonJsEntries, listEntries } from '../es-modules/entries.mjs'

const FOLDER = 'dist'

// Most types need nothing of MSW. Both builds share them, as CommonJS, which ES modules can import too.
const groups = [
  { name: 'commonjs/types/service', test: /build.src.(engine(?!.adapters.msw)|service|fastapi|with-fetch)/ },
  { name: 'src/shared/handlers', test: /build.src.(engine.adapters.msw|with-handlers)/ },
]

const built = await rolldown({
  input: Object.fromEntries(listEntries().map((entry) => [`src/${entry}`, `build/src/${findModule(entry)}.d.ts`])),
  plugins: [dts({ dtsInput: true, tsconfig: false })],
  external: (path) => !/^[./]/.test(path),
  preserveEntrySignatures: 'allow-extension',
  checks: { bundlerTimings: false },
})
const { output } = await built.write({
  dir: FOLDER,
  entryFileNames: '[name].d.ts',
  chunkFileNames: ({ name }) => `${name.includes('/') ? name : `src/shared/${name.replace(/\.d$/, '')}`}-[hash].d.ts`,
  codeSplitting: { includeDependenciesRecursively: false, groups },
})
await built.close()

// The rest refers to types of MSW, which are others for CommonJS.
const entries = new Set(listCommonJsEntries().map((entry) => `src/${entry}.d.ts`))
for (const { fileName, code, isEntry } of output) {
  if (!fileName.startsWith('src/') || (isEntry && !entries.has(fileName))) continue
  const path = join(FOLDER, 'commonjs', fileName)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, code.replaceAll('/commonjs/types/', '/types/'))
}
