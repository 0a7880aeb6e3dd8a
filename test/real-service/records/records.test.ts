import { expect, test } from 'vitest'
import type { Preset } from '../../../src/index.ts'
import { RefusedError } from '../../../src/real-service/reader/errors.ts'
import { readRecords } from '../../../src/real-service/records/records.ts'
import { createService } from '../../support/control-plane.ts'
import { createReaderOf, readSimulator, replyWith } from '../../support/simulated-reader.ts'

const countAll = (records: ReadonlyMap<string, readonly unknown[]>) =>
  Object.fromEntries([...records].map(([name, { length }]) => [name, length]))

test.for(['langsmith', 'langsmith-next'] as const)('all records of a %s service are read', async (preset) => {
  const simulator = createService({ preset, deployments: 130 })
  const { db } = simulator
  const { records, missing } = await readRecords(readSimulator(simulator), { preset })
  expect(missing).toEqual([])
  expect(countAll(records)).toEqual({
    providers: db.providers.count(),
    deployments: 130,
    integrations: db.integrations.count(),
    listeners: db.listeners.count(),
    tokens: db.tokens.count(),
    repositories: db.repositories.count(),
    revisions: db.revisions.count(),
  })
})

test('fields that no response contains are found out through filters', async () => {
  const simulator = createService({ preset: 'spec', deployments: 130 })
  const { records, missing } = await readRecords(readSimulator(simulator), { preset: 'spec', only: ['deployments'] })
  const stored = (id: unknown) => simulator.db.deployments.get(String(id))
  expect(missing).toEqual([])
  for (const { id, status, deployment_type, remote_reconciled } of records.get('deployments') ?? []) {
    expect({ status, deployment_type, remote_reconciled }).toEqual({
      status: stored(id)?.status,
      deployment_type: stored(id)?.deployment_type,
      remote_reconciled: stored(id)?.remote_reconciled,
    })
  }
})

test('a filter that the service ignores tells nothing', async () => {
  const reader = createReaderOf((_, target) =>
    target.startsWith('/v2/deployments') ? replyWith({ resources: [{ id: 'a' }], offset: 1 }) : replyWith([]),
  )
  const { records, missing } = await readRecords(reader, { preset: 'spec' })
  expect(records.get('deployments')).toEqual([{ id: 'a' }])
  expect(missing).toContain('listDeployments: the service ignores "status", so "status" is unknown')
})

test('the repositories of integrations that no list contains are read through deployments', async () => {
  const simulator = createService({ preset: 'spec', deployments: 60 })
  const { records } = await readRecords(readSimulator(simulator), { preset: 'spec' })
  const kinds = new Map(simulator.db.integrations.list().map(({ id, kind }) => [id, kind]))
  const found = records.get('integrations') ?? []
  expect(found.length).toBeGreaterThan(0)
  for (const { id, kind } of found) expect(kind).toBe(kinds.get(String(id)))
  const [first] = found
  const ofFirst = (records.get('repositories') ?? []).filter(({ integration_id }) => integration_id === first?.id)
  const expected = simulator.db.repositories.list().filter(({ integration_id }) => integration_id === first?.id)
  expect(ofFirst).toHaveLength(expected.length)
})

test('operations that are missing are listed, and everything else is read', async () => {
  const simulator = createService({ deployments: 3 })
  const real = readSimulator(simulator)
  const reader = createReaderOf((request, target) =>
    /listeners|tokens/.test(target) ? replyWith({ detail: 'Not Found' }, 404) : real.read(request),
  )
  const { records, missing } = await readRecords(reader, { preset: 'langsmith' })
  expect(missing).toEqual(['GET /v2/listeners?limit=100&offset=0: 404', 'GET /v2/auth/tokens: 404'])
  expect(records.get('deployments')).toHaveLength(3)
})

test('an empty account has no records, and nothing is missing', async () => {
  const reader = readSimulator(createService({ scenario: 'empty' }))
  const { records, missing } = await readRecords(reader, { preset: 'langsmith' })
  expect(missing).toEqual([])
  expect([...records.values()].flat()).toEqual([])
})

test('each record is read alone if the list leaves fields out', async () => {
  const simulator = createService({ deployments: 3 })
  const real = readSimulator(simulator)
  const reader = createReaderOf(async (request, target) => {
    const reply = await real.read(request)
    if (!/^\/v2\/deployments\?/.test(target)) return reply
    const { resources, offset } = JSON.parse(reply.body)
    return replyWith({ resources: resources.map(({ secrets, ...rest }: Record<string, unknown>) => rest), offset })
  })
  const { records } = await readRecords(reader, { preset: 'langsmith', only: ['deployments'] })
  const alone = records.get('deployments') ?? []
  expect(alone.map(({ secrets }) => secrets)).toEqual(
    alone.map(({ id }) => simulator.db.deployments.get(String(id))?.secrets),
  )
})

test('only some records are read, with those that they belong to', async () => {
  const reader = readSimulator(createService({ deployments: 130 }))
  const read = await readRecords(reader, { preset: 'langsmith', only: ['revisions'], limit: 4 })
  expect([...read.records.keys()]).toEqual(['deployments', 'revisions'])
  expect(read.records.get('deployments')).toHaveLength(4)
})

test('an unknown resource is rejected before anything is sent', async () => {
  const reader = readSimulator(createService())
  const reading = readRecords(reader, { preset: 'langsmith', only: ['deployment'] })
  await expect(reading).rejects.toThrow(
    /^Failed to choose the records to read: "deployment" is no resource that can be read\. .*Allowed: providers, /,
  )
  expect(reader.sent).toBe(0)
})

test.for<[string, Preset]>([
  ['<!doctype html><title>Log in</title>', 'langsmith'],
  ['Welcome', 'spec'],
])('a service that returns %s is no such service', async ([body, preset]) => {
  const reader = createReaderOf(() => ({ status: 200, headers: [['content-type', 'text/html']], body }))
  const reading = readRecords(reader, { preset })
  await expect(reading).rejects.toBeInstanceOf(RefusedError)
  await expect(reading).rejects.toThrow(/instead of JSON.*Check the URL, the credentials and the preset\.$/)
})
