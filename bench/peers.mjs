import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { NAME_PART } from './material.mjs'
import { formatCount } from './report.mjs'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const inPackage = (path) => here(`node_modules/${path}`)
const WIREMOCK = inPackage('wiremock/build/wiremock-standalone-3.13.2.jar')
const asIs = (body) => body
const fromResources = (body) => body.resources

// Every peer must serve exactly the simulator's records, in the same order.
const expectIds = (name, readRecords) => (kind, body, material) => {
  const received = readRecords(body).map(({ id }) => id)
  const expected = material.ids[kind]
  if (received.join() === expected.join()) return
  throw new Error(
    `Failed to measure ${name}: its ${kind} page has ${received.length} records, starting with ${received[0]}. ` +
      `It must have ${expected.length}, starting with ${expected[0]}.`,
  )
}

/** The pages of a server with the simulator's operations. */
const PATHS_OF_SERVICE = {
  plain: '/v2/deployments',
  hundred: '/v2/deployments?limit=100',
  filtered: `/v2/deployments?name_contains=${NAME_PART}`,
  last: '/v2/deployments?offset=980',
  distinct: listOffsets(980).map((offset) => `/v2/deployments?offset=${offset}`),
  distinctHundreds: listOffsets(900).map((offset) => `/v2/deployments?limit=100&offset=${offset}`),
}
const HUNDREDS_OF_SERVICE = (index) => `/v2/deployments?limit=100&offset=${index * 100}`
const { plain, hundred } = PATHS_OF_SERVICE
const uncached = listOffsets(9980).map((offset) => `/v2/deployments?offset=${offset}`)
const CREATE_PATH = '/v2/deployments'

// Each offset once, and neighbours far apart.
function listOffsets(count) {
  return Array.from({ length: count }, (_, index) => (index * 367) % count)
}

/**
 * A peer: how it starts, the paths of its pages by kind, the path of the nth of its pages of a hundred, and the path
 * that creates a deployment. For other worlds and constants, only the first page has the same records.
 */
const definePeer = ({ name, start, paths = { plain }, toHundred, createPath, readRecords = fromResources }) => ({
  name,
  start,
  paths,
  toHundred,
  createPath,
  readRecords,
  check: expectIds(name, readRecords),
})

const program = (path, toArgs) => (port, material) => ({ args: [path, ...toArgs(port, material)] })

const serveDeployments = (...options) =>
  program(here('../dist/src/cli/bin.js'), (port) => ['serve', '--port', port, '--log', 'none', ...options])

const defineSimulator = (count, { paths = { plain, hundred }, ...walk } = {}) =>
  definePeer({
    name: `deploymock, ${formatCount(count)} deployments`,
    start: serveDeployments('--deployments', String(count)),
    paths,
    ...walk,
  })

/** The simulator with the numbers of deployments in the cases. */
export const simulators = {
  1000: defineSimulator(1000, { paths: PATHS_OF_SERVICE, createPath: CREATE_PATH }),
  10000: defineSimulator(10_000, { paths: { plain, hundred, uncached }, toHundred: HUNDREDS_OF_SERVICE }),
  100000: defineSimulator(100_000),
}

/** The simulator with its default options. */
export const defaultSimulator = definePeer({ name: 'deploymock, default world', start: serveDeployments() })

export const bareNode = definePeer({
  name: 'bare node:http (a constant)',
  start: program(here('peers/bare-node.mjs'), (port, { page, hundred: file }) => [port, page, file]),
  // The same bytes, whichever page is asked for.
  paths: { plain, hundred, distinct: plain, distinctHundreds: hundred, uncached: plain },
  toHundred: () => hundred,
})

export const bareExpress = definePeer({
  name: 'bare Express 5, bytes (a constant)',
  start: program(here('peers/bare-express.mjs'), (port, { page, hundred: file }) => [port, page, file]),
  paths: { plain, hundred },
})

export const expressString = definePeer({
  name: 'bare Express 5, `send(string)` (a constant)',
  start: program(here('peers/express-string.mjs'), (port, { page, hundred: file }) => [port, page, file]),
  paths: { plain, hundred },
})

const jsonServerOptions = (data) => ({
  start: program(inPackage('json-server/lib/cli/bin.js'), (port, material) => [
    material[data],
    '--quiet',
    '--no-gzip',
    '--host',
    '127.0.0.1',
    '--port',
    port,
  ]),
  readRecords: asIs,
  paths: { plain: '/deployments?_page=1&_limit=20&_sort=created_at&_order=desc' },
})

