import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { PRESETS } from '../../src/service/assumptions/presets.ts'
import { fetchJson } from '../support/client.ts'
import { validator } from '../support/open-api-validator.ts'
import type { ServiceDocument } from '../support/service-document.ts'

const served = { assumptions: { documentation: 'served' } } as const

test.for(PRESETS)('a service that describes itself returns a valid document under the preset %s', async (preset) => {
  const simulator = createSimulator({ preset, ...served })
  const document = await fetchJson<ServiceDocument>(simulator, '/openapi.json')
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
})

test('a service that describes itself returns a document without marks, examples and the operations that describe it', async () => {
  const simulator = createSimulator({ preset: 'langsmith', scenario: 'empty' })
  const document = await fetchJson<ServiceDocument>(simulator, '/openapi.json')
  expect(JSON.stringify(document)).not.toMatch(/"x-assumption"|"example"/)
  expect(Object.keys(document.paths)).not.toContain('/docs')
  const marked = (await simulator.openapi()) as ServiceDocument
  expect(Object.keys(marked.paths)).toEqual([...Object.keys(document.paths), '/openapi.json', '/docs'])
})

test('a service that describes itself says that its document is an object with anything in it', async () => {
  const { paths } = (await createSimulator({ preset: 'langsmith', scenario: 'empty' }).openapi()) as ServiceDocument
  expect(paths['/openapi.json']?.get?.responses[200]?.content?.['application/json']?.schema).toMatchObject({
    type: 'object',
    additionalProperties: {},
  })
})

test('a service that describes itself needs no credentials for that, also the second time', async () => {
  const simulator = createSimulator({ preset: 'langsmith' })
  for (const path of ['/openapi.json', '/api-host/docs', '/openapi.json', '/v2/deployments']) {
    const { status } = await simulator.fetch(path)
    expect([path, status]).toEqual([path, path === '/v2/deployments' ? 401 : 200])
  }
})

test('a service that describes itself shows its operations on a page that links to the document', async () => {
  const response = await createSimulator(served).fetch('/docs')
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const page = await response.text()
  expect(page).toContain('<code>GET /v2/deployments</code>')
  expect(page).toContain('<a href="openapi.json">')
  expect(page).not.toContain('<script')
})

test('a service that describes itself does so also when it is slow and fails', async () => {
  const simulator = createSimulator({ ...served, clock: 'running' })
  simulator.faults.add({ operation: 'getOpenApi', delay: 1 })
  simulator.faults.add({ operation: 'getDocs', status: 503, times: 1 })
  expect(await fetchJson(simulator, '/openapi.json')).toHaveProperty('openapi')
  expect((await simulator.fetch('/docs')).status).toBe(503)
  expect((await simulator.fetch('/docs')).status).toBe(200)
})

test('a service that describes itself depends on what the document says', async () => {
  const simulator = createSimulator(served)
  await simulator.fetch('/openapi.json')
  const [entry] = simulator.requests.list()
  expect(entry).toMatchObject({ operation: 'getOpenApi', status: 200 })
  expect(simulator.requests.get(entry?.id ?? 0)?.explanation.assumptions).toMatchObject({
    documentation: 'served',
    repositoryFields: 'short',
  })
})
