// A whole drift check: a service that was learned, which then changes.

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type AssumptionOverrides, createSimulator, type Simulator, type SimulatorOptions } from '../../../src/index.ts'
import { type Drift, findDrift } from '../../../src/programs/real-service/drift/drift.ts'
import { keyOfDeviation, listDeviations } from '../../../src/programs/real-service/learn/differences.ts'
import { learn } from '../../../src/programs/real-service/learn/learn.ts'
import { prepare } from '../../../src/programs/real-service/learn/prepare.ts'
import { readExamples } from '../../../src/programs/real-service/learn/read-examples.ts'
import { createCredentials } from '../../../src/programs/real-service/reader/credentials.ts'
import { isFull, sample } from '../../support/scope.ts'
import { createReaderOf, replyWith } from '../../support/simulated-reader.ts'

const TIMEOUT = 180_000

const CHANGED = { deploymentOrdering: 'createdDescending', lastPageOffset: 'limit', nameMatching: 'prefix' } as const

type Fields = Record<string, unknown>

interface Body {
  readonly resources?: readonly Fields[]
}

/** Reads a simulator that is varied, and whose responses are changed on their way. */
function readService(options: SimulatorOptions, change: (body: Body) => void = () => undefined) {
  const simulator: Simulator = createSimulator({
    scenario: { name: 'real', deployments: 25, now: '2026-03-02T09:00:00Z' },
    ...options,
  })
  return createReaderOf(async ({ method, headers = {} }, target) => {
    const response = await simulator.fetch(target, { method, headers: { ...headers }, redirect: 'manual' })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && text !== ''
    if (!isJson) return { status: response.status, headers: [...response.headers], body: text }
    const body = JSON.parse(text)
    change(body)
    return { status: response.status, headers: [...response.headers], body: JSON.stringify(body) }
  })
}

// What `deploymock learn` would write.
const learned = await (async () => {
  const reader = readService({ assumptions: CHANGED })
  return learn(reader, prepare(reader, await readExamples(reader, { preset: 'spec' })))
})()

function look(options: SimulatorOptions, change?: (body: Body) => void, more: object = {}): Promise<Drift> {
  return findDrift(readService({ assumptions: CHANGED, ...options }, change), {
    preset: 'spec',
    assumptions: learned.assumptions as AssumptionOverrides,
    ...more,
  })
}

test('other records are no drift', { skip: !isFull, timeout: TIMEOUT }, async () => {
  const seeds = isFull ? [1, 2, 3] : [2]
  const found = await Promise.all(
    seeds.map((seed) => look({ scenario: { name: 'later', seed, deployments: 30 + seed } })),
  )
  expect(found).toMatchObject(seeds.map(() => ({ changed: [], differences: [], relying: {} })))
})

const MOST_SENT = 78
// Until what is accepted is seen.
const MOST_MORE = 6

test('as long as nothing differs, few requests are sent', { timeout: TIMEOUT }, async () => {
  const reader = readService({ assumptions: CHANGED })
  const assumptions = learned.assumptions as AssumptionOverrides
  const found = await findDrift(reader, { preset: 'spec', assumptions, accepted: listDeviations(learned) })
  expect(found).toMatchObject({ changed: [], differences: [], unchecked: [] })
  expect(reader.sent).toBeLessThanOrEqual(MOST_SENT)
})

// A way of its own, what is accepted then, and how each response shows it.
const OWN = [
  [
    'names in a way of its own',
    {
      open: { nameMatching: { possible: [] } },
      accepted: {
        operation: 'GET /v2/deployments?name_contains',
        aspect: 'members',
        value: 'other records are selected',
      },
    },
    /name_contains=[^&]{3}/,
    (_: readonly Fields[]) => [],
  ],
  [
    'an order that is another one each time',
    {
      open: { deploymentOrdering: { possible: [] } },
      accepted: { operation: 'GET /v2/deployments', aspect: 'order', value: 'another one each time' },
    },
    /^/,
    (() => {
      let seed = 1
      const draw = () => (seed = (seed * 48_271) % 2_147_483_647)
      return (all: readonly Fields[]) =>
        all
          .map((each) => [draw(), each] as const)
          .toSorted(([one], [other]) => one - other)
          .map(([, each]) => each)
    })(),
  ],
] as const

test.for(OWN)(
  '%s does not take more requests',
  { timeout: TIMEOUT },
  async ([, { open, accepted }, pattern, change]) => {
    const real = readService({ assumptions: CHANGED })
    const reader = createReaderOf(async (request, target) => {
      const reply = await real.read(request)
      if (!pattern.test(target) || !target.startsWith('/v2/deployments') || reply.status !== 200) return reply
      const { resources, ...page } = JSON.parse(reply.body || '{"resources":[]}')
      return { ...reply, body: JSON.stringify({ ...page, resources: change(resources) }) }
    })
    const assumptions = Object.fromEntries(Object.entries(learned.assumptions).filter(([id]) => !(id in open)))
    const all = [...listDeviations(learned), accepted]
    const found = await findDrift(reader, { preset: 'spec', assumptions, open, accepted: all })
    expect(found).toMatchObject({ changed: [], differences: [] })
    expect(reader.sent).toBeLessThanOrEqual(MOST_SENT + MOST_MORE)
  },
)

