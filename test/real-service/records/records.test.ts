import { expect, test } from 'vitest'
import type { Preset } from '../../../src/index.ts'
import { RefusedError, UnreachableError } from '../../../src/programs/real-service/reader/errors.ts'
import { readRecords } from '../../../src/programs/real-service/records/records.ts'
import { toScenario } from '../../../src/programs/real-service/records/to-scenario.ts'
import { createService } from '../../support/control-plane.ts'
import { createReaderOf, readSimulator, replyWith } from '../../support/simulated-reader.ts'

const id = 'aaaaaaaa-0000-4000-8000-00000000000'

const countAll = (records: ReadonlyMap<string, readonly unknown[]>) =>
  Object.fromEntries([...records].map(([name, { length }]) => [name, length]))

test.for(['langsmith', 'langsmith-next'] as const)('all records of a %s service are read', async (preset) => {
  const simulator = createService({ preset, deployments: 12 })
  const { db } = simulator
  const { records, missing } = await readRecords(readSimulator(simulator), { preset })
  expect(missing).toEqual([])
  expect(countAll(records)).toEqual({
    providers: db.providers.count(),
    deployments: 12,
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

test.for(['written', 'both', 'replaced'] as const)(
  'the types of deployments are found where they are %s',
  async (deploymentTypes) => {
    const simulator = createService({ preset: 'spec', deployments: 30, assumptions: { deploymentTypes } })
    const { records, missing } = await readRecords(readSimulator(simulator), { preset: 'spec', only: ['deployments'] })
    expect(missing).toEqual([])
    for (const { id, deployment_type } of records.get('deployments') ?? [])
      expect(deployment_type).toBe(simulator.db.deployments.get(String(id))?.deployment_type)
  },
)

test('a list within another object is read', async () => {
  const real = readSimulator(createService({ preset: 'spec', deployments: 130 }))
  const reader = createReaderOf(async (request) => {
    const { status, body } = await real.read(request)
    return replyWith({ status: 'success', data: JSON.parse(body) }, status)
  })
  const { records, missing } = await readRecords(reader, { preset: 'spec', only: ['deployments', 'providers'] })
  expect([records.get('deployments')?.length, missing]).toEqual([130, []])
  expect(records.get('providers')).not.toHaveLength(0)
})

test('what is in one page is read in one page when a filter leaves some of it', async () => {
  const reader = readSimulator(createService({ preset: 'spec', deployments: 30 }))
  await readRecords(reader, { preset: 'spec', only: ['deployments'] })
  expect(reader.requests.filter((target) => /offset=[1-9]/.test(target))).toEqual([
    '/v2/deployments?limit=100&offset=29',
  ])
})

test('a service that responds 206 to parts of a list is read', async () => {
  const real = readSimulator(createService({ preset: 'spec', deployments: 3 }))
  const reader = createReaderOf(async (request) => ({ ...(await real.read(request)), status: 206 }))
  const { records, missing } = await readRecords(reader, { preset: 'spec', only: ['deployments'] })
  expect([records.get('deployments')?.length, missing]).toEqual([3, []])
})

test('a value of a filter that the service refuses is named, and what was read stays', async () => {
  const simulator = createService({ preset: 'spec', deployments: 40 })
  const real = readSimulator(simulator)
  const reader = createReaderOf((request, target) =>
    target.includes('status=UNUSED') ? replyWith({ detail: 'No such status' }, 422) : real.read(request),
  )
  const { records, missing } = await readRecords(reader, { preset: 'spec', only: ['deployments'] })
  expect(missing).toEqual(['GET /v2/deployments: 422 with status=UNUSED'])
  for (const { id, status, deployment_type } of records.get('deployments') ?? []) {
    const stored = simulator.db.deployments.get(String(id))
    expect([status, deployment_type]).toEqual([
      stored?.status === 'UNUSED' ? undefined : stored?.status,
      stored?.deployment_type,
    ])
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
  const simulator = createService({ preset: 'spec', deployments: 30 })
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

test('an empty id of an integration, and 204 instead of an empty list, hide no other repositories', async () => {
  const simulator = createService({ preset: 'spec', deployments: 30 })
  const real = readSimulator(simulator)
  const reader = createReaderOf(async (request) => {
    const reply = await real.read(request)
    const ofOthers = reply.status === 404 && request.path.endsWith('/repos')
    return ofOthers
      ? { status: 204, headers: [], body: '' }
      : { ...reply, body: reply.body.replace('"integration_id":null', '"integration_id":""') }
  })
  const usual = await readRecords(real, { preset: 'spec' })
  const { records, missing, unread } = await readRecords(reader, { preset: 'spec' })
  expect(records.get('repositories')).toEqual(usual.records.get('repositories'))
  expect([missing, [...(unread ?? [])]]).toEqual([usual.missing, [...(usual.unread ?? [])]])
})

test('operations that are missing are listed, and everything else is read', async () => {
  const simulator = createService({ deployments: 3 })
  const real = readSimulator(simulator)
  const reader = createReaderOf((request, target) =>
    /listeners|tokens/.test(target) ? replyWith({ detail: 'Not Found' }, 404) : real.read(request),
  )
  const { records, missing, unread } = await readRecords(reader, { preset: 'langsmith' })
  expect(missing).toEqual(['GET /v2/listeners: 404', 'GET /v2/auth/tokens: 404'])
  expect([...(unread ?? [])]).toEqual(['listListeners', 'listOAuthTokens'])
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
  const reader = readSimulator(createService({ deployments: 12 }))
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
  await expect(reading).rejects.toThrow(/a web page instead of JSON\. Check the URL, and if the page is a login/)
})

test.for([
  ['spec', { repositoryPaths: 'v2' }],
  ['spec', { versionPrefix: '/api-host', repositoryPaths: 'v2' }],
  ['langsmith', { versionPrefix: '/api-host', repositoryPaths: 'v2' }],
] as const)(
  'a %s service with %j is read, and a world with its records has its paths',
  async ([preset, assumptions]) => {
    const simulator = createService({ preset, assumptions, deployments: 12 })
    const found = await readRecords(readSimulator(simulator), { preset })
    expect(found.missing).toEqual([])
    expect(found.records.get('providers')).toHaveLength(simulator.db.providers.count())
    expect(found.records.get('repositories')?.length).toBeGreaterThan(5)
    // Both base paths are those of the preset langsmith.
    expect(found.moved).toEqual(preset === 'spec' ? assumptions : { repositoryPaths: 'v2' })
    expect(toScenario(found, 'copy').assumptions).toEqual(found.moved)
  },
)

test('an operation that knows none of three records is not asked about others', async () => {
  const real = readSimulator(createService({ deployments: 12 }))
  const reader = createReaderOf((request, target) =>
    target.includes('/revisions') ? replyWith({ detail: 'Not Found' }, 404) : real.read(request),
  )
  const { missing } = await readRecords(reader, { preset: 'langsmith', only: ['revisions'] })
  expect(missing).toEqual(['GET /v2/deployments/{deployment_id}/revisions: 404'])
  expect(reader.requests.filter((target) => target.includes('/revisions'))).toHaveLength(3)
})

test('a service that does not answer any more is asked three times, and what it has returned stays', async () => {
  const real = readSimulator(createService({ deployments: 12 }))
  const gone = { attempt: 'GET', received: 'nothing listens there' }
  const reader = createReaderOf((request, target) => {
    if (target.includes('/revisions')) throw new UnreachableError(gone)
    return real.read(request)
  })
  const { records, missing } = await readRecords(reader, { preset: 'langsmith', only: ['revisions'] })
  expect(records.get('deployments')).toHaveLength(12)
  expect(missing).toEqual([
    'GET /v2/deployments/{deployment_id}/revisions: nothing listens there',
    'the rest of revisions, because the service does not answer any more',
  ])
  expect(reader.requests.filter((target) => target.includes('/revisions'))).toHaveLength(3)
})

test.for([401, 403])('a service that refuses every request with %s is read no further', async (status) => {
  const reader = createReaderOf(() => replyWith({ detail: 'Invalid key' }, status))
  const reading = readRecords(reader, { preset: 'langsmith' })
  await expect(reading).rejects.toThrow(new RegExp(`it requires credentials \\(${status}: Invalid key\\)`))
})

test('repositories are read although another place is forbidden', async () => {
  const real = readSimulator(createService({ preset: 'spec', deployments: 12, assumptions: { repositoryPaths: 'v2' } }))
  const reader = createReaderOf((request, target) =>
    target.startsWith('/v1/') ? replyWith({ detail: 'Forbidden' }, 403) : real.read(request),
  )
  const { records } = await readRecords(reader, { preset: 'spec' })
  expect(records.get('repositories')).not.toHaveLength(0)
})

test('the version of the API in the URL is reported', async () => {
  const reader = createReaderOf(() => replyWith({}, 404), 'https://api.example.com/v2/deployments')
  await expect(readRecords(reader, { preset: 'spec' })).rejects.toThrow(/404 .*\. Leave out "\/v2" and what follows it/)
})

test('internal errors that pass lose no records', async () => {
  const simulator = createService({ preset: 'spec', deployments: 3 })
  const { read } = readSimulator(simulator)
  let count = 0
  const reader = createReaderOf((request) => {
    count += 1
    return count % 6 === 0 ? read(request) : replyWith('Oops.', 500)
  })
  const { records, missing } = await readRecords(reader, { preset: 'spec' })
  expect(missing).toEqual([])
  expect(records.get('deployments')).toHaveLength(3)
})

test('an integration whose repositories have no owner has some name', () => {
  const records = new Map([
    ['integrations', [{ id: '7', kind: 'standard' }]],
    ['repositories', [{ integration_id: '7', id: '1', owner: 7 }]],
  ])
  const { integrations } = toScenario({ preset: 'spec', records, missing: [], at: 0 }, 'recorded')
  expect(integrations).toMatchObject([{ id: '7', name: 'unknown' }])
})

test('record says how many repositories it leaves out because several integrations list them', async () => {
  const integrations = ['one', 'two', 'three'].map((name, place) => ({ id: `${id}${place}`, name }))
  const repository = (number: number) => ({
    id: number,
    name: `agents-${number}`,
    owner: 'acme',
    url: 'https://a.test',
  })
  const reader = createReaderOf((_, target) => {
    if (/integrations\/github\/install/.test(target)) return replyWith(integrations)
    return /repos/.test(target) ? replyWith([1, 2, 2].map(repository)) : replyWith([])
  })
  const { records, missing } = await readRecords(reader, { preset: 'langsmith', only: ['repositories'] })
  expect(countAll(records)).toMatchObject({ integrations: 3, repositories: 2 })
  expect(missing).toContain(
    '4 of the repositories, because another integration lists the same ids, and in a world each belongs to one',
  )
})
