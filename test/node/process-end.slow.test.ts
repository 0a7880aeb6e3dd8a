import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { test as base } from '../support/folder.ts'
import { linkPackages } from '../support/link-packages.ts'

const test = base.extend<{
  run: (args: readonly string[], program: string) => Promise<{ code: number; output: string }>
}>({
  run: async ({ folder }, use) => {
    linkPackages(folder, ['axios'])
    await use(async (args, program) => {
      const file = await folder.write('program.mjs', program)
      return promisify(execFile)(process.execPath, [...args, file]).then(
        ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
        ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
      )
    })
  },
})

test('node:test does not cancel a test whose client waits for its own timeout', async ({ run }) => {
  const { code, output } = await run(
    ['--test'],
    `
import assert from 'node:assert'
import { test } from 'node:test'
import axios from 'axios'
import { setupSimulator } from 'deploymock/node'

const simulator = setupSimulator()
simulator.listen()
const list = simulator.url + '/v2/deployments'
const faults = [{ delay: 60_000 }, { effect: 'stall' }]
const clients = [
  () => fetch(list, { signal: AbortSignal.timeout(100) }),
  () => axios.get(list, { timeout: 100 }),
  () => simulator.fetch(list, { signal: AbortSignal.timeout(100) }),
]
for (const fault of faults) {
  for (const send of clients) {
    test('a timeout', async () => {
      simulator.faults.add({ operation: 'listDeployments', ...fault })
      await assert.rejects(send(), /timeout/)
      assert.equal(simulator.requests.list()[0].state, 'aborted')
      simulator.reset()
    })
  }
}
test('the next one', () => {})
`,
  )
  expect(output).toMatch(/pass 7\n/)
  expect(code).toBe(0)
})

test('a process that ends while requests wait says which, and why', async ({ run }) => {
  const { output } = await run(
    [],
    `
const { setTimeout: later } = globalThis
// So that the process ends at once.
globalThis.setTimeout = (act, milliseconds) => later(act, Math.min(milliseconds, 100))
const { setupSimulator } = await import('deploymock/node')
const simulator = setupSimulator()
simulator.listen()
await simulator.boundary(async ({ faults, url }) => {
  faults.add({ operation: 'listDeployments', delay: 1000 })
  await fetch(url + '/v2/deployments')
})
`,
  )
  expect(output).toContain(
    'Failed to answer every request: the process ends while some wait.\n' +
      '  GET /v2/deployments waits for the clock until 2026-03-02T09:00:01Z, because of the fault "1"\n' +
      "Advance the clock, let it run with clock: 'running', or give the client a timeout.",
  )
})

test('a process outlives long responses that nobody reads', async ({ run }) => {
  const { output } = await run(
    ['--expose-gc'],
    `
import { setTimeout as later } from 'node:timers/promises'
import { setupSimulator } from 'deploymock/node'

const simulator = setupSimulator({ deployments: 300 })
simulator.listen()
for (let count = 0; count < 10; count += 1) await fetch(simulator.url + '/v2/deployments?limit=100')
for (const pause of [200, 200]) {
  globalThis.gc()
  await later(pause)
}
simulator.close()
await later(100)
console.log('still there')
`,
  )
  expect(output).toBe('still there\n')
})
