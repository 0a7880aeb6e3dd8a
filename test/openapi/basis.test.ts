import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { BasisOfParts } from '../../src/engine/define/basis.ts'
import type { Json } from '../../src/engine/reports/openapi/parts.ts'
import { createSimulator } from '../../src/index.ts'
import { PRESETS, type Preset } from '../../src/service/assumptions/presets.ts'
import { operations } from '../../src/service/operations.ts'
import { allResources } from '../../src/service/resources/resources.ts'
import { listOperations, type ServiceDocument } from '../support/service-document.ts'

const SOURCES = [
  'documented: contract',
  'documented: OpenAPI',
  'documented: page',
  'documented: page, but neither its status nor its text',
  'seen: client',
  'seen: client, but not its text',
  'seen: client, but neither its status nor its text',
  'seen: framework',
  'guessed',
]

const documents = new Map(await Promise.all(PRESETS.map(async (preset) => [preset, await describe(preset)] as const)))

async function describe(preset: Preset): Promise<ServiceDocument> {
  return (await createSimulator({ preset, scenario: 'empty' }).openapi()) as unknown as ServiceDocument
}

const NEXT = documents.get('langsmith-next') as ServiceDocument

type Part = Json & { readonly 'x-basis'?: unknown }

/** The parts that say where they are known from: operations, parameters, responses, refusals and schemas. */
function listParts({ paths, components }: ServiceDocument): [name: string, basis: unknown][] {
  const ofOperations = listOperations({ paths } as ServiceDocument).flatMap(({ operation }) => {
    const { operationId, parameters = [], responses } = operation
    return [
      [operationId, operation] as const,
      ...parameters.map((part) => [`${operationId} ${part.in === 'query' ? '?' : ''}${part.name}`, part] as const),
      ...Object.entries(responses).map(([status, part]) => [`${operationId} ${status}`, part] as const),
    ] satisfies (readonly [string, object])[]
  })
  const schemas = Object.entries(components.schemas).filter(([name]) => !/^ErrorBody|^ValidationError|Page$/.test(name))
  return [...ofOperations, ...schemas].map(([name, part]) => [name, (part as Part)['x-basis']])
}

test.for(PRESETS)('each part of the document under %s says where it is known from', (preset) => {
  for (const [name, basis] of listParts(documents.get(preset) as ServiceDocument)) {
    const all = typeof basis === 'object' && basis !== null ? Object.values(basis) : [basis]
    expect(all, name).not.toEqual([])
    for (const each of all) expect(SOURCES, `${name}: ${String(each)}`).toContain(each)
  }
})

test('the document that the service itself serves says nothing of it', async () => {
  const simulator = createSimulator({ preset: 'langsmith' })
  expect(await (await simulator.fetch('/openapi.json')).text()).not.toContain('x-basis')
})

// What the pages of the service and its clients show of operations. All others are in its document of May 2026.
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'documented: contract': ['listOAuthProviders', 'listDeployments', 'createDeployment'],
  'documented: page': [
    'listGithubInstallations',
    'listGithubInstallationRepositories',
    'createGithubInstallationLink',
    'listForgeGithubInstallations',
    'listForgeGithubInstallationRepositories',
    'createForgeGithubInstallationLink',
    'getPickerSession',
    'createPickerSessionSelection',
    'getFreeDeploymentCount',
    'patchDeploymentTier',
    'patchDeploymentResourceTiers',
    'createRevision',
    'interruptRevision',
    'listDeploymentLogs',
    'listRevisionLogs',
    'listDeploymentLogEntries',
    'listPlatformOAuthProviders',
    'getPlatformOAuthProvider',
    'checkOAuthTokensExistBatch',
    'importOAuthToken',
    'listTokenEvents',
    'upsertAgentProviderToken',
  ],
  'seen: client': [
    'createUploadUrl',
    'createPushToken',
    'listProjectDeployLogs',
    'listProjectRevisionDeployLogs',
    'listProjectRevisionBuildLogs',
  ],
  guessed: ['uploadSource'],
}

test('each operation is known from where its method and its path are', () => {
  const expected = operations.map(({ name }) => {
    const [basis = 'documented: OpenAPI'] = Object.entries(ELSEWHERE).find(([, names]) => names.includes(name)) ?? []
    return [name, basis]
  })
  const found = listOperations(NEXT).map(({ operation }) => [
    operation.operationId,
    (operation as { 'x-basis'?: string })['x-basis'],
  ])
  expect(found.toSorted()).toEqual(expected.toSorted())
})

