import { expect, test } from 'vitest'
import { createSimulator, type SimulatorOptions } from '../../src/index.ts'
import { PRESETS } from '../../src/service/assumptions/presets.ts'
import { listDeployments } from '../../src/service/listing/lists.ts'
import { isFull } from '../support/scope.ts'
import { createValidation, listOperations, type ServiceDocument } from '../support/service-document.ts'
import { listSilentParts } from '../support/silent-parts.ts'

async function build(options?: SimulatorOptions): Promise<ServiceDocument> {
  return (await createSimulator(options).openapi()) as ServiceDocument
}

// It has everything that the others have.
const chosen = isFull ? PRESETS : (['langsmith'] as const)

const shared = new Map<string, Promise<ServiceDocument>>()

/** Builds a document, or returns the one that another test has built with the same options. */
function find(options: SimulatorOptions = {}): Promise<ServiceDocument> {
  const key = JSON.stringify(options)
  const document = shared.get(key) ?? build(options)
  shared.set(key, document)
  return document
}

interface Marked {
  'x-assumption'?: string | string[]
}

/** The marks of a part. */
const marksOf = (part: object | undefined) => [(part as Marked | undefined)?.['x-assumption'] ?? []].flat()

const schemaOf = ({ components }: ServiceDocument, name: string) =>
  components.schemas[name] as { properties: Record<string, object>; required: string[]; additionalProperties: boolean }

const listing = ({ paths }: ServiceDocument) => paths['/v2/deployments']?.get
const creation = ({ paths }: ServiceDocument) => paths['/v2/deployments']?.post

test.for(chosen)(
  'the document of the service says something in every description under the preset %s',
  async (preset) => {
    expect(listSilentParts(await find({ preset }))).toEqual([])
  },
)

test('the document of the service limits integers only where the service does, and not to those of JavaScript', async () => {
  const text = JSON.stringify(await find({ preset: 'langsmith' }))
  expect(text).toContain('"maximum":100')
  expect(text).not.toContain('9007199254740991')
})

test('the document of the service describes no content of responses without a body', async () => {
  const operations = listOperations(await find({ preset: 'langsmith' }))
  const empty = operations.flatMap(({ operation }) => operation.responses[204] ?? [])
  expect(empty.length).toBeGreaterThan(0)
  for (const response of empty) expect(response).not.toHaveProperty('content')
})

test('the document of the service contains every operation of the service once', async () => {
  const simulator = createSimulator({ preset: 'langsmith' })
  const document = await find({ preset: 'langsmith' })
  const described = listOperations(document).map(({ method, path, operation }) => ({
    operation: operation.operationId,
    method: method.toUpperCase(),
    template: path,
  }))
  const atRoot = simulator.service.routes.filter(({ template }) => !template.startsWith('/api-host'))
  // A document groups the operations of a path.
  expect(described).toHaveLength(atRoot.length)
  expect(described).toEqual(expect.arrayContaining(atRoot))
})

test('the document of the service groups the operations by what their paths are about', async () => {
  const document = await find({ preset: 'langsmith' })
  const tags = new Map(listOperations(document).map(({ path, operation }) => [path, operation.tags]))
  expect(tags.get('/v2/deployments/{deployment_id}/revisions')).toEqual(['deployments'])
  expect(tags.get('/v1/integrations/github/{integration_id}/repos')).toEqual(['integrations'])
  expect(tags.get('/v2/auth/providers')).toEqual(['auth'])
})

test('the document of the service does not change the world', async () => {
  const simulator = createSimulator()
  const before = simulator.snapshot()
  await simulator.openapi()
  expect(simulator.snapshot()).toEqual(before)
  expect(simulator.requests.count()).toBe(0)
})

test('the document of the service is the same for the same world', async () => {
  expect(await build({ seed: 7 })).toEqual(await build({ seed: 7 }))
})

test('the document of the service has no example of a creation for a world without data', async () => {
  const document = await find({ scenario: 'empty' })
  expect(creation(document)?.requestBody?.content['application/json']).not.toHaveProperty('example')
})

