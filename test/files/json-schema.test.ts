import { expect, test } from 'vitest'
import { writeScenario } from '../../src/entries/files/index.ts'
import { defineScenario, type ScenarioInput } from '../../src/index.ts'
import { scenarios } from '../../src/service/scenarios.ts'
import { compileScenarioSchema } from '../support/json-schema.ts'

const validate = compileScenarioSchema()

const WORLD = { name: 'demo', description: 'A world.', providers: 0, integrations: [], deployments: 0 }
const ID = '6F1D2C3B-4A59-4687-8796-A5B4C3D2E1F0'

const isDefined = (scenario: object): boolean => {
  try {
    defineScenario(scenario as ScenarioInput)
    return true
  } catch {
    return false
  }
}

test.for(scenarios)('the JSON Schema accepts the scenario $name', async (scenario) => {
  const written: unknown = JSON.parse(await writeScenario(scenario, 'json'))
  expect(validate(written), JSON.stringify(validate.errors)).toBe(true)
})

test.for([
  [WORLD],
  [{ ...WORLD, $schema: './x.json', seed: -7, now: '2026-03-02T09:00+02:00', preset: 'langsmith' }],
  [{ ...WORLD, now: '2026-03-02T09:00:00.123456789Z', organization_id: 'o' }],
  [{ ...WORLD, tenant_id: ID }],
  [{ ...WORLD, tenant_id: `{${ID}}` }],
  [{ ...WORLD, tenant_id: `urn:uuid:${ID}` }],
  [{ ...WORLD, tenant_id: ID.replaceAll('-', '') }],
  [{ ...WORLD, deployments: [{ count: 2, fixture: 'first-agent' }, { record: { status: 'READY', secrets: [] } }] }],
  [{ ...WORLD, deployments: [{ record: { source_config: { resource_spec: { labels: { a: [{ b: null }] } } } } }] }],
  [{ ...WORLD, integrations: [{ kind: 'standard', name: 'a', repositories: [{ record: { name: 'b' } }] }] }],
  [{ ...WORLD, assumptions: { validationStatus: 400, statusValues: ['UP', 'DOWN'], lastPageOffset: 'limit' } }],
  [{ ...WORLD, latency: 5 }],
  [{ ...WORLD, latency: { min: 1, max: 2 } }],
  [{ ...WORLD, latency: { median: 5, sigma: 1 } }],
  [{ ...WORLD, faults: [{ match: { query: { limit: '1' } }, effect: { kind: 'status', status: 503 }, times: 2 }] }],
  [
    {
      ...WORLD,
      faults: [{ operation: 'listDeployments', status: 503 }, { effect: 'reset' }, { delay: { median: 5 } }],
    },
  ],
  [{ ...WORLD, faults: [{ match: { path: '/v2' }, status: 503 }] }],
  [{ ...WORLD, chaos: 'low' }],
  [{ ...WORLD, chaos: '.5:-1' }],
  [{ ...WORLD, chaos: 0.3 }],
  [{ ...WORLD, chaos: { level: 'high', seed: 1 } }],
  [{ name: 'least', deployments: 3 }],
  [{ ...WORLD, changes: { deployments: { removed: ['x'] }, elapsed: 5 } }],
])('the JSON Schema and the simulator accept the same values %j', ([scenario = {}]) => {
  expect([validate(scenario), isDefined(scenario)]).toEqual([true, true])
})

test.for([
  [{}],
  [{ name: 'demo' }],
  [{ deployments: 3 }],
  [[]],
  [{ ...WORLD, name: '' }],
  [{ ...WORLD, name: 5 }],
  [{ ...WORLD, description: null }],
  [{ ...WORLD, more: 1 }],
  [{ ...WORLD, $schema: 1 }],
  [{ ...WORLD, seed: 1.5 }],
  [{ ...WORLD, now: '2026-03-02' }],
  [{ ...WORLD, now: 5 }],
  [{ ...WORLD, tenant_id: 'nope' }],
  [{ ...WORLD, tenant_id: `urn:uuid:{${ID}}` }],
  [{ ...WORLD, organization_id: '' }],
  [{ ...WORLD, preset: 'specs' }],
  [{ ...WORLD, providers: -1 }],
  [{ ...WORLD, providers: 'many' }],
  [{ ...WORLD, providers: [{ cuont: 1 }] }],
  [{ ...WORLD, providers: [{ record: { name: null } }] }],
  [{ ...WORLD, integrations: 5 }],
  [{ ...WORLD, integrations: [{ kind: 'other', name: 'a', repositories: 0 }] }],
  [{ ...WORLD, integrations: [{ kind: 'standard', repositories: 0 }] }],
  [
    {
      ...WORLD,
      integrations: [{ kind: 'standard', name: 'a', repositories: [{ record: { integration_id: 'b' } }] }],
    },
  ],
  [{ ...WORLD, deployments: 1.5 }],
  [{ ...WORLD, deployments: [{ fixture: 'nope' }] }],
  [{ ...WORLD, deployments: [{ record: { id: 'nope' } }] }],
  [{ ...WORLD, deployments: [{ record: { created_at: 'yesterday' } }] }],
  [{ ...WORLD, deployments: [{ record: { secrets: [{ name: 'a' }] } }] }],
  [{ ...WORLD, deployments: [{ record: { source_config: { resource_spec: { cpu: 'lots' } } } }] }],
  [{ ...WORLD, deployments: [{ record: { source_config: { resource_spec: { labels: [] } } } }] }],
  [{ ...WORLD, assumptions: { nope: 'x' } }],
  [{ ...WORLD, assumptions: { lastPageOffset: 'next' } }],
  [{ ...WORLD, assumptions: { statusValues: 5 } }],
  [{ ...WORLD, latency: -1 }],
  [{ ...WORLD, latency: { min: 1 } }],
  [{ ...WORLD, latency: { min: 1, max: 2, median: 1 } }],
  [{ ...WORLD, faults: {} }],
  [{ ...WORLD, faults: [{}] }],
  [{ ...WORLD, faults: [{ status: 503, delay: 5 }] }],
  [{ ...WORLD, faults: [{ status: 503, match: {}, path: '/v2' }] }],
  [{ ...WORLD, faults: [{ effect: 'explode' }] }],
  [{ ...WORLD, faults: [{ status: 99 }] }],
  [{ ...WORLD, chaos: 'lots' }],
  [{ ...WORLD, chaos: '0.3:' }],
  [{ ...WORLD, chaos: 2 }],
  [{ ...WORLD, chaos: { level: 'lots' } }],
  [{ ...WORLD, faults: [{ effect: { kind: 'boom' } }] }],
  [{ ...WORLD, faults: [{ effect: { kind: 'status', status: 99 } }] }],
  [{ ...WORLD, faults: [{ effect: { kind: 'status', status: 503 }, probability: 2 }] }],
  [{ ...WORLD, changes: { deployments: { gone: [] } } }],
  [{ ...WORLD, changes: { elapsed: 1.5 } }],
])('the JSON Schema also rejects what the simulator rejects because of its structure %j', ([scenario = {}]) => {
  expect([validate(scenario), isDefined(scenario)]).toEqual([false, false])
})
