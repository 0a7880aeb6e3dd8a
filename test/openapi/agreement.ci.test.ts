import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AssumptionId, createSimulator, register, type Simulator } from '../../src/index.ts'
import type { Preset } from '../../src/service/assumptions/presets.ts'
import { PRESETS } from '../../src/service/assumptions/presets.ts'
import { listDeployments } from '../../src/service/listing/lists.ts'
import { runs, sample } from '../support/scope.ts'
import { createAgreement, type ServiceDocument } from '../support/service-document.ts'

/** Values besides the named ones. */
const OWN: Partial<Record<AssumptionId, string>> = {
  repositoryPaths: '/hosts/{integration_id}, /others-{integration_id}/all',
  repositoryFields: 'a, b, c, d, e, f',
  statusValues: 'UP, DOWN',
  versionPrefix: 'root, /api-host',
}

const drawAssumptions = fc.record(
  Object.fromEntries(
    Object.entries(register).map(([id, entry]) => {
      const own = OWN[id as AssumptionId]
      return [id, fc.constantFrom(...Object.keys(entry.values), ...(own === undefined ? [] : [own]))]
    }),
  ),
)

const drawPreset = fc.constantFrom(...PRESETS)

interface Sent {
  method: string
  target: string
  headers: Record<string, string>
  body?: string
}

/** Draws requests to every operation under every base path, valid and invalid ones. */
function drawRequests(simulator: Simulator): fc.Arbitrary<Sent> {
  const ids = [...simulator.db.integrations.list().map(({ id }) => id), 'unknown', '!']
  const [deployment] = simulator.db.deployments.list()
  const known: Record<string, string> = {
    deployment_id: String(deployment?.id),
    revision_id: String(deployment?.latest_revision_id),
  }
  const routes = simulator.service.routes.map(({ template }) => template)
  // Among all operations, the ones that accept the body below would hardly ever be drawn.
  const route = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...routes) },
    { weight: 1, arbitrary: fc.constant('/v2/deployments') },
  )
  const path = fc
    .tuple(route, fc.constantFrom(...ids), fc.boolean(), fc.constantFrom('', '', '', '', '/', '%0A', '/nope'))
    .map(([template, id, isKnown, end]) => {
      const fill = (_: string, name: string) => encodeURIComponent((isKnown ? known[name] : undefined) ?? id)
      return template.replace(/\{(\w+)\}/g, fill) + end
    })
  const text = fc.constantFrom(
    '',
    '0',
    '1',
    '5',
    '100',
    '101',
    '1000',
    'READY',
    'dev',
    'dev_zero',
    'true',
    'null',
    'a',
    'é',
    ...ids,
    'a,,b',
  )
  const names = [...Object.keys(listDeployments.parameters), 'other']
  const query = fc.array(fc.tuple(fc.constantFrom(...names), text), { maxLength: 3 })
  return fc.record({
    method: fc.constantFrom('GET', 'GET', 'GET', 'POST', 'POST', 'PATCH', 'DELETE', 'HEAD', 'PUT'),
    target: fc.tuple(path, query).map(([there, pairs]) => `${there}?${new URLSearchParams(pairs)}`),
    headers: fc.constantFrom<Record<string, string>>(
      { ...JSON_TYPE, 'x-api-key': 'k', 'x-tenant-id': 't', authorization: 'Bearer t' },
      { ...JSON_TYPE, 'x-api-key': 'k', 'x-tenant-id': 't', authorization: 'Bearer t' },
      { ...JSON_TYPE, 'x-api-key': 'k' },
      JSON_TYPE,
      {},
    ),
    body: drawBody(simulator),
  })
}

const JSON_TYPE = { 'content-type': 'application/json' }

