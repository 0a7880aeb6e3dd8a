import { expect, test } from 'vitest'
import { bodyModelOf, templateOf } from '../../src/engine/contract/operation/operation.ts'
import { choicesOf, isInQuery, type Value } from '../../src/engine/contract/operation/value.ts'
import { resolveAssumptions } from '../../src/engine/define/assumptions/assumptions.ts'
import type { RunSettings } from '../../src/engine/sessions/state/start.ts'
import { createSimulator as createEngine } from '../../src/engine/simulator/simulator.ts'
import { createSimulator, type SimulatorOptions } from '../../src/index.ts'
import { questions } from '../../src/service/assumptions/questions.ts'
import { operations } from '../../src/service/operations.ts'
import { service } from '../../src/service/service.ts'

const LABEL = 'x-simulator-assumptions'

test.for<[string, string, string]>([
  ['POST', '/v2/deployments', 'To allow it, assume creation=simulated.'],
  ['HEAD', '/v2/deployments', 'To allow it, assume headRequests=200.'],
  ['GET', '/v2/integrations/github/x/repos', 'To allow it, assume repositoryPaths=v2.'],
  [
    'DELETE',
    '/v2/deployments/x',
    'To allow it, assume operations=upstream. The presets langsmith and langsmith-next have it.',
  ],
  ['PUT', '/v2/deployments', 'No assumption adds it.'],
  ['GET', '/nowhere', 'No assumption adds it.'],
])('strict answers %s %s with 501 and the assumption that would allow it', async ([method, path, advice]) => {
  const response = await createSimulator({ strict: true }).fetch(path, { method })
  expect(response.status).toBe(501)
  if (method === 'HEAD') return
  expect(await response.json()).toEqual({ detail: `${method} ${path} is not in the contract. ${advice}` })
})

test.for([
  ['in code', { assumptions: { creation: 'simulated' } }],
  ['with a preset of the real service', { preset: 'langsmith' }],
] as const)('strict allows an operation whose assumption was chosen %s', async ([, options]) => {
  const simulator = createSimulator({ strict: true, ...options })
  const response = await simulator.fetch('/v2/deployments', { method: 'POST', body: '{}' })
  expect(response.status).not.toBe(501)
})

// Under this seed, the service ignores unknown parameters, and has all operations.
const VARY = 4

test.for<[string, SimulatorOptions, RunSettings, number]>([
  ['was drawn', { vary: VARY }, {}, 501],
  ['was drawn for the run', {}, { vary: { seed: VARY } }, 501],
  ['was chosen beside drawn ones', { vary: VARY, assumptions: { operations: 'upstream' } }, {}, 404],
  ['was chosen for the run', {}, { vary: { seed: VARY }, assumptions: { operations: 'upstream' } }, 404],
  ['is not drawn for the run', { assumptions: { operations: 'upstream' } }, { vary: { seed: VARY, only: [] } }, 404],
])('strict answers an operation as it should whose assumption %s', async ([, options, run, status]) => {
  const free = { authentication: 'none', deploymentFeature: 'enabled', keyScope: 'workspace' } as const
  const assumptions = { ...free, ...options.assumptions }
  const settings = { ...run, assumptions: { ...free, ...run.assumptions } }
  const simulator = createEngine(service, { strict: true, ...options, assumptions } as never, { run: settings })
  expect(simulator.assumptions.operations).toBe('upstream')
  expect((await simulator.fetch(`/v2/deployments/${ID}`)).status).toBe(status)
})

test.for<[string, string, object, number]>([
  ['a parameter that the contract does not have', 'statsu=READY', {}, 501],
  ['a parameter that only newer clients send', 'name=x', {}, 501],
  ['a parameter of the contract', 'status=READY', {}, 200],
  ['any parameter once unknownParameter is chosen', 'statsu=READY', { unknownParameter: 'ignored' }, 200],
])('strict answers %s as it should', async ([, query, assumptions, status]) => {
  const response = await createSimulator({ strict: true, assumptions }).fetch(`/v2/deployments?${query}`)
  expect(response.status).toBe(status)
})

