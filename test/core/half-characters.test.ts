import { expect, test } from 'vitest'
import { createSimulator, type SimulatorOptions } from '../../src/index.ts'

// Half of a surrogate pair. JSON text can contain it, but no encoding can represent it.
const HALF = '\ud800'

async function ask(options: SimulatorOptions, prepare: (simulator: ReturnType<typeof createSimulator>) => void) {
  const simulator = createSimulator({ explain: true, ...options })
  prepare(simulator)
  const [integration] = simulator.db.integrations.list()
  const responses = ['/v2/deployments', `/v1/integrations/github/${integration?.id}/repos`].map((path) =>
    simulator.fetch(path),
  )
  return Promise.all(
    (await Promise.all(responses)).map(async (response) => [
      response.status,
      response.headers.get('x-simulator-explanation'),
      await response.json(),
    ]),
  )
}

test('half of a character in the id of a fault is shown as a replacement character', async () => {
  const answers = await ask({}, ({ faults }) => faults.add({ id: HALF, status: 503 }))
  expect(answers.map(([status, words]) => [status, words])).toEqual(
    Array(2).fill([503, expect.stringContaining('The fault "%EF%BF%BD" applied: status.')]),
  )
})

test('half of a character in field names and in values of the register works', async () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  const assumptions = { repositoryFields: [HALF, ...names], statusValues: ['READY', HALF] }
  const [, repositories] = await ask({ assumptions }, () => undefined)
  expect(repositories).toMatchObject([200, expect.stringContaining('repositoryFields=%EF%BF%BD,a,'), expect.anything()])
  const [first] = repositories?.[2] ?? []
  expect(Object.keys(first)).toEqual([HALF, ...names])
})

async function create(fields: object, source: object = {}) {
  const { db, fetch } = createSimulator()
  const [repository] = db.repositories.list()
  const begun = db.deployments.count()
  const body = {
    name: 'agent',
    integration_id: repository?.integration_id,
    source_config: { repo_url: repository?.url, ...source },
    source_revision_config: { repo_ref: 'main' },
    ...fields,
  }
  const headers = { 'content-type': 'application/json' }
  const response = await fetch('/v2/deployments', { method: 'POST', headers, body: JSON.stringify(body) })
  return [response.status, response.headers.get('content-type'), db.deployments.count() - begun]
}

test('half of a character ends a creation in 500, as no response could contain it', async () => {
  const failed = [500, 'text/plain; charset=utf-8', 0]
  expect(await create({ name: HALF })).toEqual(failed)
  expect(await create({}, { resource_spec: { labels: { [HALF]: '' } } })).toEqual(failed)
})

test('half of a character in an unknown field of a creation is ignored', async () => {
  expect(await create({ [HALF]: HALF })).toEqual([201, 'application/json', 1])
})

test('half of a character in a path of the register is rejected', () => {
  const create = (assumptions: SimulatorOptions['assumptions'] & object) => () => createSimulator({ assumptions })
  expect(create({ versionPrefix: `/${HALF}` })).toThrow(/is not a path that starts with a slash/)
  expect(create({ repositoryPaths: `/${HALF}{integration_id},/b/{integration_id}` })).toThrow(/is not a path/)
})