// What is asked together with others.
const JOINED = [
  ['an integer with a fraction', /[?&]limit=3\.0/],
  ['an unknown parameter', /[?&]foo_id=/],
  ['an empty filter', /[?&]tag_value_ids=(?:&|$)/],
  ['a spelling of a boolean', /[?&]remote_reconciled=2/],
  ['a slash at the end', /\/deployments\/(?:$|\?)/],
  ['an id in upper case', /[?&]deployment_ids=[^&]*[A-F]/],
] as const

test.for(sample(JOINED, 4))('%s that is answered otherwise is noticed', { timeout: TIMEOUT }, async ([, pattern]) => {
  const real = readService({ assumptions: CHANGED })
  const reader = createReaderOf(async (request, target) =>
    pattern.test(target) ? replyWith({ detail: 'No' }, 418) : real.read(request),
  )
  const assumptions = learned.assumptions as AssumptionOverrides
  const { changed, differences } = await findDrift(reader, {
    preset: 'spec',
    assumptions,
    accepted: listDeviations(learned),
  })
  expect([...changed, ...differences]).not.toEqual([])
})

test('a question with another value is named, with the requests of tests that rely on it', {
  timeout: TIMEOUT,
}, async () => {
  const requests = [{ method: 'GET' as const, path: '/v2/deployments', query: 'limit=3&offset=24' }]
  const found = await look({ assumptions: { ...CHANGED, lastPageOffset: 'returned' } }, undefined, { requests })
  expect(found).toMatchObject({
    changed: [{ id: 'lastPageOffset', learned: 'limit', now: ['returned'] }],
    differences: [],
    relying: { lastPageOffset: ['GET /v2/deployments?limit=3&offset=24'] },
  })
})

test('a key that is not required any more is named', { timeout: TIMEOUT }, async () => {
  const unkeyed = readService({ assumptions: CHANGED })
  const reader = { ...unkeyed, credentials: createCredentials({ 'x-api-key': 'any' }) }
  const assumptions = { ...learned.assumptions, authentication: 'apiKey' } as AssumptionOverrides
  const { changed } = await findDrift(reader, { preset: 'spec', assumptions })
  expect(changed).toMatchObject([{ id: 'authentication', learned: 'apiKey', now: ['none'] }])
})

test('whether all tags count instead of any is not compared, because no response contains tags', {
  timeout: TIMEOUT,
}, async () => {
  const assumptions = { ...learned.assumptions, tagMatching: 'all' } as const
  const found = await look({ assumptions: { ...CHANGED, tagMatching: 'any' } }, undefined, { assumptions })
  expect(found).toMatchObject({ changed: [], differences: [], unchecked: ['tagMatching'] })
})

test('what had a way of its own, or was ruled out, is named when it became a value', { timeout: TIMEOUT }, async () => {
  const { nameMatching: _, lastPageOffset: __, ...assumptions } = learned.assumptions
  const open = {
    nameMatching: { possible: [] },
    lastPageOffset: { possible: ['returned', 'zeroAtEnd'] },
    deploymentOrdering: { possible: ['name'] },
  }
  const { changed } = await look({}, undefined, { assumptions, open })
  expect(changed).toMatchObject([
    { id: 'nameMatching', learned: '', now: ['prefix'] },
    { id: 'lastPageOffset', learned: 'returned or zeroAtEnd', now: ['limit'] },
  ])
})

test('a filter with a way of its own that became a value is named, although other records are selected as before', {
  timeout: TIMEOUT,
}, async () => {
  const { imageVersionMatching: _, ...assumptions } = learned.assumptions
  const accepted = [
    { operation: 'GET /v2/deployments?image_version', aspect: 'members', value: 'other records are selected' },
  ]
  const { changed } = await look({ assumptions: { ...CHANGED, imageVersionMatching: 'prefix' } }, undefined, {
    assumptions,
    accepted,
    open: { imageVersionMatching: { possible: [] } },
  })
  expect(changed).toMatchObject([{ id: 'imageVersionMatching', learned: '', now: ['prefix'] }])
})

test('secrets that became unreadable have a way of their own, and nothing else is said', {
  timeout: TIMEOUT,
}, async () => {
  const hash = ({ resources = [] }: Body) => {
    for (const { secrets } of resources) {
      for (const secret of (secrets ?? []) as { name: string; value: string }[]) {
        secret.value = createHash('sha256').update(secret.value).digest('hex')
      }
    }
  }
  const { changed, differences } = await look({}, hash)
  expect(changed).toMatchObject([{ id: 'secretValues', learned: 'clear', now: [] }])
  expect(differences).toEqual([])
})

