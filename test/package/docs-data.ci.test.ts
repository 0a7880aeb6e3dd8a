// What the documentation shows besides programs: files, bodies, and messages.

import { expect } from 'vitest'
import { collectCoverage, formatCoverage } from '../../src/coverage/index.ts'
import { readScenarioFile } from '../../src/files/index.ts'
import { createSimulator } from '../../src/index.ts'
import { listBlocks, readPage } from '../support/documentation.ts'
import { test } from '../support/folder.ts'

/** Returns the block of a page that contains a text. */
function findBlock(language: string, page: string, part: string): string {
  const found = listBlocks(language).find(({ place, code }) => place.startsWith(`${page}:`) && code.includes(part))
  if (found === undefined) throw new Error(`Failed to find the block with ${part} in ${page}.`)
  return found.code
}

test('the scenario in docs/scenarios.md is a world', async ({ folder }) => {
  await folder.write('demo.yaml', findBlock('yaml', 'docs/scenarios.md', 'name: demo'))
  const simulator = createSimulator({ scenario: await readScenarioFile(folder.path('demo.yaml')) })
  expect(simulator.db.deployments.list().map(({ name, status }) => [name, status])).toEqual([
    ['checkout', 'READY'],
    ['billing', 'READY'],
  ])
  expect(simulator.faults.list()).toMatchObject([
    { match: { operation: 'listDeployments' } },
    { match: { path: '/v2/auth' } },
  ])
  expect(simulator.chaos).toMatchObject({ level: 0.1, seed: 4711 })
})

test('the message in docs/scenarios.md is what an invalid file gets', async ({ folder }) => {
  const [message = ''] = readPage('docs/scenarios.md').match(/(?<=^demo\.yaml:9:11: ).*/m) ?? []
  await folder.write(
    'demo.yaml',
    `name: demo\ndeployments: 0\n${'\n'.repeat(5)}integrations:\n  - kind: standrd\n    name: web\n    repositories: 0\n`,
  )
  await expect(readScenarioFile(folder.path('demo.yaml'))).rejects.toThrow(`demo.yaml:9:11: ${message}`)
})

test('the body in docs/find-what-you-depend-on.md is the response of a strict simulator', async () => {
  const response = await createSimulator({ strict: true }).fetch('/v2/deployments?statsu=READY')
  expect(response.status).toBe(501)
  const shown = findBlock('json', 'docs/find-what-you-depend-on.md', 'statsu')
  expect(await response.json()).toEqual(JSON.parse(shown))
})

test('the header in docs/find-what-you-depend-on.md names what a list depends on', async () => {
  const [shown = ''] =
    readPage('docs/find-what-you-depend-on.md').match(/(?<=^X-Simulator-Assumptions: ).*(?=\.{3}$)/m) ?? []
  const response = await createSimulator({ strict: true }).fetch('/v2/deployments')
  expect(shown).not.toBe('')
  expect(response.headers.get('x-simulator-assumptions')).toMatch(new RegExp(`^${shown}`))
})

test('the explanation in docs/troubleshooting.md is that of an empty list', async () => {
  const simulator = createSimulator({ scenario: 'busy' })
  await simulator.fetch('/v2/deployments?status=ready')
  const { words = [] } = simulator.requests.get(1)?.explanation ?? {}
  expect(words.join('\n')).toContain(findBlock('text', 'docs/troubleshooting.md', 'None matched').trim())
})

test('the table in docs/coverage.md counts the cases that the contract has', async () => {
  const simulator = createSimulator()
  const coverage = collectCoverage(simulator)
  await simulator.fetch('/v2/deployments')
  const table = formatCoverage(coverage.report())
  const shown = findBlock('text', 'docs/coverage.md', 'Contract coverage')
  const findTotals = (text: string) => text.match(/(?<=^(?:Contract coverage|list\w+): \d+ of )\d+/gm)
  expect(findTotals(table)).toEqual(expect.arrayContaining(findTotals(shown) ?? []))
  expect(findTotals(shown)).toHaveLength(3)
})

test('the parameter in docs/openapi.md is in the document', async () => {
  const { paths } = (await createSimulator().openapi()) as unknown as {
    paths: Record<string, { get: { parameters: readonly object[] } }>
  }
  const shown = JSON.parse(findBlock('json', 'docs/openapi.md', 'name_contains'))
  expect(paths['/v2/deployments']?.get.parameters).toContainEqual(expect.objectContaining(shown))
})

test('the lines in docs/browser.md for the developer tools change what a page gets', async () => {
  const simulator = createSimulator({ baseUrl: 'https://api.example.com' })
  const responses: Promise<Response>[] = []
  const send = (url: string, init?: RequestInit) => {
    const response = simulator.fetch(url, init)
    responses.push(response)
    return response
  }
  new Function('fetch', findBlock('js', 'docs/browser.md', '_simulator/faults'))(send)
  const statuses = (await Promise.all(responses)).map(({ status }) => status)
  expect(statuses).toEqual([201, 201, 201, 204])
})
