import { expect, test } from 'vitest'
import { createSimulator, type Preset } from '../../src/index.ts'
import { scenarios } from '../../src/service/scenarios.ts'
import { createCall, createService } from '../support/control-plane.ts'

const refused: readonly [type: string, preset: Preset, assumptions: object][] = [
  ['serverless', 'spec', {}],
  ['dedicated', 'spec', {}],
  ['dev_zero', 'spec', {}],
  ['dev_zero', 'langsmith', {}],
  ['dedicated', 'langsmith', { deploymentTypes: 'written' }],
  ['dev_free', 'langsmith', { deploymentTypes: 'replaced' }],
]

test.for(refused)('no record has the type %s under %s and %j', async ([type, preset, assumptions]) => {
  const simulator = createSimulator({ preset, assumptions })
  const deployment_type = type as 'dev'
  const message = new RegExp(`"deployment_type" is "${type}".*Allowed: .*deploymentTypes`)
  expect(() => simulator.db.deployments.create({ deployment_type })).toThrow(message)
  const [first] = simulator.db.deployments.list({ limit: 1 })
  expect(() => simulator.db.deployments.update(String(first?.id), { deployment_type })).toThrow(message)
  expect(() => simulator.db.deployments.list({ where: { deployment_type } })).toThrow(/where.deployment_type.*Allowed/)
  const call = createCall(simulator.fetch)
  const created = await call('POST /_simulator/records/deployments', { deployment_type })
  expect([created.status, JSON.stringify(created.body)]).toEqual([422, expect.stringContaining('deployment_type')])
  const changed = await call(`PATCH /_simulator/records/deployments/${first?.id}`, { deployment_type })
  expect(changed.status).toBe(422)
  const load = () => simulator.load({ name: 'mine', deployments: [{ record: { deployment_type } }] })
  expect(load).toThrow(/deployments\.0: "deployment_type" is .*Allowed/)
})

test.for([
  ['serverless', 'langsmith'],
  ['dev_zero', 'langsmith-next'],
  ['dev_free', 'spec'],
] as const)('records can have the type %s under %s', ([deployment_type, preset]) => {
  const simulator = createSimulator({ preset, scenario: 'empty' })
  simulator.load({ name: 'mine', deployments: [{ record: { deployment_type } }] })
  simulator.db.deployments.create({ deployment_type })
  expect(simulator.db.deployments.count({ where: { deployment_type } })).toBe(2)
})

test.for(['spec', 'langsmith'] as const)('no record has the source internal_template under %s', async (preset) => {
  const simulator = createSimulator({ preset })
  const source = 'internal_template'
  const message = /"source" is "internal_template".*Allowed: github, .*newerParameters/
  expect(() => simulator.db.deployments.create({ source })).toThrow(message)
  const [first] = simulator.db.deployments.list({ limit: 1 })
  expect(() => simulator.db.deployments.update(String(first?.id), { source })).toThrow(message)
  const created = await createCall(simulator.fetch)('POST /_simulator/records/deployments', { source })
  expect([created.status, JSON.stringify(created.body)]).toEqual([422, expect.stringContaining('internal_template')])
  expect(() => simulator.load({ name: 'mine', deployments: [{ record: { source } }] })).toThrow(/"source" is .*Allowed/)
})

test('what a session has stored keeps a source that no longer exists, and shows another one meanwhile', async () => {
  const simulator = createService({ scenario: 'empty', preset: 'langsmith-next' })
  const { id } = simulator.db.deployments.create({ source: 'internal_template' })
  const read = async () => (await createCall(simulator.fetch)(`GET /v2/deployments/${id}`)).body.source
  expect(await read()).toBe('internal_template')
  simulator.assume({ newerParameters: 'ignored' })
  expect(await read()).toBe('internal_source')
  simulator.assume({ newerParameters: 'supported' })
  expect(await read()).toBe('internal_template')
})

test('what a session has stored keeps a type that no longer exists, and shows another one of its kind meanwhile', async () => {
  const simulator = createService({ scenario: 'empty' })
  const read = async (id: string) =>
    (await createCall(simulator.fetch)(`GET /v2/deployments/${id}`)).body.source_config.deployment_type
  const ids = (['dedicated', 'serverless', 'dev_free'] as const).map(
    (deployment_type) => simulator.db.deployments.create({ deployment_type }).id,
  )
  const readAll = () => Promise.all(ids.map(read))
  simulator.assume({ deploymentTypes: 'written' })
  expect(await readAll()).toEqual(['prod', 'dev_free', 'dev_free'])
  simulator.assume({ deploymentTypes: 'replaced' })
  expect(await readAll()).toEqual(['dedicated', 'serverless', 'dev'])
  simulator.assume({ deploymentTypes: 'both' })
  expect(await readAll()).toEqual(['dedicated', 'serverless', 'dev_free'])
})

const small = scenarios.filter(({ name }) => name !== 'large')

test.for(small.map((scenario) => [scenario.name, scenario] as const))(
  'the scenario %s fits every value of deploymentTypes',
  ([, scenario]) => {
    for (const deploymentTypes of ['written', 'both', 'replaced'] as const) {
      const { db } = createSimulator({ scenario, assumptions: { deploymentTypes } })
      const types = new Set(db.deployments.list({ limit: 200 }).map(({ deployment_type }) => deployment_type))
      expect(types).not.toContain(deploymentTypes === 'replaced' ? 'dev_free' : 'dev_zero')
      if (deploymentTypes === 'written') expect(types).not.toContain('serverless')
    }
  },
)
