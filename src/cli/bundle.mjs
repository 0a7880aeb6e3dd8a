import { build } from 'esbuild'

// @mswjs/data loads MSW and graphql for handlers that it could make, which nobody here asks it
// for; they are most of what a start would wait for. Whatever is built of them does nothing.
const ABSENT_LIBRARIES = /^(msw|graphql)(\/.*)?$/
const ABSENT_SOURCE = `
  class Absent { constructor() { return new Proxy(this, { get: () => () => undefined }) } }
  module.exports = new Proxy({}, { get: (_, name) => name === '__esModule' || Absent })
`

// The command line takes no MSW handlers, so it never gets to loading what guards them.
const UNREACHED = /guarded-handlers\.ts$/

const absentLibraries = {
  name: 'absent-libraries',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: UNREACHED }, ({ path }) => ({ path, external: true }))
    onResolve({ filter: ABSENT_LIBRARIES }, ({ path }) => ({ path, namespace: 'absent' }))
    onLoad({ filter: /.*/, namespace: 'absent' }, () => ({ contents: ABSENT_SOURCE, loader: 'js' }))
  },
}

// Bundled into one file, the program answers in less than half the time that it takes to load
// its modules one by one.
await build({
  entryPoints: ['src/cli/bin.ts'],
  outfile: 'dist/src/cli/bin.js',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  // Less to read at every start; names stay, for stacks that tell something.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  // What is CommonJS inside asks for modules of Node by require.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  // Loaded when a scenario of a file is asked for.
  external: ['yaml'],
  plugins: [absentLibraries],
  logLevel: 'warning',
})
