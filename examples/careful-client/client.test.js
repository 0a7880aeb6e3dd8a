import { test as base } from 'deploymock/vitest'
import { expect } from 'vitest'
import { createClient } from './client.js'

const credentials = { 'X-Api-Key': 'key', 'X-Tenant-Id': 'tenant', Authorization: 'Bearer token' }

const test = base.extend({
  client: async ({ simulator }, use) => use(createClient(simulator.url, credentials)),
})

test('finds the newest deployment', async ({ simulator, client }) => {
  simulator.db.deployments.create({ name: 'checkout' })
  expect(await client.findNewest()).toBe('checkout')
})

test('counts all deployments', async ({ simulator, client }) => {
  expect(await client.countAll()).toBe(simulator.db.deployments.count())
})

test('lists a version for each deployment', async ({ simulator, client }) => {
  expect(await client.listVersions()).toHaveLength(simulator.db.deployments.count())
})

test('knows that there is a secret', async ({ simulator, client }) => {
  simulator.db.deployments.create({ name: 'checkout', secrets: [{ name: 'TOKEN', value: 'abc' }] })
  expect(await client.hasSecret('checkout', 'TOKEN')).toBe(true)
})

test('lists the providers', async ({ simulator, client }) => {
  expect((await client.listProviders()).sort()).toEqual(
    simulator.db.providers
      .list()
      .map(({ name }) => name)
      .sort(),
  )
})

test('finds nothing behind the end', async ({ client }) => {
  expect(await client.listFrom(1000)).toEqual([])
})

test('reports an invalid limit', async ({ client }) => {
  await expect(client.list({ limit: 0 })).rejects.toThrow('The service responded with 4')
})