export const jsonServer = definePeer({
  ...jsonServerOptions('records'),
  name: 'json-server 0.17.4',
  paths: {
    plain: '/deployments?_page=1&_limit=20&_sort=created_at&_order=desc',
    hundred: '/deployments?_page=1&_limit=100&_sort=created_at&_order=desc',
    filtered: `/deployments?name_like=${NAME_PART}&_page=1&_limit=20&_sort=created_at&_order=desc`,
    last: '/deployments?_page=50&_limit=20&_sort=created_at&_order=desc',
  },
  createPath: '/deployments',
})

/** json-server with a world that is read page by page. */
const largeJsonServer = definePeer({
  ...jsonServerOptions('manyRecords'),
  name: 'json-server 0.17.4, 10,000 deployments',
  toHundred: (index) => `/deployments?_page=${index + 1}&_limit=100&_sort=created_at&_order=desc`,
})

const jsonServerBeta = definePeer({
  name: 'json-server 1.0.0-beta.15',
  start: program(inPackage('json-server-beta/lib/bin.js'), (port, { betaRecords }) => [
    betaRecords,
    '--host',
    '127.0.0.1',
    '--port',
    port,
  ]),
  paths: {
    plain: '/deployments?_page=1&_per_page=20&_sort=-created_at',
    hundred: '/deployments?_page=1&_per_page=100&_sort=-created_at',
    filtered: `/deployments?name:contains=${NAME_PART}&_page=1&_per_page=20&_sort=-created_at`,
    last: '/deployments?_page=50&_per_page=20&_sort=-created_at',
  },
  readRecords: (body) => body.data,
})

export const mockoon = definePeer({
  name: 'Mockoon CLI 9.9 (CRUD bucket)',
  start: program(inPackage('@mockoon/cli/bin/run.js'), (port, material) => [
    'start',
    '--data',
    material.mockoon,
    '--port',
    port,
    '--hostname',
    '127.0.0.1',
    '--disable-log-to-file',
    '--disable-admin-api',
    '--max-transaction-logs',
    '0',
  ]),
  paths: {
    plain: '/deployments?page=1&limit=20&sort=created_at&order=desc',
    hundred: '/deployments?page=1&limit=100&sort=created_at&order=desc',
    filtered: `/deployments?name_like=${NAME_PART}&page=1&limit=20&sort=created_at&order=desc`,
    last: '/deployments?page=50&limit=20&sort=created_at&order=desc',
  },
  createPath: '/deployments',
  readRecords: asIs,
})

export const prism = definePeer({
  name: 'Prism 5.14 (a constant)',
  start: program(inPackage('@stoplight/prism-cli/dist/index.js'), (port, { openApi }) => [
    'mock',
    '--port',
    port,
    '--host',
    '127.0.0.1',
    '--verboseLevel',
    'silent',
    openApi,
  ]),
})

export const wireMock = definePeer({
  name: 'WireMock 3.13 (a constant)',
  start: (port, { folder }) => ({
    command: 'java',
    args: [
      '-jar',
      WIREMOCK,
      '--port',
      port,
      '--bind-address',
      '127.0.0.1',
      '--root-dir',
      folder,
      '--no-request-journal',
      '--disable-banner',
      '--disable-gzip',
    ],
  }),
})

const scalar = definePeer({
  name: 'Scalar mock server 0.14 (a constant)',
  start: program(here('peers/scalar.mjs'), (port, { openApi }) => [port, openApi]),
})

const mswData = definePeer({
  name: 'MSW 2, a handler over @mswjs/data',
  start: program(here('peers/msw-data.mjs'), (port, { records }) => [port, records]),
  paths: PATHS_OF_SERVICE,
})

const largeMswData = definePeer({
  name: 'MSW 2, a handler over @mswjs/data, 10,000 deployments',
  start: program(here('peers/msw-data.mjs'), (port, { manyRecords }) => [port, manyRecords]),
  toHundred: HUNDREDS_OF_SERVICE,
})

/** The peers that can be measured on this machine, in the order of measuring. */
export function listPeers() {
  const everywhere = [
    ...Object.values(simulators),
    bareNode,
    bareExpress,
    expressString,
    jsonServer,
    largeJsonServer,
    jsonServerBeta,
    mockoon,
    prism,
    scalar,
    mswData,
    largeMswData,
  ]
  if (spawnSync('java', ['-jar', WIREMOCK, '--version']).status === 0) return [...everywhere, wireMock]
  console.log(`${wireMock.name} is left out: it needs Java, and no suitable Java was found.`)
  return everywhere
}