test('strict names the parameter that was meant, and the assumption that would ignore it', async () => {
  const response = await createSimulator({ strict: true }).fetch('/v2/deployments?statsu=READY')
  const { detail } = (await response.json()) as { detail: string }
  expect(detail).toBe(
    'GET /v2/deployments has no parameter "statsu" in the contract. Did you mean "status"? To allow it, assume unknownParameter=ignored.',
  )
})

test('strict names the assumptions that add a parameter', async () => {
  const response = await createSimulator({ strict: true }).fetch('/v2/deployments?agent_id=x')
  const { detail } = (await response.json()) as { detail: string }
  expect(detail).toContain('assume newerParameters=supported or newerParameters=withoutAgents or unknownParameter=')
})

// Every operation, and none of the values that only assumptions add.
const creations = ['upstream', 'simulated'] as const
const chosen = { operations: 'upstream', unknownStatus: '422' } as const
const ID = '00000000-0000-4000-8000-000000000000'

interface Place {
  readonly field: string
  readonly choices: readonly string[]
  readonly allowed: readonly string[]
  readonly creation: (typeof creations)[number]
  send(text: string): [target: string, init: RequestInit]
}

function listChoices(value: Value, path: readonly string[] = []): [path: readonly string[], rule: Value][] {
  if (value.kind === 'list') return listChoices(value.of, [...path, '0'])
  if (value.kind !== 'model') return [[path, value]]
  return Object.entries(value.model.fields).flatMap(([name, field]) => listChoices(field, [...path, name]))
}

const nest = (path: readonly string[], text: unknown): unknown =>
  path.reduceRight((inner, name) => (name === '0' ? [inner] : { [name]: inner }), text)

/** Every parameter and every field of a body whose values depend on assumptions. */
function listPlaces(creation: Place['creation']): Place[] {
  const assumptions = resolveAssumptions(questions, 'spec', { ...chosen, creation })
  return operations.flatMap((operation) => {
    const { method } = operation
    const target = templateOf(operation, assumptions)?.replaceAll(/\{\w+\}/g, ID)
    if (target === undefined) return []
    const inQuery = Object.entries(operation.parameters).flatMap(([field, parameter]): Place[] => {
      if (!isInQuery(parameter, assumptions)) return []
      const send = (text: string): ReturnType<Place['send']> => [`${target}?${field}=${text}`, { method }]
      if (parameter.kind !== 'choice' || parameter.choicesUnder === undefined) return []
      return [{ field, choices: parameter.choices, allowed: choicesOf(parameter, assumptions), creation, send }]
    })
    const model = bodyModelOf(operation, assumptions)
    const inBody = listChoices(model === undefined ? { kind: 'text' } : { kind: 'model', model }).flatMap(
      ([path, rule]): Place[] => {
        if (rule.kind !== 'choice' || rule.choicesUnder === undefined) return []
        const headers = { 'content-type': 'application/json' }
        const send = (text: string): ReturnType<Place['send']> => [
          target,
          { method, headers, body: JSON.stringify(nest(path, text)) },
        ]
        const allowed = choicesOf(rule, assumptions)
        return [{ field: path.join('.'), choices: rule.choices, allowed, creation, send }]
      },
    )
    return [...inQuery, ...inBody]
  })
}

const places = creations.flatMap((creation) => listPlaces(creation))
const values = places.flatMap((place) => place.choices.map((text) => ({ ...place, text, target: place.send(text)[0] })))

test('the values of parameters and of bodies are assumptions in many places', () => {
  const names = new Set(places.map(({ field }) => field))
  expect([...names].toSorted()).toEqual(['deployment_type', 'source', 'source_config.deployment_type', 'status'])
})

