// The requests of the Go client for listeners, and what it reads from the responses.

import { expect } from 'vitest'
import { serverTest as test } from './server-test.ts'

type Json = Record<string, unknown>

/** The client refuses redirects, treats every status from 300 as an error, and shows its detail. */
function createClient(url: string) {
  return async (method: string, path: string, body?: object): Promise<Json> => {
    const headers = { 'X-Api-Key': 'lsv2_sk_x', 'X-Tenant-ID': 'tenant', 'content-type': 'application/json' }
    const init = { method, headers, redirect: 'error' as const, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(`${url}/api-host${path}`, init)
    const text = await response.text()
    if (response.status >= 300) throw new Error(String(JSON.parse(text).detail))
    return text === '' ? {} : JSON.parse(text)
  }
}

const CLUSTER = { compute_type: 'k8s', compute_id: 'my-cluster', compute_config: { k8s_namespaces: ['agents'] } }

test('the Go client creates, finds, changes and deletes a listener', async ({ start }) => {
  const call = createClient((await start()).url)
  const { id } = await call('POST', '/v2/listeners', CLUSTER)
  const { resources } = await call('GET', '/v2/listeners?limit=100')
  expect(resources).toMatchObject([{ id, compute_id: 'my-cluster', compute_config: { k8s_namespaces: ['agents'] } }])
  const config = { k8s_namespaces: ['agents', 'batch'] }
  await call('PATCH', `/v2/listeners/${id}`, { compute_config: config })
  expect(await call('GET', `/v2/listeners/${id}`)).toMatchObject({ id, compute_config: config })
  expect(await call('DELETE', `/v2/listeners/${id}`)).toEqual({})
  await expect(call('GET', `/v2/listeners/${id}`)).rejects.toThrow(`Listener ID ${id} not found.`)
})

test('the Go client shows why a listener cannot be created', async ({ start }) => {
  const call = createClient((await start({ assumptions: { listenerCreation: 'forbidden' } })).url)
  await expect(call('POST', '/v2/listeners', CLUSTER)).rejects.toThrow(
    'Creating listeners is only allowed for LangSmith organizations with self-hosted enterprise plans.',
  )
})

test('the Go client finds the listeners of a scenario', async ({ start }) => {
  const { url } = await start({ scenario: 'busy' })
  const { resources, offset } = await createClient(url)('GET', '/v2/listeners?limit=100')
  expect([(resources as Json[]).length, offset]).toEqual([3, 3])
})
