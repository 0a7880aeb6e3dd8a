import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const program = here('../dist/src/cli/bin.js')

const serveDeployments = (count) => (port) => [program, '--port', port, '--deployments', count, '--log', 'none']

/**
 * Who is measured: how each is started on a port, where its page of 20 deployments is, and how
 * many records that page has to have.
 */
export const peers = [
  {
    name: 'deploymock, 1,000 deployments',
    start: serveDeployments('1000'),
    path: '/v2/deployments',
    count: (body) => body.resources.length,
  },
  {
    name: 'deploymock, 100,000 deployments',
    start: serveDeployments('100000'),
    path: '/v2/deployments',
    count: (body) => body.resources.length,
  },
  {
    name: 'bare node:http, a constant',
    start: (port, { page }) => [here('peers/bare-node.mjs'), port, page],
    path: '/v2/deployments',
    count: (body) => body.resources.length,
  },
  {
    name: 'bare Express 5, a constant',
    start: (port, { page }) => [here('peers/bare-express.mjs'), port, page],
    path: '/v2/deployments',
    count: (body) => body.resources.length,
  },
  {
    name: 'json-server 0.17.4',
    start: (port, { records }) => [
      here('node_modules/json-server/lib/cli/bin.js'),
      records,
      '--quiet',
      '--host',
      '127.0.0.1',
      '--port',
      port,
    ],
    path: '/deployments?_page=1&_limit=20&_sort=created_at&_order=desc',
    count: (body) => body.length,
  },
  {
    name: 'MSW, a handler over @mswjs/data',
    start: (port, { records }) => [here('peers/msw-data.mjs'), port, records],
    path: '/v2/deployments',
    count: (body) => body.resources.length,
  },
]