test.for(values)('strict judges $text as $field of $target if creation is $creation', async (place) => {
  const { field, text, allowed, creation } = place
  const { fetch } = createSimulator({ strict: true, deployments: 0, assumptions: { ...chosen, creation } })
  const response = await fetch(...place.send(text))
  const { detail } = (await response.json()) as { detail?: unknown }
  if (allowed.includes(text)) return expect(response.status).not.toBe(501)
  expect(response.status).toBe(501)
  expect(detail).toMatch(`has no value "${text}" of "${field}" in the contract. To allow it, assume `)
  // What it advises does allow it.
  const [, id = '', value = ''] = /assume (\w+)=(\w+)/.exec(String(detail)) ?? []
  const advised = createSimulator({ strict: true, deployments: 0, assumptions: { ...chosen, creation, [id]: value } })
  expect((await advised.fetch(...place.send(text))).status).not.toBe(501)
})

test.for<[string, string, SimulatorOptions, number]>([
  ['a value that no assumption allows', 'deployment_type=bogus', {}, 422],
  ['a value that a chosen assumption refuses', 'deployment_type=serverless', written('written'), 422],
  ['a value that a chosen assumption adds', 'deployment_type=serverless', written('both'), 200],
  ['a value that a preset of the real service adds', 'deployment_type=serverless', { preset: 'langsmith' }, 200],
])('strict answers %s as it should', async ([, query, options, status]) => {
  const { fetch, assumptions } = createSimulator({ strict: true, deployments: 0, ...options })
  const response = await fetch(`/v2/deployments?${query}`, { headers: { 'x-api-key': 'mock' } })
  expect(response.status).toBe(status)
  if (status === 200) expect(response.headers.get(LABEL)).toContain(`deploymentTypes=${assumptions.deploymentTypes}`)
})

function written(deploymentTypes: 'written' | 'both'): SimulatorOptions {
  return { assumptions: { deploymentTypes } }
}

test('strict names the assumption of a value that the service takes', async () => {
  const { fetch } = createSimulator({ strict: true, preset: 'langsmith', deployments: 0 })
  const headers = { 'x-api-key': 'mock', 'content-type': 'application/json' }
  const body = JSON.stringify({
    name: 'x',
    source: 'internal_source',
    source_config: { deployment_type: 'serverless' },
    source_revision_config: {},
    secrets: [],
  })
  const response = await fetch('/v2/deployments', { method: 'POST', headers, body })
  expect(response.status).toBe(201)
  expect(response.headers.get(LABEL)).toContain('deploymentTypes=both')
})

test('strict allows an operation as soon as its assumption is chosen', async () => {
  const simulator = createSimulator({ strict: true })
  simulator.assume({ headRequests: 200 })
  expect((await simulator.fetch('/v2/deployments', { method: 'HEAD' })).status).toBe(200)
})

test('strict labels every response with the assumptions that it depends on', async () => {
  const { fetch, requests } = createSimulator({ strict: true })
  for (const path of ['/v2/auth/providers', '/v2/deployments?limit=0', '/v2/deployments/', '/nowhere']) {
    const response = await fetch(path, { redirect: 'manual' })
    const entry = requests.get(requests.list().length)
    const named = Object.entries(entry?.explanation.assumptions ?? {}).map(([id, value]) => `${id}=${value}`)
    expect(named).not.toEqual([])
    expect(response.headers.get(LABEL)).toBe(named.join(', '))
    expect(entry?.assumptions).toEqual(Object.keys(entry?.explanation.assumptions ?? {}))
  }
})

test('strict labels a response that a fault replaced with none', async () => {
  const { fetch, faults } = createSimulator({ strict: true })
  faults.add({ status: 503, effect: undefined })
  expect((await fetch('/v2/deployments')).headers.get(LABEL)).toBe('none')
})

test('strict is off by default', async () => {
  const response = await createSimulator().fetch('/v2/deployments', { method: 'POST' })
  expect([response.status, response.headers.get(LABEL)]).toEqual([422, null])
})

test('strict writes 501 in the error format of the service', async () => {
  const { fetch } = createSimulator({ strict: true, assumptions: { errorBody: 'problem' } })
  expect(await (await fetch('/nowhere')).json()).toMatchObject({ status: 501, title: 'Not Implemented' })
})

test('strict rejects a value that is not a boolean', () => {
  expect(() => createSimulator({ strict: 'yes' as never })).toThrow(
    'Failed to create the simulator: "strict" is "yes". It must be true or false.',
  )
})