test.for([
  [
    'a field that is gone',
    (record: Fields): unknown => delete record.name,
    /^GET \/v2\/deployments: resources\[\]\.name: absent$/,
  ],
  [
    'a field of another type',
    (record: Fields): unknown => (record.name = 7),
    /^GET \/v2\/deployments: resources\[\]\.name: a number$/,
  ],
  [
    'a new status',
    (record: Fields): unknown => (record.status = 'HIBERNATING'),
    /words of statuses: HIBERNATING is new/,
  ],
] as const)('%s is reported', { skip: !isFull, timeout: TIMEOUT }, async ([, change, expected]) => {
  const { differences } = await look({}, ({ resources = [] }) => {
    for (const record of resources) change(record)
  })
  expect(differences.map(keyOfDeviation)).toContainEqual(expect.stringMatching(expected))
})

test('what was accepted is not reported again', { skip: !isFull, timeout: TIMEOUT }, async () => {
  const change = ({ resources = [] }: Body) => {
    for (const record of resources) delete record.name
  }
  const { differences } = await look({}, change)
  const again = await look({}, change, { accepted: differences })
  expect(again.differences).toEqual([])
})

// A deviation of each kind, none of which the service has any more.
const ENDED = [
  { operation: 'GET /v2/deployments', aspect: 'resources[].name', value: 'a number' },
  { operation: 'GET /v2/deployments', aspect: 'resources[].region', value: 'new' },
  { operation: 'GET /v2/deployments', aspect: 'resources[].id', value: 'another spelling' },
  { operation: 'GET /v2/deployments', aspect: 'the body', value: 'with a charset' },
  { operation: 'GET /v2/auth/providers', aspect: 'the records', value: 'not there' },
  { operation: 'GET /v2/deployments?limit=0', aspect: 'status', value: '200 instead of 422' },
  { operation: 'GET /v2/deployments', aspect: 'empty list', value: 'null is new' },
  { operation: 'GET /v2/auth/providers', aspect: 'header link', value: 'sent is new' },
] as const

test('what was odd and is not any more is named', { timeout: TIMEOUT }, async () => {
  const hidden = {
    operation: 'GET /v2/deployments?name_contains',
    aspect: 'members',
    value: 'other records are selected',
  }
  const found = await look({}, undefined, { accepted: [...ENDED, hidden] })
  expect(found.changed).toEqual([])
  expect(new Set(found.differences.map(keyOfDeviation))).toEqual(
    new Set(ENDED.map((each) => keyOfDeviation({ ...each, value: `no longer ${each.value}` })).map(withoutValue)),
  )
  expect(found.ended).toEqual(ENDED)
})

const withoutValue = (key: string) => key.replace('?limit=0', '?limit')

test.for([
  ['a maximum of limit that is not that of the contract', /[?&]limit=101\b/, { resources: [], offset: 0 }],
  ['a status in other case that is accepted', /[?&]status=[a-z_]+$/, { detail: 'No such status' }],
] as const)('%s is reported', { skip: !isFull, timeout: TIMEOUT }, async ([, pattern, body]) => {
  const simulator = createSimulator({ deployments: 25, assumptions: CHANGED })
  const reader = createReaderOf(async ({ method, headers = {} }, target) => {
    if (pattern.test(target)) return replyWith(body, 'detail' in body ? 418 : 200)
    const response = await simulator.fetch(target, { method, headers: { ...headers }, redirect: 'manual' })
    return { status: response.status, headers: [...response.headers], body: await response.text() }
  })
  const { differences } = await findDrift(reader, {
    preset: 'spec',
    assumptions: learned.assumptions as AssumptionOverrides,
  })
  expect(differences).toMatchObject([{ operation: expect.stringMatching(/\?(?:limit|status)$/), aspect: 'status' }])
})

test('what was learned and cannot be read any more was not compared', { skip: !isFull, timeout: TIMEOUT }, async () => {
  const simulator = createSimulator({ deployments: 25, assumptions: CHANGED })
  const reader = createReaderOf(async ({ method, headers = {} }, target) => {
    if (target.includes('/repos')) return replyWith({ detail: 'Not Found' }, 404)
    const response = await simulator.fetch(target, { method, headers: { ...headers }, redirect: 'manual' })
    return { status: response.status, headers: [...response.headers], body: await response.text() }
  })
  const assumptions = { ...CHANGED, repositoryFields: 'short', repositoryIdType: 'string' } as const
  const { unchecked, compared, undecided, unread } = await findDrift(reader, { preset: 'spec', assumptions })
  expect({ unchecked, compared, undecided }).toEqual({
    unchecked: ['repositoryFields', 'repositoryIdType'],
    compared: 3,
    undecided: Object.keys(simulator.assumptions).length - 5,
  })
  expect(unread.join()).toContain('/repos: 404')
})

test('a field that is new in one operation is a difference of that operation', {
  skip: !isFull,
  timeout: TIMEOUT,
}, async () => {
  const { differences } = await look({}, ({ resources = [] }) => {
    for (const record of resources) record.zone = 'a'
  })
  expect(differences).toMatchObject([{ operation: 'GET /v2/deployments', aspect: 'resources[].zone', value: 'new' }])
})
