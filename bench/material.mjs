import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSimulator } from '../dist/src/index.js'
import { buildMockoonEnvironment } from './peers/mockoon-environment.mjs'
import { buildOpenApiDocument } from './peers/openapi-document.mjs'
import { buildWireMockMapping } from './peers/wiremock-mapping.mjs'

const COUNT = 1000
const MANY = 10_000
/** The text that the filtered page searches names for. */
export const NAME_PART = 'triage'

/**
 * Writes the data that the peers serve: the records of a thousand deployments and of ten thousand, and
 * the first pages for peers that can only send these.
 *
 * @returns the folder, the files, and the ids that each page must have
 */
export async function writeMaterial() {
  const simulator = createSimulator({ deployments: COUNT })
  const readPage = async (query) => (await simulator.fetch(`/v2/deployments${query}`)).text()
  const page = await readPage('')
  const hundred = await readPage('?limit=100')
  const records = simulator.db.deployments.list()
  const many = createSimulator({ deployments: MANY }).db.deployments.list()
  const folder = await mkdtemp(join(tmpdir(), 'deploymock-bench-'))
  const write = async (name, content) => {
    const file = join(folder, name)
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
    return file
  }
  await mkdir(join(folder, 'mappings'))
  // In production mode, json-server 1.0 reads this folder once instead of at each request, and fails
  // without it.
  await mkdir(join(folder, 'public'))
  await write('mappings/page.json', buildWireMockMapping(page))
  return {
    folder,
    page: await write('page.json', page),
    hundred: await write('hundred.json', hundred),
    records: await write('records.json', { deployments: records }),
    manyRecords: await write('many-records.json', { deployments: many }),
    // json-server 1.0 watches its file and may write to it.
    betaRecords: await write('beta-records.json', { deployments: records }),
    mockoon: await write('mockoon.json', buildMockoonEnvironment(records)),
    openApi: await write('openapi.json', buildOpenApiDocument(JSON.parse(page))),
    pageText: page,
    creation: buildCreation(records),
    ids: {
      plain: readIds(page),
      hundred: readIds(hundred),
      filtered: readIds(await readPage(`?name_contains=${NAME_PART}`)),
      last: readIds(await readPage(`?offset=${COUNT - 20}`)),
    },
  }
}

/** A deployment that can be created, without its name. */
function buildCreation(records) {
  const { source_config, source_revision_config } = records.find(({ source_config }) => source_config.integration_id)
  const { integration_id, repo_url } = source_config
  const { repo_ref } = source_revision_config
  return { integration_id, source_config: { repo_url }, source_revision_config: { repo_ref } }
}

const readIds = (page) => JSON.parse(page).resources.map(({ id }) => id)
