import { expect, test } from 'vitest'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/index.ts'

const MEGABYTE = 1024 * 1024
const ONES = Array(20_000).fill(1)
const LONG = Array(20_000).fill(12_345)

interface Sent {
  status: number
  bytes: number
  errors: { type: string; loc: (string | number)[]; input: unknown }[]
  detail: unknown
}

async function send(simulator: Simulator, target: string, init?: RequestInit): Promise<Sent> {
  const response = await simulator.fetch(target, init)
  const text = await response.text()
  const isJson = response.headers.get('content-type') === 'application/json'
  const { detail } = isJson ? JSON.parse(text) : { detail: text }
  const errors = Array.isArray(detail) ? detail : []
  return { status: response.status, bytes: new TextEncoder().encode(text).length, errors, detail }
}

/** The fields of a valid creation. */
function buildCreation({ db }: Simulator) {
  const [repository] = db.repositories.list()
  return {
    integration_id: repository?.integration_id,
    source_config: { repo_url: repository?.url },
    source_revision_config: { repo_ref: 'main' },
  }
}

function post(simulator: Simulator, body: unknown): Promise<Sent> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return send(simulator, '/v2/deployments', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: text,
  })
}

test.for([
  ['numbers for secrets', { secrets: ONES }],
  ['nulls for secrets', { secrets: Array(20_000).fill(null) }],
  ['empty secrets', { secrets: Array(20_000).fill({}) }],
  ['empty sidecars', { source_config: { resource_spec: { sidecars: Array(20_000).fill({}) } } }],
  ['numbers in a list of lists', { source_config: { resource_spec: { sidecars: [{ command: ONES }] } } }],
] as const)('a creation with very many errors gets the first 100 of them: %s', async ([, wrong]) => {
  const { status, errors, bytes } = await post(createSimulator(), wrong)
  expect([status, errors.length]).toEqual([422, 100])
  expect(bytes).toBeLessThan(100_000)
})

test('a creation with very many errors gets at most 10,000 errors if all of them are listed', async () => {
  const simulator = createSimulator({ assumptions: { validationErrors: 'all' } })
  const { errors, bytes } = await post(simulator, { secrets: ONES })
  expect(errors).toHaveLength(10_000)
  expect(bytes).toBeLessThan(3 * MEGABYTE)
})

test('a creation with very many errors gets the first errors in the order of the fields', async () => {
  const { errors } = await post(createSimulator(), { name: 1, secrets: ONES })
  expect(errors.map(({ loc }) => loc.slice(1).join('.')).slice(0, 5)).toEqual([
    'name',
    'integration_id',
    'source_config',
    'source_revision_config',
    'secrets.0',
  ])
})

test('a creation with very many errors gets exactly 100 errors if there are no more', async () => {
  const simulator = createSimulator()
  const { errors } = await post(simulator, { ...buildCreation(simulator), secrets: Array(100).fill(1) })
  expect(errors.map(({ loc }) => loc[2])).toEqual(Array.from({ length: 100 }, (_, index) => index))
})

const repeated = async (input: unknown) => {
  const simulator = createSimulator()
  return (await post(simulator, { ...buildCreation(simulator), secrets: input })).errors[0]?.input
}

test.for([
  ['a text of 60 KB', 'x'.repeat(60_000)],
  ['an object', { a: [1, null, true, { b: '\u{1f680}' }], '': -1.5e-7 }],
  ['a number', 1e300],
  ['an object of 60 KB', { a: Array(20_000).fill(12) }],
] as const)('an input that a response repeats is complete: %s', async ([, input]) => {
  expect(await repeated(input)).toEqual(input)
})