function drawBody({ db }: Simulator): fc.Arbitrary<string> {
  const [repository] = db.repositories.list()
  const valid = {
    name: 'checkout',
    integration_id: repository?.integration_id,
    source: 'github',
    source_config: {
      integration_id: repository?.integration_id,
      repo_url: repository?.url,
      deployment_type: 'dev',
      build_on_push: false,
      resource_spec: { cpu: 1, labels: { a: 'b' } },
    },
    source_revision_config: { repo_ref: repository?.default_branch, langgraph_config_path: 'new/langgraph.json' },
    secrets: [{ name: 'A', value: 'b' }],
  }
  const changed = fc
    .tuple(fc.constantFrom(...Object.keys(valid)), fc.constantFrom(null, 7, 'other', {}, [], [{}]))
    .map(([name, value]) => JSON.stringify({ ...valid, [name]: value }))
  const odd = fc.constantFrom('', '{', '[]', '{}', '"text"', `{"name":"${'x'.repeat(300_000)}"}`)
  return fc.oneof(fc.constant(JSON.stringify(valid)), changed, odd)
}

async function send(simulator: Simulator, { method, target, headers, body }: Sent) {
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const init = { method, headers, redirect: 'manual' as const, ...(hasBody && body !== undefined ? { body } : {}) }
  const response = await simulator.fetch(target, init)
  const type = response.headers.get('content-type')
  const path = new URL(target, 'http://any.test').pathname
  return { method, path, status: response.status, type, body: await response.text() }
}

async function describeService(simulator: Simulator): Promise<ServiceDocument> {
  return (await simulator.openapi()) as ServiceDocument
}

async function expectAgreement(options: { preset: Preset; assumptions?: Record<string, string> }, requests = 60) {
  const simulator = createSimulator({ ...options, scenario: 'default' })
  const findIssue = createAgreement(await describeService(simulator))
  const statuses = new Set<number>()
  const check = async (sent: Sent) => {
    const exchange = await send(simulator, sent)
    statuses.add(exchange.status)
    expect(findIssue(exchange)).toBeUndefined()
  }
  // Among all that is drawn, there may be no creation that succeeds.
  const headers = { ...JSON_TYPE, 'x-api-key': 'k', 'x-tenant-id': 't' }
  await check({ method: 'POST', target: '/v2/deployments', headers, body: validBody(simulator) })
  await fc.assert(fc.asyncProperty(drawRequests(simulator), check), { numRuns: requests, seed: 7 })
  return statuses
}

test.for(sample(PRESETS.toReversed(), 3))(
  'every response is valid against the document under the preset %s',
  async (preset) => {
    const statuses = await expectAgreement({ preset }, runs(1000))
    expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 307, 404, 405, 422]))
  },
)

test('every response is valid against the document under random sets of assumptions', async () => {
  await fc.assert(
    fc.asyncProperty(drawPreset, drawAssumptions, async (preset, assumptions) => {
      await expectAgreement({ preset, assumptions: assumptions as Record<string, string> })
    }),
    { numRuns: runs(15), seed: 13, endOnFailure: true },
  )
}, 120_000)

test('every response is valid against the document when time has passed', async () => {
  const simulator = createSimulator({
    preset: 'langsmith',
    scenario: 'first-day',
    assumptions: { statusTransitions: 'fails' },
  })
  const findIssue = createAgreement(await describeService(simulator))
  const headers = { 'x-api-key': 'any' }
  await simulator.fetch('/v2/deployments', {
    method: 'POST',
    headers: { ...headers, ...JSON_TYPE },
    body: validBody(simulator),
  })
  simulator.clock.advance(60_000)
  expect(
    findIssue(await send(simulator, { method: 'GET', target: '/v2/deployments?status=UNKNOWN', headers })),
  ).toBeUndefined()
})

test('every response is valid against the document when there were too many requests', async () => {
  const simulator = createSimulator({ assumptions: { rateLimit: 'limited' } })
  const findIssue = createAgreement(await describeService(simulator))
  const sent = { method: 'GET', target: '/v2/auth/providers', headers: {} }
  for (let count = 0; count < 1000; count += 1) await simulator.fetch(sent.target)
  const exchange = await send(simulator, sent)
  expect(exchange.status).toBe(429)
  expect(findIssue(exchange)).toBeUndefined()
})

function validBody({ db }: Simulator): string {
  const [repository] = db.repositories.list()
  return JSON.stringify({
    name: 'checkout',
    source: 'github',
    source_config: {
      integration_id: repository?.integration_id,
      repo_url: repository?.url,
      deployment_type: 'dev',
      build_on_push: false,
    },
    source_revision_config: { repo_ref: repository?.default_branch, langgraph_config_path: 'new/langgraph.json' },
    secrets: [],
  })
}
