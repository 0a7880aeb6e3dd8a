// Bundles the ES modules of the package: a file for each entry, and files for what several entries share.

import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { findModule, listEntries } from './entries.mjs'

const FOLDER = 'dist/src'

// Node loads the part of zod that we use. Bundlers of pages load zod itself, and find out what is used.
const LIBRARIES = { zod: '#zod' }

// Agents load a bundle of their own, which needs little of what the entries share.
const AGENTS = { source: /\/mcp\/index\.ts$/, path: './mcp/index.js' }
const CLIENT = { source: /\/client\/(connect|transport\/control-error)\.ts$/, path: './client/index.js' }

// Each file has what all of its entries load, and the files above it lack. So the client loads no schemas, coverage no
// simulator, and an API of one's own nothing of our service.
const SHARED = {
  basics: ['fetch', 'client/index'],
  contract: ['fetch', 'coverage/index', 'engine/index'],
  service: ['fetch', 'coverage/index'],
  simulator: ['fetch', 'engine/index'],
  fetch: ['fetch'],
}

const groups = Object.entries(SHARED).map(([file, entries]) => {
  let loaded
  return {
    debugName: file,
    name(path, modules) {
      loaded ??= entries.map((entry) => listLoaded(entry, modules))
      return loaded.every((paths) => paths.has(path)) ? file : null
    },
  }
})

function listLoaded(entry, modules) {
  const paths = new Set([resolve(`src/${findModule(entry)}.ts`)])
  // The loop also visits the paths that are added in it.
  for (const path of paths) for (const imported of modules.getModuleInfo(path)?.importedIds ?? []) paths.add(imported)
  return paths
}

/** Bundles modules without what users install or may replace, and without a module that is in a file of its own. */
async function bundle(entries, other, output) {
  const built = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, `src/${findModule(entry)}.ts`])),
    platform: 'neutral',
    tsconfig: false,
    transform: { target: 'node20.19' },
    external: (path) => other.source.test(path) || !/^[./]/.test(path),
  })
  const paths = (path) => (other.source.test(path) ? other.path : (LIBRARIES[path] ?? path))
  await built.write({ dir: FOLDER, paths, ...output })
  await built.close()
}

// The names of shared files change with their contents, so those of an earlier build would stay.
await rm(FOLDER, { recursive: true, force: true })

// Node loads 10 files in half the time that it takes to load 400. All entries are bundled together, so that they
// share their classes and their state. Nothing is minified: users read stack traces and step through the code, and
// minified files load no faster.
const shared = { chunkFileNames: 'shared/[name]-[hash].js', minifyInternalExports: false, codeSplitting: { groups } }
await bundle(listEntries(), AGENTS, shared)
// Nobody steps through it.
await bundle(['mcp/index'], CLIENT, { minify: { compress: true, mangle: false } })
