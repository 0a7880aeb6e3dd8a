// Bundles the ES modules of the package: a file for each entry, and files for what several entries share.

import { rm } from 'node:fs/promises'
import { build } from 'esbuild'
import { builtInScenarios } from '../../build/scenarios/index.js'
import { notePackages } from '../libraries/licenses.mjs'
import { listEntries } from './entries.mjs'

const FOLDER = 'dist/src'

// What the user installs, or may replace. #data, #faker and #zod are the bundles in dist/libraries.
const EXTERNAL = [
  '#data',
  '#faker',
  '@modelcontextprotocol/server',
  '@mswjs/http-middleware',
  '@playwright/test',
  '@redis/client',
  'cors',
  'express',
  'msw',
  'vitest',
  'yaml',
]

// Node loads the part of zod that we use. Bundlers of pages load zod itself, and find out what is used.
const librariesOfNode = {
  name: 'libraries-of-node',
  setup({ onResolve }) {
    onResolve({ filter: /^zod$/ }, () => ({ path: '#zod', external: true }))
  },
}

// Agents load this bundle of their own. With it, the entries would share other parts, in more files.
const AGENTS = /\/mcp\/index\.ts$/
const agentsOnDemand = {
  name: 'agents-on-demand',
  setup({ onResolve }) {
    onResolve({ filter: AGENTS }, () => ({ path: '../mcp/index.js', external: true }))
  },
}

const CLIENT = /\/client\/(connect|transport\/control-error)\.ts$/
const clientOfPackage = {
  name: 'client-of-package',
  setup({ onResolve }) {
    onResolve({ filter: CLIENT }, () => ({ path: '../client/index.js', external: true }))
  },
}

// Agents need the names of the scenarios, and nothing else of the service.
const namesOfScenarios = {
  name: 'names-of-scenarios',
  setup({ onLoad }) {
    const names = JSON.stringify(builtInScenarios.map(({ name }) => name))
    const contents = `export const PACKAGED_SCENARIOS = ${names}`
    onLoad({ filter: /\/packaged-scenarios\.ts$/ }, () => ({ contents }))
  },
}

// The names of shared files change with their contents, so those of an earlier build would stay.
await rm(FOLDER, { recursive: true, force: true })

// Node loads 30 files in less than half the time that it takes to load 400. All entries are bundled together, so
// that they share their classes and their state. Nothing is minified: users read stack traces and step through
// the code, and minified files load no faster.
const shared = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  external: EXTERNAL,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
}
const { metafile } = await build({
  ...shared,
  entryPoints: listEntries().map((entry) => `src/${entry}.ts`),
  outbase: 'src',
  outdir: FOLDER,
  chunkNames: 'shared/[name]-[hash]',
  splitting: true,
  plugins: [librariesOfNode, agentsOnDemand],
})
notePackages(FOLDER, metafile)

await build({
  ...shared,
  entryPoints: ['src/mcp/index.ts'],
  outfile: `${FOLDER}/mcp/index.js`,
  // Nobody steps through it.
  minifyWhitespace: true,
  minifySyntax: true,
  plugins: [librariesOfNode, clientOfPackage, namesOfScenarios],
})