test('the document of the service names the server of its reader and the base paths of the service', async () => {
  const simulator = createSimulator({ assumptions: { versionPrefix: 'root,/api-host' } })
  const servers = async (server?: string) =>
    ((await simulator.openapi(server === undefined ? {} : { server })) as ServiceDocument).servers.map(({ url }) => url)
  expect(await servers()).toEqual(['/', '/api-host'])
  expect(await servers('https://api.test/a')).toEqual(['https://api.test/a', 'https://api.test/a/api-host'])
})

test('the document follows the assumptions about paths', async () => {
  const document = await find({ assumptions: { repositoryPaths: '/a/{integration_id}, /b/{integration_id}/c' } })
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/a/{integration_id}', '/b/{integration_id}/c']))
})

test('the document follows the assumptions about the names of fields', async () => {
  const { required } = schemaOf(await find({ assumptions: { repositoryFields: 'a, b, c, d, e, f' } }), 'Repository')
  expect(required).toEqual([...'abcdef'])
})

test('the document follows the assumptions about fields without a value', async () => {
  const ofNull = schemaOf(await find(), 'Deployment')
  expect(ofNull.required).toContain('image_version')
  expect(ofNull.properties.image_version).toMatchObject({ type: ['string', 'null'] })
  const ofAbsent = schemaOf(await find({ assumptions: { optionalFields: 'absent' } }), 'Deployment')
  expect(ofAbsent.required).not.toContain('image_version')
  expect(ofAbsent.properties.image_version).toMatchObject({ type: 'string' })
  const ofNone = schemaOf(await find({ assumptions: { nullableFields: 'none' } }), 'Deployment')
  expect(ofNone.required).toContain('image_version')
  expect(ofNone.properties.image_version).toMatchObject({ type: 'string' })
})

test('the document follows the assumptions about unknown fields', async () => {
  expect(schemaOf(await find(), 'Deployment').additionalProperties).toBe(false)
  const assumptions = { unknownFields: 'extra' } as const
  expect(schemaOf(await find({ assumptions }), 'Deployment').additionalProperties).toBe(true)
})

test('the document follows the assumptions about credentials', async () => {
  const open = await find()
  expect(listing(open)).toMatchObject({ security: [] })
  expect(open.components).not.toHaveProperty('securitySchemes')
  const closed = await find({ assumptions: { authentication: 'apiKeyOrBearer', authenticationFailure: '401' } })
  expect(listing(closed)?.security).toEqual([{ apiKey: [] }, { bearer: [] }])
  expect(closed.components.securitySchemes).toMatchObject({
    apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
    bearer: { type: 'http', scheme: 'bearer' },
  })
  expect(listing(closed)?.responses[401]?.headers).toHaveProperty('WWW-Authenticate')
})

test('the document lets the parameters be null that have no default, as FastAPI writes it', async () => {
  const parameters = listing(await find())?.parameters ?? []
  const type = parameters.find(({ name }) => name === 'deployment_type')?.schema
  expect(type).toEqual({ anyOf: [{ type: 'string', enum: ['dev_free', 'dev', 'prod'] }, { type: 'null' }] })
  const nullable = parameters.filter(({ schema }) => 'anyOf' in schema).map(({ name }) => name)
  expect(nullable).toEqual(Object.keys(listDeployments.parameters).slice(2, 9))
})

test('the document follows the assumptions about the parameters that newer clients send', async () => {
  const names = async (assumptions: object) => listing(await find({ assumptions }))?.parameters?.map(({ name }) => name)
  const all = Object.entries(listDeployments.parameters)
  const written = all.filter(([, { addedBy }]) => addedBy === undefined)
  const newer = all.filter(([, { addedBy = {} }]) => Object.keys(addedBy).every((id) => id === 'newerParameters'))
  expect(written.length).toBeLessThan(newer.length)
  expect(await names({})).toEqual(written.map(([name]) => name))
  expect(await names({ newerParameters: 'supported' })).toEqual(newer.map(([name]) => name))
})

