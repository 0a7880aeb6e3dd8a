import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { effectsOf } from '../../src/engine/faults/effects/effects.ts'
import { faultSchemaOf } from '../../src/engine/faults/fault.ts'
import { service } from '../../src/service/service.ts'
import type { Fields } from '../support/control-plane.ts'
import { test } from '../support/control-test.ts'

function find<Item extends { name: string }>(items: readonly Item[], name: string): Item {
  const found = items.find((each) => each.name === name)
  if (found === undefined) throw new Error(`${name} is missing.`)
  return found
}

test('the schemas of resources describe every resource, with what it belongs to', async ({ start }) => {
  const { remote } = await start()
  const { resources } = await remote.schemas()
  expect(find(resources, 'repositories')).toMatchObject({
    singular: 'repository',
    title: 'Repositories',
    recordsPath: '/records/repositories',
    belongsTo: { integration_id: 'integrations' },
    states: null,
  })
  for (const { title, description } of resources) expect(`${title}: ${description}`).toMatch(/^[A-Z].+: [A-Z].+\.$/)
})

test('the schemas of resources accept the records of a world, and refer to nothing outside of themselves', async ({
  start,
}) => {
  const { remote } = await start({ simulator: { scenario: 'busy' } })
  const { resources } = await remote.schemas()
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  for (const { name, recordsPath, schema, given } of resources) {
    const response = await fetch(`${remote.url}/_simulator${recordsPath}?limit=1`)
    const [record] = (await response.json()).records
    if (record === undefined) continue
    expect([name, ajv.validate(schema, record)]).toEqual([name, true])
    expect([name, ajv.validate(given, record)]).toEqual([name, true])
    expect([name, ajv.validate(given, {})]).toEqual([name, true])
  }
})

test('the schemas of resources name the formats of ids and times', async ({ start }) => {
  const { remote } = await start()
  const { schema } = find((await remote.schemas()).resources, 'deployments')
  expect(schema).toMatchObject({
    properties: { id: { type: 'string', format: 'uuid' }, created_at: { type: 'string', format: 'date-time' } },
  })
})

test('the schemas of resources name the states that records can be in, under the assumptions of the session', async ({
  start,
}) => {
  const { remote } = await start()
  await remote.session('other').assume({ statusValues: 'extra' })
  const here = find((await remote.schemas()).resources, 'deployments')
  const there = find((await remote.session('other').schemas()).resources, 'deployments')
  expect(here.states).not.toContain('HIBERNATED')
  expect(there.states).toContain('HIBERNATED')
  expect(there.given).toMatchObject({ properties: { status: { enum: there.states } } })
})

test('the schemas of resources name the operations that list the records and return one, with their filters', async ({
  start,
}) => {
  const { remote } = await start({ simulator: { preset: 'langsmith' } })
  const { resources } = await remote.schemas()
  const { list, get } = find(resources, 'deployments')
  expect(list).toMatchObject({ operation: 'listDeployments', method: 'GET' })
  expect(find(list?.parameters ?? [], 'name_contains')).toMatchObject({ in: 'query', filters: 'name' })
  expect(find(list?.parameters ?? [], 'limit')).toMatchObject({ schema: { maximum: 100 }, filters: null })
  expect(get).toEqual({ operation: 'getDeployment', path: `${list?.path}/{deployment_id}` })
  expect(find(resources, 'providers').get?.operation).toBe('getOAuthProvider')
})

test('the schemas of resources name no operation that the contract of the session does not have', async ({ start }) => {
  const { remote } = await start()
  const { resources, operations } = await remote.schemas()
  expect(find(resources, 'deployments').get).toBeNull()
  expect(find(resources, 'repositories').list).toBeNull()
  expect(operations.map(({ name }) => name)).toEqual([
    'listOAuthProviders',
    'listRepositories',
    'listAlternateRepositories',
    'listDeployments',
    'createDeployment',
  ])
})

test('the schemas of faults describe every effect and the other fields of a fault', async ({ start }) => {
  const { remote } = await start()
  const schemas = await remote.schemas()
  expect(schemas.effects.map(({ kind }) => kind)).toEqual(effectsOf(service).map(({ kind }) => kind))
  for (const { title, description } of schemas.effects)
    expect(`${title}: ${description}`).toMatch(/^[A-Z].+: [A-Z].+\.$/)
  expect(Object.keys({ ...schemas.fault, effect: {} }).toSorted()).toEqual(
    Object.keys(faultSchemaOf(service).shape).toSorted(),
  )
  expect(schemas.fault.probability).toMatchObject({ maximum: 1 })
})

test('the schemas of faults contain recipes that can be added as they are, and not twice', async ({ start }) => {
  const { remote } = await start()
  const { recipes } = await remote.schemas()
  expect(recipes.map(({ id }) => id)).toEqual(['slow', 'flaky', 'down', 'rate-limited', 'shifting-pages'])
  const faults = recipes.flatMap((recipe) => recipe.faults)
  for (const fault of faults) await remote.faults.add(fault)
  expect(await remote.faults.list()).toHaveLength(faults.length)
  for (const fault of faults) await expect(remote.faults.add(fault)).rejects.toMatchObject({ status: 409 })
})

test('caching the schemas a client that has the current schemas gets 304', async ({ start }) => {
  const { remote } = await start()
  const url = `${remote.url}/_simulator/schemas`
  const first = await fetch(url)
  const etag = first.headers.get('etag') ?? ''
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  const again = await fetch(url, { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('caching the schemas a client that has other schemas gets the current ones', async ({ start }) => {
  const { remote } = await start()
  const url = `${remote.url}/_simulator/schemas`
  const etag = (await fetch(url)).headers.get('etag') ?? ''
  await remote.assume({ statusValues: 'extra' })
  const again = await fetch(url, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(200)
  expect(again.headers.get('etag')).not.toBe(etag)
})

test('the operations of the service have the tags of its document', async ({ start }) => {
  const { remote, simulator } = await start({ simulator: { preset: 'langsmith', scenario: 'empty' } })
  const { paths } = (await simulator.openapi()) as { paths: Record<string, Record<string, Fields>> }
  const documented = Object.values(paths).flatMap((path) =>
    Object.values(path).filter(({ tags }) => tags !== undefined),
  )
  const tagOf = new Map(documented.map(({ operationId, tags }) => [operationId, tags[0]]))
  const { operations } = await remote.schemas()
  expect(operations.length).toBeGreaterThan(50)
  for (const { name, tag } of operations) expect([name, tag]).toEqual([name, tagOf.get(name)])
})
