import { expect } from 'vitest'
import { readTraffic } from '../../../src/real-service/har/traffic.ts'
import { readTrafficRecords } from '../../../src/real-service/har/traffic-records.ts'
import { toScenario } from '../../../src/real-service/records/to-scenario.ts'
import { test } from '../../support/folder.ts'
import { writeHarText } from '../../support/har-entries.ts'

const ROOT = { url: 'https://api.example.com/v2/deployments?limit=9', body: { resources: [], offset: 0 } }
const BELOW = { ...ROOT, url: 'https://api.example.com/api-host/v2/deployments?limit=9' }
const NOWHERE = { ...BELOW, status: 404 }

const PLACES = [
  ['spec', [ROOT], undefined],
  ['spec', [ROOT, NOWHERE], undefined],
  ['spec', [BELOW], '/api-host'],
  ['spec', [ROOT, BELOW], 'root,/api-host'],
  ['langsmith', [ROOT, BELOW], undefined],
] as const

test.for(PLACES)('under %s, the world of %j has the version prefix %s', async ([preset, used, prefix], { folder }) => {
  const traffic = await readTraffic([await folder.write('app.har', writeHarText(used))])
  const { assumptions } = toScenario(readTrafficRecords(traffic, { preset }), 'recorded')
  expect(assumptions?.versionPrefix).toBe(prefix)
})