test.for([
  ['a text', 'x'.repeat(70_000), `${'x'.repeat(100)}...`],
  [
    'a text that would be cut in the middle of a character',
    `x${'\u{1f680}'.repeat(70_000)}`,
    `x${'\u{1f680}'.repeat(49)}...`,
  ],
  ['an object', { a: { b: LONG } }, `${`{"a":{"b":[${LONG.slice(0, 60).join(',')}`.slice(0, 100)}...`],
  [
    'an object with many fields',
    Object.fromEntries(ONES.map((_, index) => [`k${index}`, 1])),
    `${JSON.stringify(Object.fromEntries(ONES.slice(0, 50).map((_, index) => [`k${index}`, 1]))).slice(0, 100)}...`,
  ],
  ['an empty object in a large one', { a: {}, b: LONG }, `${`{"a":{},"b":[${LONG.slice(0, 60)}`.slice(0, 100)}...`],
  [
    'an ended list in a large object',
    { a: [1, 2], b: LONG },
    `${`{"a":[1,2],"b":[${LONG.slice(0, 60)}`.slice(0, 100)}...`,
  ],
  ['an object with a long name', { ['n'.repeat(70_000)]: 1 }, `{"${'n'.repeat(98)}...`],
] as const)('an input that a response repeats is cut to its start if it is too large: %s', async ([, input, start]) => {
  expect(await repeated(input)).toBe(start)
})

test('an input that a response repeats is complete for as long as there is room for all inputs', async () => {
  const secrets = Array.from({ length: 100 }, (_, index) => `${index} ${'x'.repeat(1000)}`)
  const simulator = createSimulator()
  const { errors, bytes } = await post(simulator, { ...buildCreation(simulator), secrets })
  const whole = errors.filter(({ input }) => String(input).length > 1000)
  expect([whole.length, errors.at(-1)?.input]).toEqual([65, `99 ${'x'.repeat(97)}...`])
  expect(bytes).toBeLessThan(100_000)
})

test('an input that a response repeats is also cut if the content type is not JSON', async () => {
  const init = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(MEGABYTE) }
  const { errors } = await send(createSimulator(), '/v2/deployments', init)
  expect(errors[0]?.input).toBe(`${'x'.repeat(100)}...`)
})

test.for([
  ['values', { secrets: Array(2000).fill({ name: 'a', value: 'b' }) }],
  ['characters', { name: 'x'.repeat(300_000) }],
  ['labels', { source_config: { resource_spec: { labels: Object.fromEntries(ONES.map((_, at) => [at, 'x'])) } } }],
  ['items in a label', { source_config: { resource_spec: { labels: { a: ONES } } } }],
] as const)('a creation that is too large gets 413 and changes nothing: %s', async ([, more]) => {
  const simulator = createSimulator()
  const creation = buildCreation(simulator)
  const source_config = { ...creation.source_config, ...('source_config' in more ? more.source_config : {}) }
  const { status, detail } = await post(simulator, { ...creation, ...more, source_config })
  expect([status, detail]).toEqual([413, 'Request body too large: at most 4000 values and 262144 characters are taken'])
  expect(simulator.db.deployments.count()).toBe(60)
})

test('a creation that is too large gets its errors if they come before the limit is reached', async () => {
  const secrets = [...ONES.slice(0, 3), ...Array(2000).fill({ name: 'a', value: 'b' })]
  const simulator = createSimulator()
  const { status, errors } = await post(simulator, { ...buildCreation(simulator), secrets })
  expect([status, errors.length]).toEqual([422, 3])
})

test.for([
  ['values', { unknown: Array(25_000).fill(1) }],
  ['names', { unknown: Object.fromEntries(Array.from({ length: 25_000 }, (_, index) => [`k${index}`, 1])) }],
  ['lists', { unknown: Array(25_000).fill([]) }],
  ['floats', `{"unknown":[${'1.0,'.repeat(25_000)}1.0]}`],
] as const)(
  'a creation that is too large is not even read, also if the rest of it is ignored: %s',
  async ([, body]) => {
    const { status, detail } = await post(createSimulator(), body)
    expect([status, detail]).toEqual([413, 'Request body too large: at most 25000 values are read'])
  },
)

test('a creation that is too large gets 413 in the format of errors', async () => {
  const response = await createSimulator({ assumptions: { errorBody: 'message' } }).fetch('/v2/deployments', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Array(25_000).fill(1)),
  })
  const message = 'Request body too large: at most 25000 values are read'
  expect([response.status, await response.json()]).toMatchObject([413, { error: { message } }])
})

test('a creation that is too large is accepted if only unknown fields are large', async () => {
  const simulator = createSimulator()
  expect((await post(simulator, { ...buildCreation(simulator), unknown: ONES })).status).toBe(201)
})

const DIGITS = '9'.repeat(4301)

test.for([
  ['as a value', `{"name":${DIGITS}}`],
  ['with a minus', `{"name":-${DIGITS}}`],
  ['among many others', `[${'1,'.repeat(10_000)}${DIGITS}]`],
  ['before invalid JSON', `{"name":${DIGITS},}`],
] as const)('an integer of more than 4,300 digits in a body makes the body unreadable: %s', async ([, body]) => {
  expect(await post(createSimulator(), body)).toMatchObject({
    status: 400,
    detail: 'There was an error parsing the body',
  })
})

test.for([
  ['in a text', `{"name":"${DIGITS}"}`, 422],
  // It is a float, which is infinite, so Python cannot repeat it.
  ['with a fraction', `{"padding":${DIGITS}.5}`, 500],
  ['with an exponent', `{"padding":${DIGITS}e5}`, 500],
  ['with one digit less', `{"padding":-${'9'.repeat(4300)}}`, 422],
  ['after invalid JSON', `{,"name":${DIGITS}}`, 422],
] as const)(
  'an integer of more than 4,300 digits in a body does not make it unreadable: %s',
  async ([, body, status]) => {
    expect((await post(createSimulator(), body)).status).toBe(status)
  },
)

const list = async (assumptions: SimulatorOptions['assumptions'], query: string) =>
  send(
    createSimulator({ scenario: 'empty', ...(assumptions === undefined ? {} : { assumptions }) }),
    `/v2/deployments?${query}`,
  )

test.for([
  [
    'unknown parameters',
    { unknownParameter: '422' },
    Array.from({ length: 5000 }, (_, index) => `k${index}`).join('&'),
  ],
  ['malformed ids', { malformedIdInList: '422' }, `deployment_ids=${'x,'.repeat(20_000)}`],
  ['both', { malformedIdInList: '422', unknownParameter: '422' }, `tag_value_ids=${'x,'.repeat(99)}&a&b&c`],
] as const)('a query with very many errors gets the first 100 of them: %s', async ([, assumptions, query]) => {
  const { status, errors, bytes } = await list(assumptions, query)
  expect([status, errors.length]).toEqual([422, 100])
  expect(bytes).toBeLessThan(100_000)
})

test('a query with very many errors gets one of a parameter that is repeated too often', async () => {
  const { errors, bytes } = await list({ repeatedParameter: '422' }, 'limit=1&'.repeat(8000))
  expect(errors).toMatchObject([{ type: 'too_long' }])
  expect(bytes).toBeLessThan(100_000)
})

test('a query with very many errors gets the start of a long name', async () => {
  const { errors } = await list({ unknownParameter: '422' }, 'n'.repeat(60_000))
  expect(errors).toMatchObject([{ loc: ['query', `${'n'.repeat(100)}...`] }])
})

test('a query with very many errors gets the start of a long unknown id', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  const { detail } = await send(simulator, `/v1/integrations/github/${'i'.repeat(50_000)}/repos`)
  expect(detail).toBe(`Integration ID ${'i'.repeat(100)}... not found.`)
})
