import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as MswNode from 'msw/node'
import { test as base, expect } from 'vitest'
import { setupSimulator } from '../../src/node/index.ts'
import { isMsw2 } from '../support/msw-version.ts'

// MSW 2 exists in two module formats, and this is not the one that `import` loads. Copies of MSW 3
// work together.
const test = base.skipIf(!isMsw2)

function setupOther() {
  const require = createRequire(import.meta.url)
  const { setupServer } = require(join(require.resolve('msw/package.json'), '../lib/node/index.js')) as typeof MswNode
  return setupServer()
}

test('another copy of MSW that already listens makes listen() throw an error that says what to do', () => {
  const server = setupOther()
  const simulator = setupSimulator()
  server.listen()
  expect(simulator.listen).toThrow(
    'Failed to listen: another copy of MSW already intercepts the requests of this process, and two copies do not work together. Install a single copy (`npm ls msw` lists them), or close that server and pass its handlers as "handlers".',
  )
  server.close()
  expect(simulator.listen).not.toThrow()
  simulator.close()
})

test('another copy of MSW that starts to listen later throws instead of never receiving a request', async () => {
  const server = setupOther()
  const simulator = setupSimulator()
  simulator.listen()
  expect(() => server.listen()).toThrow('or pass the handlers to deploymock as "handlers".')
  expect((await fetch(`${simulator.url}/v2/deployments`)).status).toBe(200)
  simulator.close()
})