test.for([
  ['422', { type: 'string', minLength: 1 }],
  ['ignored', { type: 'string' }],
] as const)('the document follows the assumptions about empty filters: %s', async ([emptyFilter, schema]) => {
  const document = await find({ assumptions: { emptyFilter } })
  expect(listing(document)?.parameters?.find(({ name }) => name === 'name_contains')?.schema).toEqual({
    anyOf: [schema, { type: 'null' }],
  })
  expect(JSON.stringify(listing(document)).includes('"minLength":1')).toBe(emptyFilter === '422')
})

test('the document follows the assumptions about an organization without the feature', async () => {
  const document = await find({ assumptions: { deploymentFeature: 'notEnabled' } })
  expect(listing(document)?.responses[403]).toMatchObject({ description: 'Deployments not enabled.' })
})

test('the document follows the assumptions about errors', async () => {
  const document = await find({ assumptions: { errorBody: 'problem', validationStatus: '400' } })
  expect(listing(document)?.responses).not.toHaveProperty('422')
  expect(Object.keys(listing(document)?.responses[400]?.content ?? {})).toEqual(['application/problem+json'])
})

test.for([
  ['rateLimit', 'limited', 429],
  ['trailingSlash', 'redirect', 307],
  ['duplicateName', '409', 409],
] as const)('the document follows the assumptions about the status that %s=%s gives', async ([id, value, status]) => {
  const { none, with: described } = {
    none: creation(await find({ assumptions: { rateLimit: 'none', trailingSlash: '404', duplicateName: 'accepted' } })),
    with: creation(await find({ assumptions: { [id]: value } })),
  }
  expect(Object.keys(none?.responses ?? {})).not.toContain(String(status))
  expect(marksOf(described?.responses[status])).toContain(`${id}=${value}`)
})

test('the document follows the assumptions about HEAD', async () => {
  expect(listOperations(await find()).map(({ method }) => method)).not.toContain('head')
  const { paths } = await find({ assumptions: { headRequests: '200' } })
  expect(paths['/v2/deployments']?.head?.responses[200]).not.toHaveProperty('content')
})

test('the document follows the assumptions about the operations that there are', async () => {
  const document = await find({ assumptions: { creation: 'absent' } })
  expect(creation(document)).toBeUndefined()
  expect(marksOf(document)).toContain('creation=absent')
})

test('a part that is assumed is marked with the assumption and its value', async () => {
  const document = await find({ preset: 'langsmith' })
  expect(marksOf(document.servers[0])).toEqual(['versionPrefix=root,/api-host'])
  expect(marksOf(listing(document)?.responses[200])).toContain('deploymentOrdering=createdDescending')
  expect(marksOf(listing(document)?.parameters?.find(({ name }) => name === 'name_contains'))).toContain(
    'nameMatching=substring',
  )
  expect(marksOf(schemaOf(document, 'Deployment').properties.created_at)).toEqual(['timestampFormat=microsecondsZ'])
  expect(marksOf(schemaOf(document, 'Deployment'))).toContain('recordShape=upstream')
})

test('a part that is assumed is marked with every assumption that a response depended on', async () => {
  const simulator = createSimulator({ preset: 'langsmith' })
  const document = await find({ preset: 'langsmith' })
  const marks = JSON.stringify(document)
  const headers = { 'x-api-key': 'any' }
  for (const query of ['', '?limit=x', '?status=READY&name_contains=a', '?offset=9999', '?tag_value_ids=x']) {
    await simulator.fetch(`/v2/deployments${query}`, { headers })
  }
  const dependsOn = simulator.requests
    .list()
    .flatMap(({ id }) => Object.keys(simulator.requests.get(id)?.explanation.assumptions ?? {}))
  expect(dependsOn).not.toEqual([])
  for (const id of dependsOn) expect(marks).toContain(`"${id}=`)
})

