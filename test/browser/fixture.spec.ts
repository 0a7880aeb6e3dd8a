import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import { createSimulator } from '../../src/index.ts'
import * as entry from '../../src/server/playwright/index.ts'
import { describeRequests } from '../../src/server/playwright/request-report.ts'
import { shop, test } from './support/test.ts'

const config = fileURLToPath(new URL('failing/playwright.config.ts', import.meta.url))
const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'))

interface Report {
  suites: {
    specs: {
      title: string
      tests: { results: { status: string; attachments: { name: string; body?: string }[] }[] }[]
    }[]
  }[]
}

/** Runs a failing suite. @returns the attachments of each test by its title */
function runFailingSuite(): Promise<Map<string, string>> {
  return new Promise((resolve) => {
    // Playwright recognizes a worker process by these variables.
    const { TEST_WORKER_INDEX, TEST_PARALLEL_INDEX, ...env } = process.env
    execFile(process.execPath, [playwright, 'test', '--config', config], { env }, (_, stdout) => {
      const { suites } = JSON.parse(stdout) as Report
      const specs = suites.flatMap((suite) => suite.specs)
      resolve(
        new Map(
          specs.map(({ title, tests }) => {
            const attachments = tests.flatMap(({ results }) => results.flatMap((result) => result.attachments))
            const [attached] = attachments.filter(({ name }) => name === 'simulator requests')
            return [title, Buffer.from(attached?.body ?? '', 'base64').toString()]
          }),
        ),
      )
    })
  })
}

test('the entry exports its public names, and nothing else', () => {
  expect(Object.keys(entry).toSorted()).toEqual(['expect', 'test', 'testOf'])
})

test('the expect of the entry tells what a session has received', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  await simulator.fetch('/v2/deployments?limit=5')
  entry.expect(simulator).toHaveReceivedTimes('listDeployments', 1, { parameters: { limit: expect.any(Number) } })
  entry.expect(simulator).not.toHaveReceived('createDeployment')
  expect(() => entry.expect(simulator).toHaveReceived('listDeployments', { status: 503 })).toThrow(
    /Expected a request .*listDeployments/,
  )
})

test('a failed test has its requests attached, each with the explanation of its response', {
  tag: '@full',
}, async () => {
  // It runs Playwright in another process.
  test.slow()
  const attached = await runFailingSuite()
  const report = attached.get('fails') ?? ''
  expect(report).toContain('The simulator received 2 requests, oldest first:')
  expect(report).toMatch(/#1 GET \/v2\/deployments\?status=READY -> 503 at 2026-/)
  expect(report).toContain('The fault "outage" applied: status.')
  expect(report).toContain('name_contains=nothing-like-it removed')
  expect(attached.get('succeeds')).toBe('')
  // A passed test would have no attachment.
  expect(attached.get('makes an unhandled request')).toContain('GET /v2/deploys matches no operation and got 404.')
})

test('the report of a session without requests says so', ({ simulator }) => {
  expect(describeRequests(simulator)).toBe('The simulator received no request.')
})

test('the report of chaos contains how to replay it', async () => {
  const simulator = createSimulator({ chaos: { level: 0.5, seed: 7 } })
  await simulator.fetch('/v2/deployments').catch(() => undefined)
  expect(describeRequests(simulator)).toContain("To replay it: chaos: '0.5:7'")
})

test.extend({ sessionOptions: { scenario: 'empty', assumptions: { lastPageOffset: 'limit' } } })(
  'a session starts with its options',
  async ({ simulator, request }) => {
    simulator.db.deployments.create({ name: 'checkout' })
    const answer = await request.get(`${simulator.url}/v2/deployments?limit=5`)
    expect(await answer.json()).toMatchObject({ resources: [{ name: 'checkout' }], offset: 5 })
    expect(simulator.requests.list()).toMatchObject([{ operation: 'listDeployments', session: simulator.name }])
  },
)

test('a session is the only one of its worker, and all of its methods work', async ({ simulator, simulatorServer }) => {
  expect(simulatorServer.sessions.list().map(({ name }) => name)).toEqual([simulator.name])
  expect(simulator.clock.isFrozen()).toBe(false)
  simulator.load('empty')
  expect(simulator.db.deployments.count()).toBe(0)
  const before = simulator.snapshot()
  simulator.db.deployments.create()
  simulator.restore(before)
  simulator.assume({ lastPageOffset: 'limit' })
  expect([simulator.db.deployments.count(), simulator.assumptions.lastPageOffset]).toEqual([0, 'limit'])
})

test('the next test starts fresh', async ({ simulator }) => {
  expect(simulator.scenario.name).toBe(shop.name)
  expect(simulator.requests.list()).toEqual([])
})
