import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { listBlocks } from '../support/documentation.ts'
import { sample } from '../support/scope.ts'

const run = promisify(execFile)
const hasPython = spawnSync('python3', ['--version']).status === 0

// A suite starts its own server. Another test runs it.
const blocks = listBlocks('python').filter(({ code }) => !code.includes('pytest'))

test.runIf(hasPython).for(sample(blocks, 4))('the block at $place runs against a server', async ({ code }) => {
  const simulator = createSimulator()
  const server = await serve(simulator, { port: 0 })
  const asUser = code.replaceAll('http://127.0.0.1:4010', server.url)
  await run('python3', ['-c', asUser]).finally(() => server.close())
  expect(asUser).toContain(server.url)
  expect(simulator.sessions.list().length).toBe(1)
})
