import { expect, test } from 'vitest'
import { resolveAssumptions } from '../../../src/engine/define/assumptions/assumptions.ts'
import { onDemand } from '../../../src/engine/limits/on-demand.ts'
import { listDifferent } from '../../../src/programs/real-service/learn/aspects/aspects.ts'
import { createOracle } from '../../../src/programs/real-service/learn/oracle.ts'
import { prepare } from '../../../src/programs/real-service/learn/prepare.ts'
import { readExamples } from '../../../src/programs/real-service/learn/read-examples.ts'
import type { Values } from '../../../src/programs/real-service/learn/services.ts'
import { findAllowed } from '../../../src/programs/real-service/reader/allowed.ts'
import { questions } from '../../../src/service/assumptions/questions.ts'
import { createService } from '../../support/control-plane.ts'
import { createReaderOf, readSimulator, replyWith } from '../../support/simulated-reader.ts'

const read = onDemand(async () => {
  const reader = readSimulator(createService({ preset: 'spec', deployments: 12 }))
  return prepare(reader, await readExamples(reader, { preset: 'spec' }))
})

const values = (overrides = {}) => resolveAssumptions(questions, 'spec', overrides) as Values

test('candidates only read, and each is there once', async () => {
  const { candidates } = await read()
  for (const request of candidates) expect(() => findAllowed(request)).not.toThrow()
  expect(new Set(candidates.map((request) => JSON.stringify(request))).size).toBe(candidates.length)
  expect(candidates).toContainEqual({ method: 'GET', path: '/v2/deployments', query: 'limit=0' })
  expect(candidates).toContainEqual({ method: 'HEAD', path: '/v2/deployments' })
})

test.each(['name_contains', 'image_version'])(
  '%s is asked with a part of a word, and with whole ones',
  async (name) => {
    const { listNeighbours, scenario } = await read()
    const requests = listNeighbours?.(values()).map(({ request }) => request) ?? []
    const field = name === 'image_version' ? name : 'name'
    const texts = requests.flatMap(({ query }) => new URLSearchParams(query).getAll(name))
    const known = JSON.stringify(scenario).match(new RegExp(`"${field}":"[^"]+"`, 'g')) ?? []
    const isWithin = (text: string) => known.some((each) => each.includes(`"${text}`))
    expect(texts.filter(isWithin).length).toBeGreaterThan(1)
  },
)

test('credentials and unknown parameters are tried at the lists of the contract in any case', async () => {
  const { requests = [], listNeighbours } = await read()
  for (const path of ['/v2/auth/providers', '/v2/deployments']) {
    expect(requests).toContainEqual({ method: 'GET', path, isAnonymous: true })
    expect(requests).toContainEqual({ method: 'GET', path, query: 'unknown_parameter=1' })
  }
  // So that what is odd there is the same in each run.
  const neighbours = listNeighbours?.(values()).map(({ request }) => request)
  for (const path of ['/v2/auth/providers/', '/v2/deployments/']) {
    expect(neighbours).toContainEqual({ method: 'GET', path })
  }
})

test('filters are asked together, and the page of the documentation, so that what is odd there is seen', async () => {
  const { listNeighbours } = await read()
  const neighbours = listNeighbours?.(values()) ?? []
  const names = neighbours.map(({ request }) => [...new URLSearchParams(request.query).keys()].sort().join())
  expect(names).toContain('deployment_ids,limit,name_contains')
  expect(neighbours).toContainEqual({ request: { method: 'GET', path: '/docs' }, about: 'documentation' })
})

test('the paths whose records were read are known', async () => {
  const { known } = await read()
  expect(known.hasRead({ method: 'GET', path: '/v2/deployments' })).toBe(true)
  expect(known.hasRead({ method: 'GET', path: '/v2/listeners' })).toBe(false)
})

test('a list that could not be read is asked for, but not with parameters', async () => {
  const { fetch } = createService({ preset: 'spec', deployments: 12 })
  const real = readSimulator({ fetch })
  const isLost = (target: string) => target.startsWith('/v2/deployments') && target.includes('offset=')
  const reader = createReaderOf(async (request, target) =>
    isLost(target) ? replyWith({ detail: 'Internal Server Error' }, 500) : real.read(request),
  )
  const { candidates, known } = prepare(reader, await readExamples(reader, { preset: 'spec' }))
  const ofList = candidates.filter(({ path }) => path === '/v2/deployments').map(({ query = '' }) => query)
  expect(ofList.filter((query) => !query.includes('unknown_'))).not.toContainEqual(expect.stringMatching(/./))
  expect(ofList).toContain('')
  expect(known.hasRead({ method: 'GET', path: '/v2/deployments' })).toBe(false)
})

