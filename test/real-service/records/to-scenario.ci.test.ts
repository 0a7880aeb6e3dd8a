import { expect, test } from 'vitest'
import { readRecords } from '../../../src/programs/real-service/records/records.ts'
import { toStored } from '../../../src/programs/real-service/records/stored-records.ts'
import { toScenario } from '../../../src/programs/real-service/records/to-scenario.ts'
import { fetchJson } from '../../support/client.ts'
import { createService } from '../../support/control-plane.ts'
import { readSimulator } from '../../support/simulated-reader.ts'

test.for(['langsmith', 'langsmith-next'] as const)(
  'a world with the records of a %s service returns the same responses',
  async (preset) => {
    const original = createService({ preset, scenario: 'default', deployments: 12 })
    const records = await readRecords(readSimulator(original), { preset })
    const copy = createService({ preset, scenario: toScenario(records, 'copy') })
    const ids = original.db.deployments.list().map(({ id }) => id)
    const targets = [
      '/v2/auth/providers',
      '/v2/auth/tokens',
      '/v2/listeners?limit=100',
      '/v1/integrations/github/install',
      '/v1/integrations/forge/github/install',
      '/v2/deployments?limit=100',
      '/v2/deployments?limit=100&status=UNUSED',
      '/v2/deployments?limit=100&remote_reconciled=true',
      ...original.db.integrations
        .list()
        .map(({ id, kind }) => `/v1/integrations/${kind === 'standard' ? '' : 'forge/'}github/${id}/repos`),
      ...ids.map((id) => `/v2/deployments/${id}/revisions?limit=100`),
    ]
    for (const target of targets) {
      expect([target, await fetchJson(copy, target)]).toEqual([target, await fetchJson(original, target)])
    }
  },
)

test('a status that the preset does not know becomes an assumption', () => {
  const records = new Map([['deployments', [{ id: crypto.randomUUID(), status: 'PAUSED' }]]])
  const scenario = toScenario({ preset: 'langsmith', records, missing: [], at: Date.now() }, 'new-status')
  expect(scenario.assumptions).toEqual({
    statusValues: 'AWAITING_DATABASE,READY,UNUSED,AWAITING_DELETE,UNKNOWN,PAUSED',
  })
})

test('what a world cannot contain is left out, and said', () => {
  const id = crypto.randomUUID()
  const deployment = {
    id,
    name: 'checkout',
    created_at: '2026-01-02T03:04:05.678',
    deployment_type: 'enormous',
    source_config: { resource_spec: { cpu: 'two', max_scale: 3 }, mood: 'good' },
    favourite_colour: 'green',
  }
  const records = new Map([['deployments', [deployment, { id: 'no UUID' }]]])
  const { stored, misfits } = toStored({ preset: 'langsmith', records })
  expect(stored.get('deployments')).toEqual([
    expect.objectContaining({ id, name: 'checkout', created_at: '2026-01-02T03:04:05.678000Z' }),
  ])
  const [first] = stored.get('deployments') ?? []
  expect(first).toMatchObject({ source_config: { resource_spec: { cpu: null, max_scale: 3 } } })
  expect(first).not.toHaveProperty('favourite_colour')
  expect(misfits).toEqual([
    'deployments.source_config.resource_spec.cpu',
    'deployments.deployment_type',
    'deployments.id',
  ])
})
