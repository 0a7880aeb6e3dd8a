// Bundles the program into one file, which starts in half the time.

import { build } from 'esbuild'

// @mswjs/data loads MSW and graphql for handlers that we never ask it to create. Loading them
// would take most of the start-up time, so stubs that do nothing replace them.
const ABSENT_LIBRARIES = /^(msw|graphql)(\/.*)?$/
const ABSENT_SOURCE = `
  class Absent { constructor() { return new Proxy(this, { get: () => () => undefined }) } }
  module.exports = new Proxy({}, { get: (_, name) => name === '__esModule' || Absent })
`

// The command line takes no MSW handlers, so it never loads the module that guards them.
const UNREACHED = /guarded-handlers\.ts$/

const absentLibraries = {
  name: 'absent-libraries',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: UNREACHED }, ({ path }) => ({ path, external: true }))
    onResolve({ filter: ABSENT_LIBRARIES }, ({ path }) => ({ path, namespace: 'absent' }))
    onLoad({ filter: /.*/, namespace: 'absent' }, () => ({ contents: ABSENT_SOURCE, loader: 'js' }))
  },
}

// Bundled into one file, the program starts in less than half the time that it takes to load its
// modules one by one.
await build({
  entryPoints: ['src/cli/bin.ts'],
  outfile: 'dist/src/cli/bin.js',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  // Smaller files load faster. Names are kept so that stack traces stay readable.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  // The CommonJS modules in the bundle load Node's modules with `require`.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  // Loaded only for scenario files.
  external: ['yaml'],
  plugins: [absentLibraries],
  logLevel: 'warning',
})