test('a prediction is what a service with the values answers, and names the questions that decide it', async () => {
  const { scenario, known } = await read()
  const oracle = createOracle({ scenario, known, credentials: {} })
  const request = { method: 'GET', path: '/v2/deployments', query: 'limit=0' } as const
  expect(await oracle.predict(values(), request)).toMatchObject({ aspects: { status: '422' } })
  const changed = await oracle.predict(values({ validationStatus: '400' }), request)
  expect(changed?.aspects.status).toBe('400')
  expect(changed?.reads).toContain('validationStatus')
  expect(changed?.reads).not.toContain('deploymentOrdering')
})

test('a log that is whole tells where it ends', async () => {
  const reader = readSimulator(createService({ deployments: 12, seed: 2 }))
  const { scenario, known, candidates } = prepare(reader, await readExamples(reader, { preset: 'langsmith' }))
  const whole = candidates.find(({ query }) => query === 'limit=100&type=build&order=asc')
  if (whole === undefined) throw new Error('There is no such request')
  const oracle = createOracle({ scenario, known, credentials: {} })
  const ends = (['afterLastLine', 'nowhere'] as const).map(async (logEnd) => {
    const service = resolveAssumptions(questions, 'langsmith', { authentication: 'none', logEnd })
    const predicted = await oracle.predict(service as Values, whole)
    return predicted?.aspects['value next_offset']
  })
  expect(await Promise.all(ends)).toEqual(['string', 'null'])
})

test('the types of deployments are told by what the filter refuses', async () => {
  const { scenario, known, candidates } = await read()
  const oracle = createOracle({ scenario, known, credentials: {} })
  const readStatus = async (deploymentTypes: string, type: string) => {
    const query = `limit=100&deployment_type=${type}`
    const request = candidates.find((each) => each.query === query)
    if (request === undefined) throw new Error(`There is no request with ${query}`)
    return (await oracle.predict(values({ deploymentTypes }), request))?.aspects.status
  }
  const told = ['written', 'both', 'replaced'].map((value) =>
    Promise.all(['dev_free', 'serverless', 'dedicated'].map((type) => readStatus(value, type))),
  )
  expect(await Promise.all(told)).toEqual([
    ['200', '422', '422'],
    ['200', '200', '200'],
    // No service that has replaced dev_free can have these records.
    [undefined, undefined, undefined],
  ])
})

test('records with a listener_config tell that responses have it, and without one nothing is told', async () => {
  const request = { method: 'GET', path: '/v2/deployments', query: 'limit=100' } as const
  const told = (['echoed', 'omitted'] as const).map(async (listenerConfig) => {
    const scenario = { name: 'clusters', listeners: 2, deployments: 30 }
    const reader = readSimulator(createService({ preset: 'spec', scenario, assumptions: { listenerConfig } }))
    const prepared = prepare(reader, await readExamples(reader, { preset: 'spec' }))
    const oracle = createOracle({ scenario: prepared.scenario, known: prepared.known, credentials: {} })
    const predicted = ['echoed', 'omitted'].map(async (value) => {
      return (await oracle.predict(values({ listenerConfig: value }), request))?.aspects
    })
    const [echoed = {}, omitted = {}] = await Promise.all(predicted)
    return listDifferent(echoed, omitted)
  })
  expect(await Promise.all(told)).toEqual([['field source_config.listener_config'], []])
})

test('a service whose fields always have a value cannot have records without one', async () => {
  const { scenario, known } = await read()
  const oracle = createOracle({ scenario, known, credentials: {} })
  expect([oracle.allows(values()), oracle.allows(values({ nullableFields: 'none' }))]).toEqual([true, false])
  expect(
    await oracle.predict(values({ nullableFields: 'none' }), { method: 'GET', path: '/v2/deployments' }),
  ).toBeUndefined()
})

test('a filter without an effect is asked how it reads values, but not which records it selects', async () => {
  const real = readSimulator(createService({ preset: 'spec', deployments: 12 }))
  const reader = createReaderOf((request) => {
    const query = new URLSearchParams(request.query)
    query.delete('remote_reconciled')
    return real.read({ ...request, query: query.toString() })
  })
  const prepared = prepare(reader, await readExamples(reader, { preset: 'spec' }))
  const asked = { method: 'GET', path: '/v2/deployments', query: 'limit=100&remote_reconciled=yes' } as const
  expect(prepared.candidates).toContainEqual(asked)
  expect(prepared.known.hasRead(asked)).toBe(false)
  expect(prepared.unread).toMatchObject([{ aspect: 'remote_reconciled', value: 'has no effect' }])
})
