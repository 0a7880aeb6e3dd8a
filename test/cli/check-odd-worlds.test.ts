import { expect } from 'vitest'
import { defineCheckCommand } from '../../src/programs/cli/commands/check-command.ts'
import type { Io } from '../../src/programs/cli/io.ts'
import { service } from '../../src/service/service.ts'
import { test } from '../support/folder.ts'

const ID = '11111111-2222-4333-8444-555555555555'
const OTHER = '11111111-2222-4333-8444-666666666666'

async function check(...paths: string[]): Promise<string> {
  const lines: string[] = []
  const write = (text: string) => void lines.push(text)
  const command = defineCheckCommand({ out: write, err: write } as Io, service).exitOverride()
  await command.parseAsync(paths, { from: 'user' }).catch((error: Error) => write(error.message))
  return lines.join('\n')
}

const start = "name: a\nnow: '2026-03-01T00:00:00Z'\npreset: langsmith\n"
const step = (when: string, set = '{ status: AWAITING_DATABASE }') =>
  `deployments:\n  - record: { id: ${ID}, status: READY, name: a }\nchanges:\n  timeline:\n    - { due: 5, resource: deployments, id: ${ID}, when: ${when}, set: ${set} }\n`
const name = 'deployments:\n  - record: { name: x }\n  - record: { name: y }\n  - record: { name: x }\n'

test.for([
  [
    'equal names',
    name,
    /:5:21: warning: "deployments\.0\.record\.name" is "x", as in 2 deployments, but duplicateName/,
  ],
  [
    'a revision of the future',
    "deployments:\n  - revisions: [{ created_at: '2027-01-01T00:00:00Z' }]\n",
    /:5:31: warning: "deployments\.0\.revisions\.0\.created_at" is "2027-01-01T00:00:00Z", which is after the current time/,
  ],
  [
    'an active revision that does not exist',
    `deployments:\n  - record: { active_revision_id: ${ID} }\n    revisions: [{ id: ${OTHER}, created_at: '2026-01-01T00:00:00Z' }]\n`,
    /"deployments\.0\.record\.active_revision_id" is "1.*5", but no revision has this id/,
  ],
  [
    'a token of no provider',
    'deployments: 0\ntokens:\n  - record: { provider_id: nobody }\n',
    /:6:28: warning: "tokens\.0\.record\.provider_id" is "nobody", but no OAuth provider has it\. There is none\./,
  ],
  [
    'a step that begins with another status',
    step('{ status: UNKNOWN }'),
    /"changes\.timeline\.0\.when\.status" is "UNKNOWN", so that this never happens: the record then has "READY"\./,
  ],
  [
    'a step after another one that changes what it needs',
    `${step('{ status: READY }')}    - { due: 9, resource: deployments, id: ${ID}, when: { status: READY }, set: { name: b } }\n`,
    /:9:\d+: warning: "changes\.timeline\.1\.when\.status" is "READY", so that .* has "AWAITING_DATABASE"\./,
  ],
  [
    'a step for a field that is misspelt',
    step('{ statsu: READY }'),
    /timeline\.0\.when\.statsu" is "READY", so that this never/,
  ],
] as const)('check warns of %s', async ([, text, warning], { folder }) => {
  expect(await check(await folder.write('odd.yaml', start + text))).toMatch(warning)
})

test.for([
  ['equal names that the service allows', name, 'spec'],
  ['different names', name.replace('name: y', 'name: z').replace(/name: x \}\n$/, 'name: w }\n'), 'langsmith'],
  ['a step that happens', step('{ status: READY, name: a }'), 'langsmith'],
  [
    'steps one after another, in any order',
    `${step('{ status: AWAITING_DATABASE }', '{ status: READY }')}    - { due: 2, resource: deployments, id: ${ID}, when: { status: READY }, set: { status: AWAITING_DATABASE } }\n`,
    'langsmith',
  ],
  [
    'a pull request that is planned, and what happens to it then',
    `deployments: 1\nchanges:\n  timeline:\n    - { after: 2m, resource: deployments, id: ${ID}, add: true, set: { name: pr, is_preview: true } }\n    - { after: 5m, resource: revisions, id: ${OTHER}, add: true, set: { deployment_id: ${ID} } }\n    - { after: 30m, resource: deployments, id: ${ID}, when: { status: READY }, set: { display_name: A } }\n`,
    'langsmith',
  ],
] as const)('check does not warn of %s', async ([, text, preset], { folder }) => {
  const told = await check(await folder.write('fine.yaml', start.replace('langsmith', preset) + text))
  expect(told).toMatch(/: OK \(/)
  expect(told).not.toContain('warning')
})

test('files with one name hide no issue of each other', async ({ folder }) => {
  const first = await folder.write('1.yaml', `${start}deployments: 1\n`)
  const second = await folder.write(
    '2.yaml',
    `${start}deployments:\n  - record: { id: ${ID} }\n  - record: { id: ${ID} }\n`,
  )
  const third = await folder.write('3.yaml', `${start}deployments: 0\ntokens:\n  - record: { provider_id: nobody }\n`)
  const told = await check(first, second, third)
  expect(told.match(/which is already used at/g)).toHaveLength(2)
  expect(told).toMatch(/2\.yaml:6:\d+: .*the id/)
  expect(told).toMatch(/3\.yaml:6:28: "tokens\.0\.record\.provider_id" is "nobody"/)
})

test.for(['\r', '\r\n', '\n'])(
  'a file whose lines end with %j is read, with its positions',
  async (end, { folder }) => {
    const text = '# mine\nname: a\ndeployments: [{ record: { nam: x } }]\n'.replaceAll('\n', end)
    expect(await check(await folder.write('lines.yaml', text))).toContain(
      '3:27: "deployments.0.record.nam" is unknown.',
    )
  },
)

test('a field with its name in responses gets the advice to use that of files', async ({ folder }) => {
  const text = `${start}deployments: [{ record: { source_revision_config: { langgraph_config_path: a.json } } }]\n`
  expect(await check(await folder.write('other.yaml', text))).toContain('Did you mean "graph_config_path"?')
})
