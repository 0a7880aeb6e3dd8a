import fc from 'fast-check'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { collectCoverage, formatCoverage } from '../../src/entries/coverage/index.ts'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/index.ts'
import { TOTAL, writeShare } from '../support/coverage-share.ts'

type Request = string | [target: string, init: RequestInit]

async function sendAll(simulator: Simulator, requests: readonly Request[]): Promise<void> {
  for (const request of requests) {
    const [target, init] = typeof request === 'string' ? [request, {}] : request
    await simulator.fetch(target, { redirect: 'manual', ...init })
  }
}

async function collect(requests: readonly Request[], options?: SimulatorOptions) {
  const simulator = createSimulator(options)
  const coverage = collectCoverage(simulator)
  await sendAll(simulator, requests)
  return coverage.report()
}

/** The subject and name of each covered case of a kind, or with `false` of each case that is not covered. */
function listCases({ operations }: Awaited<ReturnType<typeof collect>>, operation: string, happened = true): string[] {
  const subjects = operations.find((each) => each.operation === operation)?.subjects ?? []
  return subjects.flatMap(({ subject, cases }) =>
    cases.filter(({ times }) => times > 0 === happened).map(({ name }) => `${subject}: ${name}`),
  )
}

/** Each covered case of all operations: the operation, the subject and the name. */
function listAllCases(report: Awaited<ReturnType<typeof collect>>): string[] {
  return report.operations.flatMap(({ operation }) =>
    listCases(report, operation).map((each) => `${operation} ${each}`),
  )
}

