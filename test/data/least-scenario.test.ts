import { expect, test as plainTest } from 'vitest'
import { readScenarioFile, writeScenario } from '../../src/entries/files/index.ts'
import { createSimulator, type DeploymentPage, defineScenario } from '../../src/index.ts'
import { fetchJson } from '../support/client.ts'
import { test as controlTest } from '../support/control-test.ts'
import { test as folderTest } from '../support/folder.ts'
import { runCli } from '../support/run-cli.ts'

const LEAST = { name: 'least', deployments: 3 }

plainTest(
  'a scenario with only a name and deployments has no providers, no integrations and an empty description',
  () => {
    expect(defineScenario(LEAST)).toEqual({
      ...LEAST,
      description: '',
      seed: 1,
      now: '2026-03-02T09:00:00Z',
      providers: 0,
      integrations: [],
    })
  },
)

plainTest(
  'a scenario with only a name and deployments lists its deployments, none of which is built from a repository',
  async () => {
    const simulator = createSimulator({ scenario: { ...LEAST, deployments: 40 } })
    const { resources } = await fetchJson<DeploymentPage>(simulator, '/v2/deployments?limit=100')
    expect(resources).toHaveLength(40)
    for (const { source_config, source_revision_config } of resources) {
      expect(source_config).toMatchObject({ integration_id: null, repo_url: null, build_on_push: null })
      expect(source_revision_config.image_uri ?? source_revision_config.source_tarball_path).toEqual(expect.any(String))
    }
    expect(simulator.db.deployments.list().map(({ source }) => source)).not.toContain('github')
  },
)

plainTest(
  'a scenario with only a name and deployments keeps a given source, and builds from a given repository',
  () => {
    const { deployments } = createSimulator({ scenario: LEAST }).db
    expect(deployments.create({ source: 'github' }).source).toBe('github')
    const repo_url = 'https://github.com/lumen-works/desk'
    const sources = Array.from({ length: 20 }, () => deployments.create({ source_config: { repo_url } }).source)
    expect(sources).toContain('github')
  },
)

folderTest(
  'a scenario with only a name and deployments is the same after it was checked, exported and read again',
  async ({ folder }) => {
    const path = await folder.write('least.yaml', 'name: least\ndeployments: 3\n')
    const check = runCli('check', path)
    expect([await check.exit, check.out]).toEqual([
      0,
      [`${path}: OK (scenario "least": 0 OAuth providers, 0 integrations, 0 repositories, 3 deployments)`],
    ])
    const copy = folder.path('copy.yaml')
    expect(await runCli('export', '--scenario', path, '--output', copy).exit).toBe(0)
    expect(await readScenarioFile(copy)).toEqual(defineScenario(LEAST))
    const again = await folder.write('again.json', await writeScenario(defineScenario(LEAST), 'json'))
    expect(await readScenarioFile(again)).toEqual(defineScenario(LEAST))
  },
)

controlTest('a scenario with only a name and deployments can be loaded over HTTP', async ({ start }) => {
  const { remote } = await start()
  await remote.load(LEAST)
  expect(await remote.state()).toMatchObject({
    scenario: { name: 'least' },
    counts: { deployments: 3, providers: 0 },
  })
  expect(await remote.exportScenario()).toMatchObject({ ...LEAST, integrations: [], providers: 0 })
})
