// The import rules of src/README.md. `npm run lint` checks them, types included.

// The layers of the engine, which are its folders, from the lowest to the highest. Each imports itself and those before it.
const LAYERS = [
  'work',
  'input',
  'limits',
  'http',
  'store',
  'define',
  'world',
  'contract',
  'faults',
  'journal',
  'scenario',
  'sessions',
  'reports',
  'control',
  'adapters',
  'simulator',
]

// What simulates the service without knowing how requests arrive.
const CORE = 'src/(engine|fastapi|rest|service)/|scenarios/|fixtures/'

// Each entry of the package, and the other entries that it stands on. All of them stand on the engine and the service.
const ENTRIES = {
  index: { path: '^src/(index|fetch|with-handlers|with-fetch|chaos-seed|memory-limit)\\.ts$', on: [] },
  rest: { path: '^src/rest/', on: [] },
  interception: { path: '^src/entries/interception/', on: [] },
  files: { path: '^src/entries/files/', on: [] },
  coverage: { path: '^src/entries/coverage/', on: [] },
  client: { path: '^src/entries/client/', on: [] },
  mistakes: { path: '^src/entries/mistakes/', on: ['client'] },
  'request-code': { path: '^src/entries/request-code/', on: ['client'] },
  mcp: { path: '^src/entries/mcp/', on: ['client', 'mistakes', 'request-code'] },
  server: { path: '^src/server/(?!playwright/)', on: ['index', 'mcp'] },
  'own-api': { path: '^src/entries/engine/', on: ['index', 'rest'] },
  run: { path: '^src/entries/run/', on: ['index'] },
  node: { path: '^src/entries/node/', on: ['index', 'run', 'interception'] },
  browser: { path: '^src/entries/browser/', on: ['index', 'interception'] },
  jest: { path: '^src/entries/jest/', on: ['node', 'run'] },
  vitest: { path: '^src/entries/vitest/', on: ['node', 'run', 'coverage'] },
  playwright: { path: '^src/server/playwright/', on: ['index', 'run', 'server'] },
  probe: { path: '^src/programs/probe/', on: ['index', 'run', 'files', 'server'] },
  'real-service': { path: '^src/programs/real-service/', on: ['index', 'run', 'files'] },
  init: { path: '^src/programs/init/', on: ['files', 'rest'] },
  console: { path: '^src/programs/console/.*\\.ts$', on: ['client', 'mistakes', 'request-code'] },
  cli: {
    path: '^src/programs/cli/.*\\.ts$',
    on: ['index', 'run', 'client', 'files', 'coverage', 'server', 'mcp', 'probe', 'real-service', 'init'],
  },
}

// Which files load a library, so that its bugs stay behind them.
const LIBRARIES = {
  '@mswjs/data': ['^src/engine/store/rows/model\\.ts$'],
  '@faker-js/faker': ['^src/engine/define/factory/drawn-faker\\.ts$', '^src/packaging/libraries/', '^src/rest/'],
  msw: [
    '^src/engine/adapters/msw(-override)?\\.ts$',
    '^src/entries/(node|browser|interception)/',
    '^src/with-handlers\\.ts$',
    '^src/server/(app|guarded-handlers)\\.ts$',
  ],
  '@mswjs/http-middleware': ['^src/server/guarded-handlers\\.ts$'],
  '@mswjs/interceptors': [],
  express: ['^src/server/'],
  cors: ['^src/server/'],
  '@modelcontextprotocol': ['^src/entries/mcp/(sdk|server|http)\\.ts$'],
  '@redis/client': ['^src/server/state/redis-connection\\.ts$'],
  commander: ['^src/programs/cli/'],
  yaml: ['^src/entries/files/(assumptions-file|read/source|write/write-scenario)\\.ts$'],
  vitest: ['^src/entries/vitest/'],
  '@playwright/test': ['^src/server/playwright/'],
  preact: ['^src/programs/console/'],
  '@preact': ['^src/programs/console/'],
  diff: ['^src/programs/console/'],
}

const layerRules = LAYERS.map((name, index) => ({
  name: `layer-${name}`,
  comment: 'A layer of the engine imports itself and the layers below it.',
  severity: 'error',
  from: { path: `^src/engine/${name}/` },
  to: { path: '^src/engine/', pathNot: `^src/engine/(${LAYERS.slice(0, index + 1).join('|')})/` },
}))

const entryRules = Object.entries(ENTRIES).map(([name, { path, on }]) => ({
  name: `entry-${name}`,
  comment: `The entry "${name}" stands on ${['the engine', 'the service', ...on].join(', ')}.`,
  severity: 'error',
  from: { path },
  to: {
    path: '^src/(?!engine/|fastapi/|service/)',
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
      name: 'engine-knows-no-service',
      comment: 'The engine simulates what it is given. The service and its framework declare it.',
      severity: 'error',
      from: { path: '^src/engine/' },
      to: { path: '^(src/(fastapi|rest|service)|scenarios|fixtures)/' },
    },
    {
      name: 'framework-knows-no-service',
      severity: 'error',
      from: { path: '^src/fastapi/' },
      to: { path: '^(src/service|scenarios|fixtures)/' },
    },
    {
      name: 'own-apis-know-no-service',
      comment: 'Whoever declares an API loads neither our service nor its framework.',
      severity: 'error',
      from: { path: '^src/(rest|entries/engine)/' },
      to: { path: '^(src/(fastapi|service)|scenarios|fixtures)/' },
    },
    {
      name: 'core-knows-no-entry',
      severity: 'error',
      from: { path: `^(${CORE})` },
      to: { path: '^src/', pathNot: `^(${CORE})` },
    },
    {
      name: 'core-runs-in-a-browser',
      severity: 'error',
      from: { path: `^(${CORE}|src/entries/(browser|client)/)` },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'scenarios-through-one-file',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/service/scenarios\\.ts$' },
      to: { path: '^scenarios/' },
    },
    ...entryRules,
    {
      name: 'console-uses-the-client',
      comment:
        'The console does nothing that a script cannot do. It shares how text is written, what is secret, and the names of scenarios.',
      severity: 'error',
      from: { path: '^src/programs/console/.*\\.ts$' },
      to: {
        path: '^(src|scenarios|fixtures)/',
        pathNot:
          '^src/(programs/console/|entries/(client|mistakes|request-code)/|engine/input/text/(decode|hidden-characters|record-name|secret-names|secrets|shell|words)\\.ts$)',
      },
    },
    {
      name: 'entries-leave-data-alone',
      comment: 'The database is reached through the simulator.',
      severity: 'error',
      from: { path: '^src/(server|programs/cli|entries/(browser|node))/' },
      to: { path: '^src/engine/(store|world)/' },
    },
    {
      name: 'operations-make-nothing-up',
      comment: 'Operations read and write records; resources make them up.',
      severity: 'error',
      from: { path: '^src/service/(listing|control-plane)/' },
      to: { path: '^src/service/resources/[^/]+/(build/)?build-' },
    },
    ...libraryRules,
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^dist/'] },
    // For TSX, which the parser does not know, biome restricts the imports.
    exclude: { path: ['^dist/', '\\.tsx$'] },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
    },
  },
}
