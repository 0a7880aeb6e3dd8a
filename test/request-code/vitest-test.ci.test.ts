import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type DetailedEntry, type FaultInput, type RemoteSimulator } from '../../src/entries/client/index.ts'
import { type WrittenTest, writeVitestTest } from '../../src/entries/request-code/vitest-test.ts'
import { createSimulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { readTested } from '../console/support/tested.ts'
import { isFull } from '../support/scope.ts'
import { runGenerated } from './support/generated-tests.ts'

interface Case {
  scenario?: string
  /** What happens before the request. */
  before?: (session: RemoteSimulator) => Promise<unknown>
  fault?: FaultInput
  path?: string
  init?: RequestInit
  /** Further requests, and what happens between them. */
  next?: readonly (string | ((session: RemoteSimulator) => Promise<unknown>))[]
  /** What happens between the request and the copying. */
  after?: (session: RemoteSimulator) => Promise<unknown>
}

const HOSTILE = `it's "$(x)" \`y\` \${z} !! \\ \u202e\u001b\n👩‍👩‍👧‍👦`
const LIST = '/v2/deployments?limit=2'
const NAMED = '/v2/deployments?name_contains=before'
const HEADERS = { 'content-type': 'application/json' }

const ALL: Readonly<Record<string, Case>> = {
  list: { path: LIST },
  empty: { scenario: 'busy', path: '/v2/deployments?name_contains=zz' },
  providers: { path: '/v2/auth/providers' },
  long: { scenario: 'busy', path: '/v2/deployments?limit=100' },
  created: {
    before: ({ db }) => db.deployments.create({ name: HOSTILE, status: 'UNKNOWN' }),
    path: `/v2/deployments?status=UNKNOWN&name_contains=${encodeURIComponent("it's")}`,
  },
  changed: {
    before: async ({ db }) => {
      const [one, other] = await db.deployments.list()
      await db.deployments.update(one?.id ?? '', { name: 'renamed-one' })
      await db.deployments.delete(other?.id ?? '')
    },
    path: LIST,
  },
  'much-changed': {
    before: async ({ db }) => {
      for (let index = 0; index < 8; index += 1) await db.deployments.create({ name: `many-${index}` })
    },
    path: '/v2/deployments?name_contains=many',
  },
  assumed: { before: (session) => session.assume({ lastPageOffset: 'limit' }), path: '/v2/deployments?limit=100' },
  'changed-elsewhere': { before: createOne, path: '/v2/deployments?name_contains=zz' },
  'changed-and-failed': { before: createOne, fault: { operation: 'listDeployments', status: 503 }, path: LIST },
  invalid: { path: '/v2/deployments?limit=0' },
  unhandled: { path: `/v2/it's/\`nowhere\`/\${here}` },
  written: {
    path: '/v2/deployments',
    init: { method: 'POST', headers: HEADERS, body: JSON.stringify({ name: HOSTILE }) },
  },
  status: { fault: { operation: 'listDeployments', status: 503, times: 1 }, path: LIST },
  detailed: { fault: { effect: { kind: 'status', status: 500, detail: HOSTILE } }, path: LIST },
  cut: { fault: { effect: 'reset' }, path: LIST },
  'cut-halfway': { fault: { effect: { kind: 'reset', when: 'during' } }, path: LIST },
  'wrong-length': { fault: { effect: 'wrong-length' }, path: LIST },
  stalled: { fault: { effect: 'stall' }, path: LIST },
  truncated: { fault: { effect: { kind: 'truncate', share: 0.3 } }, path: LIST },
  malformed: { fault: { effect: 'malformed', times: 1 }, path: LIST },
  limited: { fault: { effect: { kind: 'rate-limit', limit: 0 } }, path: LIST },
  emptied: { fault: { effect: 'empty' }, path: LIST },
  delayed: { fault: { delay: 20 }, path: LIST },
  troubled: { scenario: 'troubled', path: LIST },
  hostile: { scenario: 'awkward', path: '/v2/deployments?limit=100' },
  'changed-later': { path: LIST, after: ({ db }) => db.deployments.create({ name: 'later' }) },
  'deleted-later': { before: createOne, path: NAMED, after: deleteAll },
  'moved-later': {
    before: createOne,
    path: NAMED,
    after: async ({ clock, db }) => {
      await clock.advance(86_400_000)
      await deleteAll({ db })
    },
  },
  'assumed-later': {
    before: createOne,
    path: `${NAMED}&limit=100`,
    after: async ({ assume, db }) => {
      await assume({ lastPageOffset: 'limit' })
      await deleteAll({ db })
    },
  },
  'fault-removed-later': {
    before: createOne,
    fault: { effect: { kind: 'truncate', share: 0.3 } },
    path: NAMED,
    after: async ({ faults, db }) => {
      await faults.clear()
      await deleteAll({ db })
    },
  },
  'much-changed-later': {
    before: async ({ db }) => {
      for (let index = 0; index < 8; index += 1) await db.deployments.create({ name: `many-${index}` })
    },
    path: '/v2/deployments?name_contains=many',
    after: deleteAll,
  },
  'written-and-deleted': {
    before: createOne,
    path: '/v2/deployments',
    init: { method: 'POST', headers: HEADERS, body: JSON.stringify({ name: 'own' }) },
    after: deleteAll,
  },
  retried: {
    fault: { operation: 'listDeployments', status: 503, times: 2 },
    path: LIST,
    next: [LIST, LIST],
    after: deleteAll,
  },
  'retried-and-cleared': {
    fault: { path: '/v2/deployments', effect: { kind: 'status', status: 500, detail: HOSTILE } },
    path: LIST,
    next: [LIST, ({ faults }) => faults.clear(), LIST],
  },
  'cut-and-retried': { fault: { effect: { kind: 'reset', when: 'during' }, times: 1 }, path: LIST, next: [LIST] },
  'failed-in-between': {
    path: LIST,
    next: [({ faults }) => faults.add({ respond: { status: 418, body: { own: HOSTILE } }, times: 1 }), LIST, LIST],
  },
  'written-and-read': {
    path: '/v2/deployments',
    init: { method: 'POST', headers: HEADERS, body: JSON.stringify({ name: 'own' }) },
    next: ['/v2/deployments?name_contains=own', '/v2/nothing'],
  },
  'reset-later': { before: createOne, path: NAMED, after: ({ reset }) => reset({ keepRequests: true }) },
  cleared: {
    before: createOne,
    path: NAMED,
    after: async ({ requests, db }) => {
      await requests.clear()
      await deleteAll({ db })
    },
  },
}

// These resemble others, and the tests below do not name them.
const FURTHER = [
  ...['list', 'changed', 'written', 'detailed', 'cut-halfway', 'stalled', 'limited', 'emptied', 'troubled'],
  ...['deleted-later', 'assumed-later', 'much-changed-later', 'written-and-deleted'],
]
const CASES = isFull ? ALL : Object.fromEntries(Object.entries(ALL).filter(([key]) => !FURTHER.includes(key)))

async function createOne({ db }: RemoteSimulator): Promise<void> {
  await db.deployments.create({ name: 'before' })
}

async function deleteAll({ db }: Pick<RemoteSimulator, 'db'>): Promise<void> {
  for (const { id } of await db.deployments.list()) await db.deployments.delete(id)
}

function shuffle(key: string): Record<string, WrittenTest> {
  const orders = "{ deploymentOrdering: 'shuffled', providerOrdering: 'shuffled' }"
  const code = written[key]?.code.replace('{ simulator }) => {\n', `$&  simulator.assume(${orders})\n`) ?? ''
  return { [`shuffled-${key}`]: { code, file: null, reproduces: 'everything' } }
}

const written: Record<string, WrittenTest> = {}
let failures: Record<string, string[]> = {}
let close = async () => {}

beforeAll(async () => {
  const served = await serve(createSimulator({ clock: 'running' }), { port: 0 })
  close = served.close
  const simulator = connect(served.url)
  for (const [key, { scenario = 'default', before, fault, path = LIST, init, next, after }] of Object.entries(CASES)) {
    const session = await simulator.sessions.create({ name: key, scenario })
    await before?.(session)
    if (fault !== undefined) await session.faults.add(fault)
    const entries: [DetailedEntry, ...DetailedEntry[]] = [await readTested(session, path, init)]
    for (const step of next ?? []) {
      if (typeof step === 'string') entries.push(await readTested(session, step))
      else await step(session)
    }
    await after?.(session)
    written[key] = await writeVitestTest(session, entries)
  }
  // From a service that sends lists in another order.
  failures = await runGenerated({ ...written, ...shuffle('assumed'), ...shuffle('providers') })
}, 120_000)

afterAll(() => close())

test.for(Object.keys(CASES))('writes a test that passes: %s', (key) => {
  expect(failures[key]).toEqual([])
})

const GONE = ['cleared']
// The secrets of its world are hidden, and have another length, so the body is cut at another place.
const CUT = ['fault-removed-later']
const EXACT = Object.keys(CASES).filter((key) => !['troubled', ...GONE, ...CUT].includes(key))

test.for(EXACT)('reproduces the whole response: %s', (key) => {
  expect(written[key]?.reproduces).toBe('everything')
})

test.for([...GONE, ...CUT])('expects the status only of what another world would answer differently: %s', (key) => {
  expect(written[key]?.reproduces).toBe('status')
})

test('the code is short for a short response', () => {
  expect(written.empty?.code).toBe(`import { expect } from 'vitest'
import { test as base } from 'deploymock/vitest'

const test = base.extend('simulatorOptions', { scenario: 'busy' })

test('listDeployments name_contains=zz', async ({ simulator }) => {
  const response = await fetch(\`\${simulator.url}/v2/deployments?name_contains=zz\`)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ resources: [], offset: 0 })
})
`)
})

test('the code creates a record with the fields that the factory does not generate', () => {
  expect(written.created?.code).toMatch(/deployments\.create\(\{\n {4}name: 'it\\'s/)
})

test.for(['changed-elsewhere', 'changed-and-failed'])(
  'the code leaves out changes that make no difference: %s',
  (key) => {
    expect(written[key]?.code).not.toContain('create(')
  },
)

test('the code names the records of a long list', () => {
  expect(written.long?.code).toContain('expect(body.resources.map(({ id }) => id).sort()).toEqual([')
})

test.for(['assumed', 'providers'])('the code of a whole list does not depend on its order, and says why: %s', (key) => {
  expect(failures[`shuffled-${key}`]).toEqual([])
  expect(written[key]?.code).toMatch(/ {2}\/\/ The contract promises no order: \w+Ordering decides it\.\n/)
})

test('the code says that the order decides which records a page has', () => {
  expect(written['changed-later']?.code).toMatch(/Ordering decides it, and which 2 of 60 records come\.\n/)
})

test('the code asks several times, with all faults before the first one', () => {
  expect(written.retried?.code).toMatch(
    /^test\('listDeployments limit=2: 503, 503, 200', [^\n]*\n {2}simulator\.faults\.add\(\{ operation: 'listDeployments', status: 503, times: 2 \}\)\n {2}const response1 = /m,
  )
})

test('the code adds a fault between requests if it would apply to another one', () => {
  const code = written['failed-in-between']?.code ?? ''
  expect(code.indexOf('faults.add')).toBeGreaterThan(code.indexOf('response1.status'))
})

test('the code adds the faults that applied', () => {
  expect(written.status?.code).toContain(
    "simulator.faults.add({ operation: 'listDeployments', status: 503, times: 1 })",
  )
})

test('the code leaves out a delay, which would never end', () => {
  expect(written.delayed?.code).not.toContain('faults')
})

test('the code expects a TypeError if the connection was cut', () => {
  expect(written.cut?.code).toContain('rejects.toThrow(TypeError)')
})

test('the code sets the assumptions that the response depends on', () => {
  expect(written.assumed?.code).toContain("{ assumptions: { lastPageOffset: 'limit' } }")
})

test('the code reads a world with many changes from a file', () => {
  expect(written['much-changed']?.file?.name).toBe('world.json')
  expect(written['much-changed']?.code).toContain("new URL('./world.json', import.meta.url)")
})