const LIST = '/v2/deployments'
const NO_ID = '00000000-0000-4000-8000-000000000000'
const json = { 'content-type': 'application/json' }
const create = (body?: unknown): Request => [
  LIST,
  { method: 'POST', headers: json, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
]

test.for<[string, string[]]>([
  ['?limit=1', ['limit: 1']],
  ['?limit=2', ['limit: 2 to 99']],
  ['?limit=99', ['limit: 2 to 99']],
  ['?limit=100', ['limit: 100']],
  ['?limit=%2B1.0', ['limit: 1']],
  ['?limit=5&limit=1', ['limit: 1']],
  ['', ['limit: absent']],
])('what a request covers %j covers the limit %j', async ([query, covered]) => {
  const cases = listCases(await collect([LIST + query]), 'listDeployments')
  expect(cases.filter((each) => each.startsWith('limit'))).toEqual(covered)
})

test.for<[string, string]>([
  ['offset=0', 'offset: 0'],
  ['offset=7', 'offset: above 0'],
  [`offset=${'9'.repeat(40)}`, 'offset: above 0'],
  ['name_contains=', 'name_contains: empty'],
  ['name_contains=a', 'name_contains: given'],
  ['status=READY', 'status: READY'],
  ['status=NEW', 'status: any other'],
  ['status=', 'status: empty'],
  ['remote_reconciled=yes', 'remote_reconciled: true'],
  ['remote_reconciled=0', 'remote_reconciled: false'],
  ['tag_value_ids=,', 'tag_value_ids: empty'],
  ['tag_value_ids=a', 'tag_value_ids: one'],
  ['deployment_ids=a,b', 'deployment_ids: several'],
  ['deployment_type=prod', 'deployment_type: prod'],
])('what a request covers %j is %j', async ([query, covered]) => {
  const [name] = query.split('=')
  const cases = listCases(await collect([`${LIST}?${query}`]), 'listDeployments')
  expect(cases.filter((each) => each.startsWith(`${name}:`))).toEqual([covered])
})

test.for<[string, string[]]>([
  ['limit=20', ['first of several']],
  ['limit=20&offset=20', ['middle']],
  ['limit=20&offset=40', ['last', 'last and full']],
  ['limit=25&offset=50', ['last']],
  ['limit=100', ['the only one']],
  ['limit=60', ['the only one', 'last and full']],
  ['name_contains=nothing-is-called-so', ['nothing matches']],
  ['offset=60', ['beyond the end']],
  ['name_contains=nothing-is-called-so&offset=1', ['beyond the end']],
])('what a request covers %j covers the pages %j', async ([query, covered]) => {
  const cases = listCases(await collect([`${LIST}?${query}`]), 'listDeployments')
  expect(cases.filter((each) => each.startsWith('pages'))).toEqual(covered.map((name) => `pages: ${name}`))
})

test('what a request covers each issue of a request is an error, and nothing else is covered', async () => {
  const report = await collect([`${LIST}?limit=0&offset=x&deployment_type=y&remote_reconciled=true`])
  expect(listCases(report, 'listDeployments')).toEqual([
    'errors: limit is too small',
    'errors: offset is not an integer',
    'errors: deployment_type is not an allowed value',
  ])
})

test('what a request covers a response made up by a fault covers nothing, but a delayed response does', async () => {
  const simulator = createSimulator()
  const coverage = collectCoverage(simulator)
  simulator.faults.add({ status: 404, times: 1 })
  simulator.faults.add({ effect: 'empty', path: '/v2/auth/providers' })
  simulator.faults.add({ delay: 0, operation: 'listDeployments' })
  await sendAll(simulator, ['/v2/nowhere', '/v2/auth/providers', LIST])
  expect(listCases(coverage.report(), 'no operation')).toEqual([])
  expect(listCases(coverage.report(), 'listOAuthProviders')).toEqual([])
  expect(listCases(coverage.report(), 'listDeployments')).toContain('answers: success')
})

test('a response made up by a handler covers nothing', async () => {
  const simulator = createSimulator()
  const coverage = collectCoverage(simulator)
  simulator.use(http.get('*', () => HttpResponse.json({ detail: 'Not Found' }, { status: 404 }), { once: true }))
  simulator.use(http.get('*', () => HttpResponse.json({ resources: [], offset: 0 }), { once: true }))
  await sendAll(simulator, [LIST, '/v2/nowhere'])
  expect(listCases(coverage.report(), 'no operation')).toEqual([])
  expect(listCases(coverage.report(), 'listDeployments')).toEqual([])
})

test('the report says how many requests of an operation were overridden', async () => {
  const simulator = createSimulator()
  const coverage = collectCoverage(simulator)
  simulator.use(http.get('*', () => HttpResponse.json({ resources: [], offset: 0 }), { once: true }))
  simulator.faults.add({ operation: 'listDeployments', respond: { body: [] }, times: 1 })
  simulator.faults.add({ operation: 'listOAuthProviders', respond: { body: [] }, times: 1 })
  await sendAll(simulator, [LIST, LIST, LIST, '/v2/auth/providers'])
  const report = coverage.report()
  expect(report.operations.map(({ overridden }) => overridden)).toEqual([1, 0, 0, 2, 0, 0])
  const lines = formatCoverage(report).split('\n')
  expect(lines).toContain('listOAuthProviders: 0 of 1, overridden once')
  expect(lines).toContainEqual(expect.stringMatching(/^listDeployments: \d+ of \d+, overridden 2 times$/))
})

const keyed = (target: string, init: RequestInit = {}): Request => [
  target,
  { ...init, headers: { 'x-api-key': 'any', 'content-type': 'application/json' } },
]
const strict = { authentication: 'apiKey', unknownParameter: '422', validationStatus: '422' } as const

test.for<[string, Request, SimulatorOptions['assumptions'], string]>([
  ['an unknown path', '/v2/nowhere', {}, 'no operation errors: unknown path'],
  ['a wrong method', [LIST, { method: 'DELETE' }], {}, 'no operation errors: method not allowed'],
  ['missing credentials', LIST, strict, 'listDeployments errors: credentials are missing'],
  ['missing credentials and an issue', `${LIST}?limit=0`, strict, 'listDeployments errors: credentials are missing'],
  [
    'missing credentials for an unknown integration',
    `/v1/integrations/github/${NO_ID}/repos`,
    { ...strict, unknownIntegration: '403' },
    'listRepositories errors: credentials are missing',
  ],
  [
    'an unknown integration despite credentials',
    keyed(`/v1/integrations/github/${NO_ID}/repos`),
    { ...strict, unknownIntegration: '403' },
    'listRepositories errors: unknown integration',
  ],
  [
    'a key without a workspace',
    keyed(LIST),
    { ...strict, keyScope: 'organization', authenticationFailure: '401' },
    'listDeployments errors: key without a workspace',
  ],
  ['an issue despite credentials', keyed(`${LIST}?limit=0`), strict, 'listDeployments errors: limit is too small'],
  ['an unknown parameter', keyed(`${LIST}?x=`), strict, 'listDeployments errors: a parameter is unknown'],
  [
    'an unknown parameter of a creation',
    keyed(`${LIST}?x=`, { method: 'POST', body: JSON.stringify(toCreation({ integration_id: NO_ID, url: 'x' })) }),
    strict,
    'createDeployment errors: a parameter is unknown',
  ],
  ['a missing body', keyed(LIST, { method: 'POST' }), strict, 'createDeployment errors: body is missing'],
  [
    'an unknown integration',
    `/v1/integrations/github/${NO_ID}/repos`,
    {},
    'listRepositories errors: unknown integration',
  ],
  [
    'an offset beyond the end',
    `${LIST}?offset=90`,
    { offsetBeyondEnd: '404' },
    'listDeployments errors: offset beyond the end',
  ],
])('an error covers only its own case: %s', async ([, request, assumptions, expected]) => {
  const covered = listAllCases(await collect([request], { assumptions: assumptions ?? {} }))
  expect(covered.filter((each) => each.includes(' errors: '))).toEqual([expected])
})

test('an offset beyond the end covers a page of a list that does not reject it', async () => {
  const list = keyed('/v2/listeners?offset=9')
  const report = await collect([list], { preset: 'langsmith', assumptions: { offsetBeyondEnd: '404' } })
  expect(listAllCases(report)).toContain('listListeners pages: beyond the end')
})

test('an unknown parameter next to another issue covers both cases', async () => {
  const report = await collect([keyed(`${LIST}?x=&limit=0`)], { assumptions: strict })
  expect(listAllCases(report)).toEqual([
    'listDeployments errors: limit is too small',
    'listDeployments errors: a parameter is unknown',
  ])
})

test('a successful creation covers no error', async () => {
  const simulator = createSimulator()
  const coverage = collectCoverage(simulator)
  await sendAll(simulator, [create(toCreation(simulator.db.repositories.list()[0] ?? {}))])
  expect(listAllCases(coverage.report())).toEqual(['createDeployment answers: success'])
})

const send = (body?: BodyInit): Request => [
  LIST,
  { method: 'POST', headers: json, ...(body === undefined ? {} : { body }) },
]
const notUtf8 = new Uint8Array([0x22, 0xff, 0x22])
const bodyCases = async (request: Request, validationStatus: '400' | '422') => {
  const report = await collect([request], { assumptions: { validationStatus } })
  return listCases(report, 'createDeployment').filter((each) => each.includes('body '))
}

test.for<[string, Request, string]>([
  ['without a body', send(), 'body is missing'],
  ['with text that is not JSON', send('{'), 'body is not JSON'],
  ['with more text that is not JSON than the journal keeps', send('x'.repeat(70_000)), 'body is not JSON'],
  ['with a wrong field', send('{"name":1}'), 'body has an issue'],
])('a creation whose body is rejected covers only its own case %s', async ([, request, expected]) => {
  const covered = [expect.stringMatching(new RegExp(`: ${expected}$`))]
  expect(await bodyCases(request, '422')).toEqual(covered)
  expect(await bodyCases(request, '400')).toEqual(covered)
})

test('a creation whose body is rejected covers only its own case with a repository that does not exist covers none of them', async () => {
  const { db } = createSimulator()
  const unlisted = toCreation({ ...db.repositories.list()[0], url: 'https://x.test/a/b' })
  expect(await bodyCases(create(unlisted), '422')).toEqual([])
})

test('a creation whose body is rejected covers only its own case with bytes that are not UTF-8, unless a validation error has the same status', async () => {
  expect(await bodyCases(send(notUtf8), '422')).toEqual([expect.stringMatching(/: body is unreadable$/)])
  expect(await bodyCases(send(notUtf8), '400')).toEqual([])
})

test('every case can be covered', async () => {
  const simulator = createSimulator()
  const coverage = collectCoverage(simulator)
  await sendAll(simulator, [...listEverything(simulator), create(), create({ name: 1 })])
  expect(formatCoverage(coverage.report())).toBe(`Contract coverage: 67 of 67 (100 %)

listOAuthProviders: 1 of 1
listRepositories: 3 of 3
listAlternateRepositories: 3 of 3
listDeployments: 51 of 51
createDeployment: 7 of 7
no operation: 2 of 2`)
})

test.for([
  ['DELETE', 1, 'deployment_ids: one'],
  ['DELETE', 2, 'deployment_ids: several'],
  ['GET', 1, 'deployment_id: given'],
] as const)('%s with ids, %i of them, covers the case %j', async ([method, count, covered]) => {
  const ids = Array.from({ length: count }, (_, index) => `00000000-0000-4000-8000-00000000000${index}`)
  const target =
    method === 'GET'
      ? `/v2/deployment-logs?deployment_id=${ids}`
      : `${LIST}?deployment_ids=${ids.join('&deployment_ids=')}`
  const options = { preset: 'langsmith', assumptions: { authentication: 'none' } } as const
  const report = await collect([[target, { method }]], options)
  const operation = method === 'GET' ? 'listDeploymentLogEntries' : 'deleteDeployments'
  expect(listCases(report, operation).filter((each) => each.startsWith('deployment_id'))).toEqual([covered])
})

test('every case can be covered if more is rejected', async () => {
  const simulator = createSimulator({
    preset: 'langsmith',
    assumptions: {
      operations: 'written',
      creation: 'simulated',
      unknownStatus: '422',
      emptyFilter: '422',
      malformedIdInList: '422',
      repeatedParameter: '422',
      unknownParameter: '422',
      offsetBeyondEnd: '404',
      rateLimit: 'limited',
      authenticationFailure: '401',
    },
  })
  const coverage = collectCoverage(simulator)
  const names =
    'limit offset name_contains status remote_reconciled tag_value_ids image_version deployment_type deployment_ids'
  const [repository] = simulator.db.repositories.list()
  const requests = [
    ...listEverything(simulator),
    ...names.split(' ').flatMap((name) => [`${LIST}?${name}=a&${name}=b`, `${LIST}?${name}=`, `${LIST}?${name}=!`]),
    '/v1/integrations/github/x/repos',
    '/v1/integrations/forge/github/x/repos',
    ...listPaths(simulator).map((path) => `${path}?nothing=1`),
    create(),
    [`${LIST}?nothing=1`, { method: 'POST' }] as Request,
    create(toCreation({ ...repository, name: simulator.db.deployments.list()[0]?.name ?? '' })),
  ]
  const key = { 'x-api-key': 'any' }
  const withKey = (request: Request): Request => {
    const [target, init] = typeof request === 'string' ? [request, {}] : request
    return [target, { ...init, headers: { ...(init.headers as Record<string, string>), ...key } }]
  }
  await sendAll(simulator, [...requests.map(withKey), ...listPaths(simulator), create()])
  await sendAll(
    simulator,
    Array.from({ length: 1000 }, () => '/v2/nowhere'),
  )
  const { operations, percent } = coverage.report()
  expect(operations.flatMap(({ operation }) => listCases(coverage.report(), operation, false))).toEqual([])
  expect(percent).toBe(100)
})

function listPaths({ db }: Simulator): string[] {
  const [standard, alternate] = (['standard', 'alternate'] as const).map((kind) =>
    db.integrations.list().find((each) => each.kind === kind),
  )
  return [
    '/v2/auth/providers',
    `/v1/integrations/github/${standard?.id}/repos`,
    `/v1/integrations/forge/github/${alternate?.id}/repos`,
    LIST,
  ]
}

function toCreation({
  integration_id,
  url,
  name,
}: {
  integration_id?: string
  url?: string
  name?: string | undefined
}) {
  return { integration_id, name, source_config: { repo_url: url }, source_revision_config: { repo_ref: 'main' } }
}

/** Requests for everything that a client of the written contract can do. */
function listEverything(simulator: Simulator): Request[] {
  const [repository] = simulator.db.repositories.list()
  const statuses = ['', 'AWAITING_DATABASE', 'READY', 'UNUSED', 'AWAITING_DELETE', 'UNKNOWN', 'NEW']
  const two = `${NO_ID},${NO_ID.replace('8', '9')}`
  const queries = [
    ...['limit=1', 'limit=100', 'limit=60', 'limit=0', 'limit=101', 'limit=x', 'offset=0', 'offset=-1', 'offset=x'],
    ...['offset=20', 'offset=40', 'offset=90', 'name_contains=', 'name_contains=?', 'remote_reconciled=true'],
    ...['remote_reconciled=false', 'remote_reconciled=x', 'image_version=', 'image_version=1', 'deployment_type=x'],
    ...['dev_free', 'dev', 'prod', 'serverless', 'dedicated'].map((type) => `deployment_type=${type}`),
    ...statuses.map((status) => `status=${status}`),
    ...['', NO_ID, two].flatMap((ids) => [`tag_value_ids=${ids}`, `deployment_ids=${ids}`]),
  ]
  return [
    ...listPaths(simulator),
    ...queries.map((query) => `${LIST}?${query}`),
    `/v1/integrations/github/${NO_ID}/repos`,
    `/v1/integrations/forge/github/${NO_ID}/repos`,
    '/v2/nowhere',
    [LIST, { method: 'DELETE' }],
    create(toCreation(repository ?? {})),
    create(toCreation({ ...repository, integration_id: NO_ID })),
    create(toCreation({ ...repository, url: 'https://nowhere.test/a/b' })),
    create({ source_config: 1 }),
    [LIST, { method: 'POST', headers: json, body: '{' }],
    [LIST, { method: 'POST', headers: json, body: new Uint8Array([0xff]) }],
  ]
}

test('the table shows which parts of each operation were requested, and which were not', async () => {
  const report = await collect(['/v2/auth/providers', LIST, `${LIST}?limit=101&offset=-1`])
  expect(formatCoverage(report)).toBe(`Contract coverage: ${writeShare(14)}

listOAuthProviders: 1 of 1
listRepositories: 0 of 3, never asked for
listAlternateRepositories: 0 of 3, never asked for
listDeployments: 13 of 51
  answers            1 of 1    all
  limit              1 of 4    never: 1, 2 to 99, 100
  offset             1 of 3    never: 0, above 0
  name_contains      1 of 3    never: empty, given
  status             1 of 8    never: empty, AWAITING_DATABASE, READY, UNUSED, AWAITING_DELETE,
                               UNKNOWN, any other
  remote_reconciled  1 of 3    never: true, false
  tag_value_ids      1 of 4    never: empty, one, several
  image_version      1 of 3    never: empty, given
  deployment_type    1 of 4    never: dev_free, dev, prod
  deployment_ids     1 of 4    never: empty, one, several
  pages              1 of 7    never: the only one, middle, last, last and full, nothing matches,
                               beyond the end
  errors             2 of 7    never: limit is not an integer, limit is too small,
                               offset is not an integer, remote_reconciled is not a boolean,
                               deployment_type is not an allowed value
createDeployment: 0 of 7, never asked for
no operation: 0 of 2, never asked for`)
})

const widest = (table: string): number => Math.max(...table.split('\n').map(({ length }) => length))

test('the width of the table is at most the width of the terminal', async () => {
  const report = await collect([LIST])
  expect(widest(formatCoverage(report, 70))).toBeLessThanOrEqual(70)
  expect(widest(formatCoverage(report, 70))).toBeGreaterThan(60)
})

test('the width of the table is at most 100 columns', async () => {
  const report = await collect([LIST])
  expect(formatCoverage(report, 500)).toBe(formatCoverage(report))
})

test('a parameter of any kind has a case for the values that a request can give', async () => {
  const simulator = createSimulator({ preset: 'langsmith' })
  const coverage = collectCoverage(simulator)
  const [{ id } = { id: '' }] = simulator.db.deployments.list()
  const query = `deployment_id=${id}&start_time=2026-03-02T09:00:00Z`
  await simulator.fetch(`/v2/deployment-logs?${query}`, { headers: { 'x-api-key': 'any' } })
  const cases = listCases(coverage.report(), 'listDeploymentLogEntries')
  expect(cases.filter((each) => /^(deployment_id|start_time|end_time)/.test(each))).toEqual([
    'deployment_id: given',
    'start_time: given',
    'end_time: absent',
  ])
})

test('nothing is left to cover if no request was observed', async () => {
  expect(await collect([])).toEqual({ covered: 0, total: 0, percent: 100, operations: [] })
})

const listErrors = async (operation: string, assumptions: SimulatorOptions['assumptions'] = {}) => {
  const report = await collect(['/v2/nowhere'], { assumptions })
  const cases = [...listCases(report, operation), ...listCases(report, operation, false)]
  return cases.filter((each) => each.startsWith('errors: ')).map((each) => each.replace('errors: ', ''))
}
const strictFilters = {
  emptyFilter: '422',
  malformedIdInList: '422',
  repeatedParameter: '422',
  unknownParameter: '422',
  unknownStatus: '422',
} as const

test('the errors of a list follow the assumptions', async () => {
  expect((await listErrors('listDeployments', strictFilters)).toSorted()).toEqual([
    'a parameter is unknown',
    'deployment_ids is empty',
    'deployment_ids is not a UUID',
    'deployment_ids is repeated',
    'deployment_type is not an allowed value',
    'deployment_type is repeated',
    'image_version is empty',
    'image_version is repeated',
    'limit is not an integer',
    'limit is repeated',
    'limit is too large',
    'limit is too small',
    'name_contains is empty',
    'name_contains is repeated',
    'offset is not an integer',
    'offset is repeated',
    'offset is too small',
    'remote_reconciled is not a boolean',
    'remote_reconciled is repeated',
    'status is empty',
    'status is not an allowed value',
    'status is repeated',
    'tag_value_ids is empty',
    'tag_value_ids is not a UUID',
    'tag_value_ids is repeated',
  ])
})

test.for<[string, SimulatorOptions['assumptions'], string[]]>([
  ['listRepositories', { integrationIdFormat: 'uuid' }, ['integration_id is not a UUID', 'unknown integration']],
  ['no operation', { methodNotAllowed: '404' }, ['unknown path']],
  ['no operation', { rateLimit: 'limited' }, ['unknown path', 'method not allowed', 'too many requests']],
])('the errors of %s follow the assumptions: %j', async ([operation, assumptions, expected]) => {
  expect(await listErrors(operation, assumptions)).toEqual(expected)
})

test.for<[validationStatus: '400' | '422', refusals: string[]]>([
  ['422', ['unknown integration', 'unlisted repository']],
  // An entry does not show whether an issue of the body or a refusal has this status.
  ['400', ['unknown integration']],
])('the errors of a creation follow the status of validation errors: %s', async ([validationStatus, refusals]) => {
  const errors = await listErrors('createDeployment', { validationStatus })
  expect(errors.filter((each) => !each.startsWith('body '))).toEqual(refusals)
})

test('assumptions add cases to those of the contract, and remove cases', async () => {
  const before = await collect([LIST])
  const after = await collect([LIST], {
    assumptions: { authentication: 'apiKey', creation: 'absent', statusValues: 'NEW' },
  })
  expect(after.operations.map(({ operation }) => operation)).not.toContain('createDeployment')
  expect(listCases(before, 'listDeployments', false)).not.toContain('errors: credentials are missing')
  expect(listCases(after, 'listDeployments')).toEqual(['errors: credentials are missing'])
  expect(listCases(after, 'listDeployments', false)).toContain('status: NEW')
})

test('requests count even if the journal drops them, in every session and under every assumption', async () => {
  const simulator = createSimulator({ journalSize: 1 })
  const coverage = collectCoverage(simulator)
  await sendAll(simulator, [`${LIST}?limit=1`, `/_s/other${LIST}?limit=100`])
  simulator.sessions.delete('other')
  simulator.assume({ unknownIntegration: '403' })
  await sendAll(simulator, [`${LIST}?limit=2`])
  const limits = () => listCases(coverage.report(), 'listDeployments').filter((each) => each.startsWith('limit'))
  expect(limits()).toEqual(['limit: 1', 'limit: 2 to 99', 'limit: 100'])
  coverage.stop()
  await sendAll(simulator, [LIST])
  expect(limits()).not.toContain('limit: absent')
})

test('no request breaks the coverage or reduces it', async () => {
  const simulator = createSimulator()
  const coverage = collectCoverage(simulator)
  const text = fc.oneof(fc.constantFrom('limit', 'offset', 'status', 'deployment_ids', ''), fc.string())
  const query = fc.array(fc.tuple(text, fc.oneof(fc.integer().map(String), fc.string())))
  let covered = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(LIST, '/v2/auth/providers', '/v1/integrations/github/%ff/repos', '/'),
      query,
      async (path, pairs) => {
        await sendAll(simulator, [`${path}?${new URLSearchParams(pairs)}`])
        const report = coverage.report()
        expect(report.covered).toBeGreaterThanOrEqual(covered)
        expect(report.total).toBe(TOTAL)
        covered = report.covered
      },
    ),
  )
})
