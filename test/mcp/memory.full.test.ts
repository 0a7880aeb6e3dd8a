import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { callTool, connectAgent, type TestAgent } from './support/mcp-test.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const MEGABYTE = 1024 * 1024

function readHeap(): number {
  collect()
  return process.memoryUsage().heapUsed
}

// Full after the first calls.
const createSmall = () => createSimulator({ journalSize: 20 })

async function callAll(call: TestAgent['call'], rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await call('see_world')
    await call('ask', { path: '/v2/nothing' })
    await call('why')
    await call('clock', { action: 'advance', seconds: 1 })
    await call('add_fault', { recipe: 'nothing' })
  }
}

/** Returns by how many megabytes the heap grew in the best of some batches of calls. A server that stays takes 50 kB. */
async function measure(call: TestAgent['call']): Promise<number> {
  const grown: number[] = []
  for (let batch = 0; batch < 4; batch += 1) {
    const before = readHeap()
    await callAll(call, 50)
    grown.push((readHeap() - before) / MEGABYTE)
  }
  return Math.min(...grown)
}

test('a thousand calls leave nothing behind', { timeout: 120_000 }, async () => {
  const { call } = await connectAgent(createSmall())
  expect(await measure(call)).toBeLessThan(1)
})

test('a thousand calls over HTTP leave nothing behind', { timeout: 120_000 }, async () => {
  const { url, close } = await serve(createSmall(), { port: 0 })
  const client = new Client({ name: 'editor', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/_simulator/mcp`)))
  expect(await measure((name, args) => callTool(client, name, args))).toBeLessThan(1)
  await client.close()
  await close()
})
