// What the documentation shows besides programs: files, bodies, and messages.

import { expect } from 'vitest'
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
