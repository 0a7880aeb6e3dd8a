import { expect } from 'vitest'
import { writeScenario } from '../../src/entries/files/index.ts'
import { scenarios } from '../../src/service/scenarios.ts'
import { test } from '../support/folder.ts'
import { runCli } from '../support/run-cli.ts'

const ID = '11111111-2222-4333-8444-555555555555'

const ODD = `name: busy
now: 2026-03-02T09:00:00Z
providers:
  - record: { provider_id: acme, auth_url: not a url }
  - record: { provider_id: acme }
integrations:
  - kind: standard
    name: a
    repositories:
      - record: { url: "https://example.com/a/b" }
      - record: { url: "https://example.com/a/b" }
deployments:
  - record: { created_at: 2027-01-01T00:00:00Z, updated_at: 2027-01-01T00:00:00Z }
  - record: { source_config: { integration_id: ${ID}, listener_id: ${ID}, repo_url: "https://example.com/none" } }
  - record: { latest_revision_id: ${ID} }
  - record: { latest_revision_id: ${ID} }
`

test('check warns of what cannot exist, and passes', async ({ folder }) => {
  const path = await folder.write('odd.yaml', ODD)
  const { exit, out, err } = runCli('check', path)
  expect([await exit, out.length]).toEqual([0, 1])
  expect(
    err.map((line) => line.replace(`${path}:`, '').replace(/ (Choose|Known:|Write|Add|Leave|Each|A) .*/, '')),
  ).toEqual([
    '1:7: warning: "name" is "busy", the name of a built-in scenario, which this one replaces.',
    '4:28: warning: "providers.0.record.provider_id" is "acme", as in 2 OAuth providers.',
    '4:44: warning: "providers.0.record.auth_url" is "not a url", which is not a URL.',
    '5:28: warning: "providers.1.record.provider_id" is "acme", as in 2 OAuth providers.',
    '10:24: warning: "integrations.0.repositories.0.record.url" is "https://example.com/a/b", as in 2 repositories of this integration.',
    '11:24: warning: "integrations.0.repositories.1.record.url" is "https://example.com/a/b", as in 2 repositories of this integration.',
    '13:27: warning: "deployments.0.record.created_at" is "2027-01-01T00:00:00Z", which is after the current time of the world, 2026-03-02T09:00:00Z.',
    '13:61: warning: "deployments.0.record.updated_at" is "2027-01-01T00:00:00Z", which is after the current time of the world, 2026-03-02T09:00:00Z.',
    `14:48: warning: "deployments.1.record.source_config.integration_id" is "${ID}", but no integration has this id.`,
    `14:99: warning: "deployments.1.record.source_config.listener_id" is "${ID}", but no listener has this id. There is none.`,
    '14:147: warning: "deployments.1.record.source_config.repo_url" is "https://example.com/none", but no integration has a repository with this URL.',
    `15:35: warning: "deployments.2.record.latest_revision_id" is "${ID}", as in 2 deployments.`,
    `16:35: warning: "deployments.3.record.latest_revision_id" is "${ID}", as in 2 deployments.`,
  ])
})

test('check joins many warnings with the same reason', async ({ folder }) => {
  const group = `  - record: { source_config: { listener_id: ${ID} } }\n`
  const path = await folder.write('alike.yaml', `name: alike\ndeployments:\n${group.repeat(7)}`)
  const { exit, err } = runCli('check', path)
  expect([await exit, err]).toEqual([
    0,
    [
      `${path}:3:45: warning: "deployments.0.record.source_config.listener_id" is "${ID}", but no listener has this id. There is none. 6 more are like this.`,
    ],
  ])
})

test('check fails because of warnings with --strict', async ({ folder }) => {
  const path = await folder.write('odd.yaml', ODD)
  const { exit, out, err } = runCli('check', '--strict', path)
  expect([await exit, out, err.length]).toEqual([1, [], 14])
})

// The others consist of numbers alone, and one of them is large.
const written = scenarios.filter(({ deployments }) => typeof deployments !== 'number')

test.for(written)('check warns of nothing in an export of $name', async (scenario, { folder }) => {
  const path = await folder.write('export.yaml', await writeScenario(scenario, 'yaml'))
  const { exit, err } = runCli('check', '--strict', path)
  expect([await exit, err]).toEqual([0, []])
})

test('check warns of what a copy of a built-in scenario still contains under another name', async ({ folder }) => {
  const texts = written.map((scenario) => writeScenario({ ...scenario, name: `my-${scenario.name}` }, 'yaml'))
  const paths = await Promise.all(texts.map(async (text, index) => folder.write(`${index}.yaml`, await text)))
  const { exit, err } = runCli('check', ...paths)
  expect([await exit, err]).toEqual([0, [expect.stringContaining('"9999-12-31T23:59:59.999999Z"')]])
})
