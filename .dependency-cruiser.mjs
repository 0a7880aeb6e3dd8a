// The import rules of src/README.md. `npm run lint` checks them, types included.

// From the lowest layer to the highest. Each imports itself and what stands before it.
const LAYERS = [
  [
    'schemas',
    '^src/core/(schemas/|http/|(option-error|steps|capitalize|bounded-map|byte-budget|kept-entries|recency-list|lease|edit-distance|hidden-characters|shell|quote|suggestion|known-options|extend)\\.ts$)',
  ],
  ['store', '^src/core/store/'],
  ['register', '^src/core/register/'],
  ['resources', '^(src/core/resources|fixtures)/'],
  ['world', '^src/core/world/'],
  ['contract', '^src/core/contract/'],
  ['openapi', '^src/core/openapi/'],
  ['behaviour', '^src/core/behaviour/'],
  [
    'scenario',
    '^(src/core/(scenario|scenario-list|world-memory|baseline-builder|baseline-cache|baselines|contracts|service-documents)\\.ts$|scenarios/)',
  ],
  ['sessions', '^src/core/sessions/'],
  ['coverage', '^src/core/coverage/'],
  ['control', '^src/core/control/'],
  ['gate', '^src/core/(gate|turns)\\.ts$'],
  ['adapters', '^src/core/adapters/'],
  ['simulator', '^src/core/(simulator|simulator-options|world-counts)\\.ts$'],
]

// Each entry of the package, and the other entries that it stands on. All of them stand on the core.
const ENTRIES = {
  index: { path: '^src/(index|with-handlers|chaos-seed|memory-limit)\\.ts$', on: [] },
  interception: { path: '^src/interception/', on: [] },
  files: { path: '^src/files/', on: [] },
  coverage: { path: '^src/coverage/', on: [] },
  client: { path: '^src/client/', on: [] },
  server: { path: '^src/server/', on: [] },
  run: { path: '^src/run/', on: ['index'] },
  node: { path: '^src/node/', on: ['index', 'run', 'interception'] },
  browser: { path: '^src/browser/', on: ['index', 'interception'] },
  jest: { path: '^src/jest/', on: ['node', 'run'] },
  vitest: { path: '^src/vitest/', on: ['node', 'run', 'coverage'] },
  playwright: { path: '^src/playwright/', on: ['index', 'run', 'server'] },
  probe: { path: '^src/probe/', on: ['index', 'run', 'files', 'server'] },
  console: { path: '^src/console/.*\\.ts$', on: ['client'] },
  cli: { path: '^src/cli/', on: ['index', 'run', 'client', 'files', 'coverage', 'server', 'probe'] },
}

// Which files load a library, so that its bugs stay behind them.
const LIBRARIES = {
  '@mswjs/data': ['^src/core/store/model\\.ts$'],
  '@faker-js/faker': ['^src/core/resources/factory/faker\\.ts$', '^src/libraries/'],
  msw: [
    '^src/core/adapters/msw(-override)?\\.ts$',
    '^src/(node|browser|interception)/',
    '^src/with-handlers\\.ts$',
    '^src/server/(app|guarded-handlers)\\.ts$',
  ],
  '@mswjs/http-middleware': ['^src/server/guarded-handlers\\.ts$'],
  '@mswjs/interceptors': [],
  express: ['^src/server/'],
  cors: ['^src/server/'],
  commander: ['^src/cli/'],
  yaml: ['^src/files/(source|write-scenario)\\.ts$'],
  vitest: ['^src/vitest/'],
  '@playwright/test': ['^src/playwright/'],
  preact: ['^src/console/'],
  '@preact': ['^src/console/'],
  diff: ['^src/console/'],
}

const layerRules = LAYERS.slice(0, -1).map(([name], index) => ({
  name: `layer-${name}`,
  comment: 'A layer of the core imports itself and the layers below it.',
  severity: 'error',
  from: { path: LAYERS[index][1] },
  to: { path: LAYERS.slice(index + 1).map(([, path]) => path) },
}))

const entryRules = Object.entries(ENTRIES).map(([name, { path, on }]) => ({
  name: `entry-${name}`,
  comment: `The entry "${name}" stands on ${['the core', ...on].join(', ')}.`,
  severity: 'error',
  from: { path },
  to: {
    path: '^src/(?!core/)',
    pathNot: [path, ...on.map((each) => ENTRIES[each].path)],
  },
}))

const libraryRules = Object.entries(LIBRARIES).map(([library, files]) => ({
  name: `library-${library}`,
  comment: `Only these files load ${library}: ${files.join(', ') || 'none'}.`,
  severity: 'error',
  from: { path: '^(src|scenarios|fixtures)/', pathNot: files },
  to: { path: `^node_modules/${library}/` },
}))

export default {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    ...layerRules,
    {
      name: 'core-knows-no-entry',
      severity: 'error',
      from: { path: '^(src/core|scenarios|fixtures)/' },
      to: { path: '^src/(?!core/)' },
    },
    {
      name: 'core-runs-in-a-browser',
      severity: 'error',
      from: { path: '^(src/(core|browser|client)|scenarios|fixtures)/' },
      to: { dependencyTypes: ['core'] },
    },
    ...entryRules,
    {
      name: 'console-uses-the-client',
      comment: 'The console does nothing that a script cannot do. It shares only how text is written.',
      severity: 'error',
      from: { path: '^src/console/.*\\.ts$' },
      to: {
        path: '^(src|scenarios|fixtures)/',
        pathNot: '^src/(console/|client/|core/(hidden-characters|shell)\\.ts$)',
      },
    },
    {
      name: 'entries-leave-data-alone',
      comment: 'The database is reached through the simulator.',
      severity: 'error',
      from: { path: '^src/(server|cli|browser|node|playwright)/' },
      to: { path: '^src/core/(store|world)/' },
    },
    {
      name: 'contract-makes-nothing-up',
      comment: 'The contract reads and writes records; the world makes them up.',
      severity: 'error',
      from: { path: '^src/core/contract/' },
      to: { path: '^src/core/resources/[^/]+/build-' },
    },
    ...libraryRules,
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^dist/'] },
    // The parser does not know TSX. Biome restricts the imports of these files.
    exclude: { path: ['^dist/', '\\.tsx$'] },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'development', 'default'],
    },
  },
}
