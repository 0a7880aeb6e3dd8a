// Builds the part of the package that `require` loads, for tools that cannot load ES modules, such as Jest.

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'
import { writeLicenses } from '../libraries/licenses.mjs'
import { copyTypes } from './copy-types.mjs'

const FOLDER = 'dist/commonjs'
const SHARED = `${FOLDER}/shared.js`

// The entries that Jest, or Node without a runner, can load.
const ENTRIES = ['index', 'node/index', 'jest/index', 'client/index', 'server/index', 'coverage/index', 'files/index']

// Faker is an ES module, and @mswjs/data loads MSW. The parts that pages load need neither.
const LIBRARIES = { '#data': './dist/libraries/data.js', '#faker': './dist/libraries/faker.js' }

// All entries are in one file, so that they share their modules as the ES modules do. Each getter
// evaluates only the modules that its entry needs.
const getters = ENTRIES.map((entry) => `get '${entry}'() { return require('./src/${entry}.ts') }`)

// Modules that are found by the URL of this file look for it in `import.meta`.
const BANNER = `/*! Parts of other packages. Their licenses are in shared.js.LEGAL.txt and in ../libraries. */
const urlOfThisFile = require('node:url').pathToFileURL(__filename).href;`

const { metafile } = await build({
  stdin: { contents: `module.exports = { ${getters.join(', ')} }`, resolveDir: process.cwd() },
  outfile: SHARED,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20.19',
  alias: LIBRARIES,
  external: ['msw', 'express', 'cors', 'yaml', '@mswjs/http-middleware'],
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
await writeLicenses(SHARED, metafile)

await writeFile(`${FOLDER}/package.json`, '{ "type": "commonjs" }\n')
for (const entry of ENTRIES) {
  const file = join(FOLDER, 'src', `${entry}.js`)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `module.exports = require('${relative(dirname(file), SHARED)}')['${entry}']\n`)
}

await copyTypes(
  ENTRIES.map((entry) => `src/${entry}.d.ts`),
  { from: 'dist', to: FOLDER },
)
