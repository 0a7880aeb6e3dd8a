import { expect, test } from 'vitest'
import { connect, type RemoteSimulator } from '../../src/entries/client/index.ts'
import { type WrittenTest, writeVitestTest } from '../../src/entries/request-code/vitest-test.ts'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { readTested } from '../console/support/tested.ts'
import { runGenerated } from './support/generated-tests.ts'

interface Case {
  /** What the server is started with. */
  options: SimulatorOptions
  /** What somebody switches in the session then. */
  before?: (session: RemoteSimulator) => Promise<unknown>
}

const ALL: Readonly<Record<string, Case>> = {
  preset: { options: { preset: 'langsmith' } },
  'preset-and-scenario': { options: { preset: 'langsmith', scenario: 'busy' } },
  'preset-of-scenario': { options: { preset: 'spec', scenario: 'pipeline' } },
  'preset-switched-back': {
    options: { preset: 'langsmith' },
    before: ({ settings }) => settings.change({ preset: 'spec' }),
  },
  assumptions: { options: { assumptions: { deploymentOrdering: 'name' } } },
  'assumption-of-scenario': { options: { scenario: 'awkward', assumptions: { statusValues: 'known' } } },
  'assumption-switched': {
    options: { assumptions: { deploymentOrdering: 'name' } },
    before: ({ assume }) => assume({ deploymentOrdering: 'createdAscending' }),
  },
  varied: { options: { vary: 11 } },
  'varied-later': { options: {}, before: ({ settings }) => settings.change({ vary: 11 }) },
  imported: {
    options: { preset: 'langsmith' },
    async before({ snapshots }) {
      await snapshots.put('other', createSimulator({ preset: 'spec', scenario: 'busy', seed: 5 }).snapshot())
      await snapshots.restore('other')
    },
  },
  speed: { options: { preset: 'langsmith', speed: 'instant' } },
  faster: { options: { speed: '60x', scenario: 'pipeline' } },
  strict: { options: { strict: true } },
  'strict-later': { options: {}, before: ({ settings }) => settings.change({ strict: true }) },
  'strict-no-more': { options: { strict: true }, before: ({ settings }) => settings.change({ strict: false }) },
  chaos: { options: { chaos: { level: 1, seed: 3 } } },
  data: { options: { seed: 7, now: '2031-02-03T04:05:06Z', deployments: 5 } },
  'own-scenario': { options: { scenario: 'own', scenarios: [{ name: 'own', deployments: 2, preset: 'langsmith' }] } },
  'replaced-scenario': { options: { scenario: 'busy', scenarios: [{ name: 'busy', deployments: 2 }] } },
}

/** Sends what the presets read and answer differently, and writes a test of each request. */
async function write({ options, before }: Case): Promise<Record<'list' | 'creation', WrittenTest>> {
  const simulator = createSimulator(options)
  const { url, close } = await serve(simulator, { port: 0 })
  try {
    const remote = connect(url)
    await before?.(remote)
    const headers = { 'content-type': 'application/json', 'x-api-key': 'any' }
    const list = await readTested(remote, '/v2/deployments?limit=3', { headers })
    const body = JSON.stringify(buildCreation(simulator))
    const creation = await readTested(remote, '/v2/deployments', { method: 'POST', headers, body })
    return { list: await writeVitestTest(remote, [list]), creation: await writeVitestTest(remote, [creation]) }
  } finally {
    await close()
  }
}

function buildCreation({ db, assumptions }: Simulator): object {
  const [{ integration_id, url } = {}] = db.repositories.list()
  const revision = { repo_ref: 'main', langgraph_config_path: 'langgraph.json' }
  if (assumptions.creation !== 'upstream')
    return { integration_id, source_config: { repo_url: url }, source_revision_config: { repo_ref: 'main' } }
  const source = { integration_id, repo_url: url, deployment_type: 'dev', build_on_push: true }
  return { name: 'own', source: 'github', source_config: source, source_revision_config: revision, secrets: [] }
}

test('a test has what the server was started with, as it runs without that server', async () => {
  const written: Record<string, WrittenTest> = {}
  for (const [key, each] of Object.entries(ALL)) {
    for (const [request, test] of Object.entries(await write(each))) written[`${key}-${request}`] = test
  }
  const failures = await runGenerated(written)
  expect(failures).toEqual(Object.fromEntries(Object.keys(written).map((key) => [key, []])))
  const inexact = Object.entries(written).filter(([, { reproduces }]) => reproduces !== 'everything')
  expect(inexact.map(([key]) => key)).toEqual([])
}, 240_000)
