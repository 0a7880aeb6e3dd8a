import { expect } from 'vitest'
import { prepareTraffic } from '../../../src/programs/real-service/har/learn-traffic.ts'
import { readTraffic } from '../../../src/programs/real-service/har/traffic.ts'
import { readTrafficRecords } from '../../../src/programs/real-service/har/traffic-records.ts'
import { toScenario } from '../../../src/programs/real-service/records/to-scenario.ts'
import { test } from '../../support/folder.ts'
import { type Exchanged, writeHarText } from '../../support/har-entries.ts'

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

const KNOWN = '00000000-0000-4000-8000-00000000000a'
const OTHER = '00000000-0000-4000-8000-00000000000b'
const INSTALLED = {
  url: 'https://api.example.com/v1/integrations/github/install',
  body: [{ id: KNOWN, name: 'acme', installation_id: 7 }],
}
const NO_REPOSITORIES = { url: `https://api.example.com/v1/integrations/github/${OTHER}/repos`, body: [] }

test.for([
  ['that the list of all integrations lacks is none', [INSTALLED, NO_REPOSITORIES], [KNOWN]],
  ['is one if no list says which there are', [NO_REPOSITORIES], [OTHER]],
] as const)('an integration without repositories %s', async ([, used, ids], { folder }) => {
  const traffic = await readTraffic([await folder.write('app.har', writeHarText(used))])
  const { records } = readTrafficRecords(traffic, { preset: 'spec' })
  expect(records.get('integrations')?.map(({ id }) => id)).toEqual(ids)
})

test('a text that the service accepts counts if it refuses others, also of a list that is not whole', async ({
  folder,
}) => {
  const url = 'https://api.example.com/v2/deployments'
  const page = { resources: [{ id: KNOWN }, { id: OTHER }], offset: 2 }
  const read = async (...used: readonly Exchanged[]) => {
    const traffic = await readTraffic([await folder.write('app.har', writeHarText([{ url, body: page }, ...used]))])
    return prepareTraffic(traffic, 'spec').options.requests?.map(({ query }) => query)
  }
  const accepted = { url: `${url}?limit=2.0`, body: page }
  expect(await read(accepted)).not.toContain('limit=2.0')
  const refused = { url: `${url}?limit=%2B2`, status: 422, body: { detail: [] } }
  expect(await read(accepted, refused)).toEqual(expect.arrayContaining(['limit=2.0', 'limit=%2B2']))
})
