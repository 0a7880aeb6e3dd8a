// Builds the part of the package that `require` loads, for tools that cannot load ES modules, such as Jest.

import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'
import { findModule, listCommonJsEntries } from '../es-modules/entries.mjs'
import { NOTICE, notePackages } from '../libraries/licenses.mjs'

const FOLDER = 'dist/commonjs'
const SHARED = `${FOLDER}/shared.js`

// What Jest, or Node without a runner, can load.
const ENTRIES = listCommonJsEntries()

// Faker is an ES module, and @mswjs/data loads MSW. The parts that pages load need neither.
const LIBRARIES = { '#data': './dist/libraries/data.js', '#faker': './dist/libraries/faker.js' }

// All entries are in one file, so that they share their modules as the ES modules do. Each getter
// evaluates only the modules that its entry needs.
const getters = ENTRIES.map((entry) => `get '${entry}'() { return require('./src/${findModule(entry)}.ts') }`)

// Agents load an ES module, which needs no copy here: Node can load it with `require`.
const agentsAsModule = {
  name: 'agents-as-module',
  setup({ onResolve }) {
    onResolve({ filter: /\/mcp\/index\.ts$/ }, () => ({ path: '../src/mcp/index.js', external: true }))
  },
}

// Modules that are found by the URL of this file look for it in `import.meta`.
const BANNER = `${NOTICE}
const urlOfThisFile = require('node:url').pathToFileURL(__filename).href;`

// The names of declarations change with their contents, so those of an earlier build would stay.
await rm(FOLDER, { recursive: true, force: true })

const { metafile } = await build({
  stdin: { contents: `module.exports = { ${getters.join(', ')} }`, resolveDir: process.cwd() },
  outfile: SHARED,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20.19',
  alias: LIBRARIES,
  external: ['msw', 'express', 'cors', 'yaml', '@mswjs/http-middleware', '@redis/client'],
  plugins: [agentsAsModule],
  // Jest supports `import()` only with a flag.
  supported: { 'dynamic-import': false },
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  define: { 'import.meta.url': 'urlOfThisFile' },
  banner: { js: BANNER },
  metafile: true,
  logLevel: 'warning',
})
notePackages(SHARED, metafile)

await writeFile(`${FOLDER}/package.json`, '{ "type": "commonjs" }\n')
for (const entry of ENTRIES) {
  const file = join(FOLDER, 'src', `${entry}.js`)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `module.exports = require('${relative(dirname(file), SHARED)}')['${entry}']\n`)
}

// Not with "browser": null, which Vite ignores. As an ES module, a page would miss its exports before it could say anything.
await copyFile('src/packaging/commonjs/node-only.cjs', 'dist/node-only.cjs')
