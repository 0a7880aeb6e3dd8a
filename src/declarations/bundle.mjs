// Bundles the declarations of the package: a file for each entry, and files for what several entries share.

import { rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import { listCommonJsEntries, listEntries } from '../es-modules/entries.mjs'

// The CommonJS build has files of its own, so that their imports lead to CommonJS types, e.g. those of MSW.
await bundle(listEntries(), 'dist/src')
await bundle(listCommonJsEntries(), 'dist/commonjs/src')

async function bundle(entries, dir) {
  const built = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, `build/src/${entry}.d.ts`])),
    plugins: [dts({ dtsInput: true, tsconfig: false })],
    external: (path) => !/^[./]/.test(path),
    checks: { bundlerTimings: false },
  })
  await built.write({ dir, entryFileNames: '[name].d.ts', chunkFileNames: 'shared/types-[hash].d.ts' })
  await built.close()
}
