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

/** Returns by how many megabytes the heap grew in each of some batches of calls. */
async function measure(call: TestAgent['call']): Promise<readonly number[]> {
  const grown: number[] = []
  for (let batch = 0; batch < 5; batch += 1) {
    const before = readHeap()
    await callAll(call, 50)
    grown.push((readHeap() - before) / MEGABYTE)
  }
  return grown
}

test('a thousand calls leave nothing behind', { timeout: 120_000 }, async () => {
  const { call } = await connectAgent(createSmall())
  const g = await measure(call)
  console.log(g)
  expect(Math.min(...g)).toBeLessThan(0.2)
})

test('a thousand calls over HTTP leave nothing behind', { timeout: 120_000 }, async () => {
  const { url, close } = await serve(createSmall(), { port: 0 })
  const client = new Client({ name: 'editor', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/_simulator/mcp`)))
  const g = await measure((name, args) => callTool(client, name, args))
  console.log(g)
  expect(Math.min(...g)).toBeLessThan(0.2)
  await client.close()
  await close()
})