const [contract = '', , endpoints = ''] = readFileSync(
  new URL('../../docs/interface.md', import.meta.url),
  'utf8',
).split(/\n## [345]/)

// Its tables have a field in each row, and the numbers of a resource_spec are in sentences.
const WRITTEN = new Set(
  [...contract.matchAll(/^\| (\w+) \| |(?<=[:,{(] ?|with |and )(\w+)(?=[,:\n)]| \()/gm)].flatMap(
    ([, ...names]) => names,
  ),
)

test.for(['Deployment', 'OAuthProvider', 'ResourceSpec', 'Volume', 'VolumeMount', 'Container'])(
  'the fields of %s that are known from the contract are in it',
  (name) => {
    for (const preset of PRESETS) {
      const schema = documents.get(preset)?.components.schemas[name] as Part
      const known = listFields(schema, String(schema['x-basis'])).filter(
        ([, basis]) => basis === 'documented: contract',
      )
      expect(
        known.map(([field]) => field).filter((field) => !WRITTEN.has(field)),
        FIELD_ADVICE,
      ).toEqual([])
      expect(known.length).toBeGreaterThan(3)
    }
  },
)

const ADVICE =
  'Say in the `basis` of the operation where these are known from: { except: { "seen: client": ["?name"] } }, for example in src/service/listing/lists.ts.'
const FIELD_ADVICE =
  'Say in the `basis` of the resource where these are known from, for example by OF_CLIENTS in src/service/resources/deployments/wire.ts.'

/** The parameters of queries, each with its operation and its basis. */
function listParameters(document: ServiceDocument): [name: string, basis: string][] {
  return listParts(document).flatMap(([name, basis]) => (name.includes(' ?') ? [[name, String(basis)]] : []))
}

test('the parameters that are known from the contract are in it', () => {
  const written = Array.from(endpoints.matchAll(/^\| (\w+) \|/gm), ([, name]) => name)
  const known = PRESETS.flatMap((preset) => listParameters(documents.get(preset) as ServiceDocument)).flatMap(
    ([name, basis]) => (basis === 'documented: contract' ? [name] : []),
  )
  expect(
    known.filter((name) => !written.includes(name.split(' ?')[1])),
    ADVICE,
  ).toEqual([])
  expect(known.length).toBeGreaterThan(8)
})

test('the parameters that only the newest version has are in no document of May 2026', () => {
  const before = listParameters(documents.get('langsmith') as ServiceDocument).map(([name]) => name)
  const added = listParameters(NEXT).filter(([name]) => !before.includes(name))
  const operationsBefore = before.map((name) => name.split(' ')[0])
  const known = added.filter(
    ([name, basis]) =>
      operationsBefore.includes(name.split(' ')[0]) && !/^(?:seen|guessed|documented: page)/.test(basis),
  )
  expect(known, ADVICE).toEqual([])
})

/** The fields of a schema at any depth, each with its basis. */
function listFields({ properties = {}, items = {} }: Part, basis: string): [name: string, basis: string][] {
  const own = Object.entries(properties as Record<string, Part>).flatMap(([name, field]) => {
    const { 'x-basis': known = basis } = field
    return [[name, String(known)] as [string, string], ...listFields(field, String(known))]
  })
  return [...own, ...(Object.keys(items as Part).length === 0 ? [] : listFields(items as Part, basis))]
}

test('what only the newest version has is in neither the contract nor the document of May 2026', () => {
  const before = documents.get('langsmith')?.components.schemas ?? {}
  for (const [name, schema] of Object.entries<Part>(NEXT.components.schemas as Record<string, Part>)) {
    const known = listFields((before[name] ?? {}) as Part, '').map(([field]) => field)
    const added = listFields(schema, String(schema['x-basis'])).filter(([field]) => !known.includes(field))
    for (const [field, basis] of added)
      expect(`${name}.${field}: ${basis}`, FIELD_ADVICE).toMatch(/: (seen|guessed|documented: page)/)
  }
})

test('each exception is about a part that exists', async () => {
  const accepting = await createSimulator({ scenario: 'empty', assumptions: { creation: 'accepted' } }).openapi()
  const texts = [...documents.values(), accepting].map((document) => JSON.stringify(document))
  const isThere = (part: string): boolean =>
    part === 'path' || texts.some((text) => text.includes(`"${part.replace('?', '')}"`))
  for (const { name, basis } of [
    ...operations,
    ...allResources.map(({ name, wire }) => ({ name, basis: wire?.basis })),
  ]) {
    const { except = {} } = (basis ?? {}) as BasisOfParts
    for (const part of Object.values<unknown>(except).flat())
      expect(isThere(String(part)), `${name}: ${part}`).toBe(true)
  }
})
