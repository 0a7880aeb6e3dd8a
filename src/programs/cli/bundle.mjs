// Bundles the program into one file, which starts in half the time.

import { resolve } from 'node:path'
import { build } from 'esbuild'
import { notePackages } from '../../packaging/libraries/licenses.mjs'

const FILE = 'dist/src/cli/bin.js'

// The command line takes no MSW handlers, so it never loads the module that guards them.
const UNREACHED = /guarded-handlers\.ts$/

// The parts of @mswjs/data and Faker that pages load, too (src/packaging/libraries). All of them would take most of the
// start-up time.
const LIBRARIES = /^#(data|faker)$/

// What agents load.
const AGENTS = /\/mcp\/index\.ts$/

// Express would load the encodings of texts and the types of files. It only reads bytes here, and every
// response names its type.
const UNUSED = /^(iconv-lite|mime-db)$/

// The CommonJS modules in the bundle load Node's modules with `require`.
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

// Some of them ask for the current folder when they are loaded, which fails if it was deleted.
const ASSERT_FOLDER = `try { process.cwd() } catch {
  process.stderr.write('Failed to start: the current folder was deleted. Change to another one.\\n')
  process.exit(1)
}`

const fewerModules = {
  name: 'fewer-modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: UNUSED }, ({ path }) => ({ path, namespace: 'unused' }))
    onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: 'module.exports = {}' }))
    onResolve({ filter: UNREACHED }, ({ path }) => ({ path, external: true }))
    onResolve({ filter: AGENTS }, () => ({ path: '../mcp/index.js', external: true }))
    onResolve({ filter: LIBRARIES }, ({ path }) => ({ path: resolve(`dist/libraries/${path.slice(1)}.js`) }))
  },
}

// Bundled into one file, the program starts in less than half the time that it takes to load its
// modules one by one.
const { metafile } = await build({
  entryPoints: ['src/programs/cli/bin.ts'],
  outfile: FILE,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  // Smaller files load faster. Names are kept so that stack traces stay readable.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  banner: { js: `${REQUIRE}\n${ASSERT_FOLDER}` },
  // Loaded only for scenario files, for a store that servers share, and for agents.
  external: ['yaml', '@redis/client', '@modelcontextprotocol/server'],
  plugins: [fewerModules],
  metafile: true,
  logLevel: 'warning',
})
notePackages(FILE, metafile)