test.for(chosen)('an example is valid against the schema next to it under the preset %s', async (preset) => {
  const document = await find({ preset })
  const findIssue = createValidation(document)
  const examples = listOperations(document).flatMap(({ path, method, operation }) => [
    ...Object.entries(operation.requestBody?.content ?? {}).map(([type, { example }]) => ({
      place: ['paths', path, method, 'requestBody', 'content', type, 'schema'],
      example,
    })),
    ...Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
      Object.entries(content).map(([type, { example }]) => ({
        place: ['paths', path, method, 'responses', status, 'content', type, 'schema'],
        example,
      })),
    ),
  ])
  const given = examples.filter(({ example }) => example !== undefined)
  expect(given.length).toBeGreaterThan(10)
  for (const { place, example } of given) expect(findIssue(place, example)).toBeUndefined()
})

test('an example of a response is what the service responds', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  simulator.db.deployments.create({ name: 'checkout', status: 'READY' })
  const document = (await simulator.openapi()) as ServiceDocument
  const query = new URLSearchParams(
    listing(document)?.parameters?.flatMap(({ name, example }) =>
      example === undefined ? [] : [[name, `${example}`]],
    ),
  )
  const response = await simulator.fetch(`/v2/deployments?${query}`)
  expect(listing(document)?.responses[200]?.content?.['application/json']?.example).toEqual(await response.json())
})

test('an example of an error is what the service responds to an invalid request', async () => {
  const example = listing(await find())?.responses[422]?.content?.['application/json']?.example
  expect(example).toEqual({ detail: [expect.objectContaining({ type: 'int_parsing', loc: ['query', 'limit'] })] })
})

const VOLUME = { name: 'cache', emptyDir: { medium: 'Memory', other: [1] } }
const bodies: [string, object, boolean][] = [
  ['without an integration', { integration_id: null }, false],
  ['with the integration in source_config', { integration_id: null, source_config: 'with' }, true],
  ['with unknown fields', { other: 1 }, true],
  ['with a name that is not a text', { name: 7 }, false],
  ['without a repository', { source_config: {} }, false],
  ['with any fields in a free-form object', { source_config: 'volume' }, true],
]

let validateBody: ReturnType<typeof createValidation> | undefined
test.for(bodies)('the schema of a body agrees with the service about one %s', async ([, change, isValid]) => {
  const simulator = createSimulator()
  const document = await find()
  const [repository] = simulator.db.repositories.list()
  const usual = { repo_url: repository?.url }
  const given = { ...change } as { source_config?: unknown }
  if (given.source_config === 'with') given.source_config = { ...usual, integration_id: repository?.integration_id }
  if (given.source_config === 'volume') given.source_config = { ...usual, resource_spec: { volumes: [VOLUME] } }
  const body = {
    integration_id: repository?.integration_id,
    source_config: usual,
    source_revision_config: { repo_ref: 'main' },
    ...given,
  }
  const headers = { 'content-type': 'application/json' }
  const response = await simulator.fetch('/v2/deployments', { method: 'POST', headers, body: JSON.stringify(body) })
  validateBody ??= createValidation(document)
  const place = ['paths', '/v2/deployments', 'post', 'requestBody', 'content', 'application/json', 'schema']
  expect([response.status, validateBody(place, body) === undefined]).toEqual([isValid ? 201 : 422, isValid])
})

test('a document is written once for the same data and assumptions', async () => {
  const simulator = createSimulator({ preset: 'langsmith', scenario: 'first-day' })
  const countBytes = () => simulator.memory().kinds.responses
  const document = await simulator.openapi()
  const kept = countBytes()
  expect(kept).toBeGreaterThan(JSON.stringify(document).length)
  expect(await simulator.openapi()).toEqual(document)
  expect(countBytes()).toBe(kept)
  const read = async (query: string) => (await simulator.fetch(`/openapi.json?${query}`)).text()
  const own = await read('a')
  const keptBoth = countBytes()
  expect(keptBoth - kept).toBeGreaterThan(own.length)
  expect([await read('b'), countBytes()]).toEqual([own, keptBoth])
})

test('a document shows the data of now, although it is kept', async () => {
  const simulator = createSimulator()
  const before = JSON.stringify(await simulator.openapi())
  for (const { id } of simulator.db.deployments.list()) simulator.db.deployments.delete(id)
  expect(JSON.stringify(await simulator.openapi())).not.toBe(before)
})
