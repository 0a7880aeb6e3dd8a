import { readFile, rename, rm } from 'node:fs/promises'
import { expect } from 'vitest'
import { connect } from '../../src/entries/client/index.ts'
import { createSimulator } from '../../src/index.ts'
import { test as base } from '../support/folder.ts'
import { runCli } from '../support/run-cli.ts'
import { provideStart, type Start } from '../support/serve-test.ts'

const test = base.extend<{ start: Start }>({ start: async ({}, use) => provideStart(use, '--log', 'none') })

const describe = (deployments: number | string, name = 'demo') =>
  `name: ${name}\ndescription: A world.\nproviders: 0\nintegrations: []\ndeployments: ${deployments}\n`

async function countDeployments(url: string): Promise<number> {
  const response = await fetch(`${url}/v2/deployments?limit=100`)
  const { resources } = (await response.json()) as { resources: unknown[] }
  return resources.length
}

test('--scenario serves a file', async ({ folder, start }) => {
  const { url, out } = await start('--scenario', await folder.write('demo.yaml', describe(3)))
  expect(out[1]).toBe('World "demo" with seed 1: 0 OAuth providers, 0 integrations, 0 repositories, 3 deployments.')
  expect(await countDeployments(url)).toBe(3)
})

test('--scenario serves the first of several, which may be a name', async ({ folder, start }) => {
  const file = await folder.write('demo.yaml', describe(3))
  expect((await start('--scenario', 'empty', '--scenario', file)).out[1]).toMatch(/^World "empty"/)
  expect((await start('--scenario', file, '--scenario', 'empty')).out[1]).toMatch(/^World "demo"/)
  expect((await start('--scenario', 'demo', '--scenario', file)).out[1]).toMatch(/^World "demo"/)
})

test('--seed, --deployments and --preset override the scenario of a file, which applies otherwise', async ({
  folder,
  start,
}) => {
  const file = await folder.write('demo.yaml', `${describe(3)}seed: 5\npreset: langsmith\n`)
  expect((await start('--scenario', file)).out.slice(1, 3)).toEqual([
    expect.stringMatching(/^World "demo" with seed 5: .* 3 deployments\.$/),
    'Preset langsmith.',
  ])
  const changed = await start('--scenario', file, '--seed', '7', '--deployments', '4', '--preset', 'spec')
  expect(changed.out.slice(1, 3)).toEqual([
    expect.stringMatching(/^World "demo" with seed 7: .* 4 deployments\.$/),
    'Preset spec.',
  ])
})

test('an invalid file lists its issues, and the program exits with 2', async ({ folder }) => {
  const first = await folder.write('a.yaml', describe(3).replace('providers', 'provider'))
  const second = await folder.write('b.yaml', '')
  const { exit, err } = runCli('--scenario', first, '--scenario', second, '--port', '0')
  expect([await exit, err]).toEqual([
    2,
    [
      `Failed to read ${first}, ${second}: 2 issues.`,
      expect.stringMatching(/a\.yaml:3:1: "provider" is unknown\. Did you mean "providers"\? Known: .*\.$/),
      `${second}:1:1: The file is empty. Write a scenario into it.`,
    ],
  ])
})

test('two files with the same name are rejected, and so is a later one whose world is invalid', async ({ folder }) => {
  const first = await folder.write('a.yaml', describe(3))
  const second = await folder.write('b.yaml', describe(4))
  const third = await folder.write('c.yaml', describe(4, 'c').replace('4', '[{ record: { status: NEW } }]'))
  const twice = runCli('--scenario', first, '--scenario', second, '--port', '0')
  expect([await twice.exit, twice.err[1]]).toEqual([
    2,
    `${second}:1:7: "name" is "demo", which is already used at ${first}:1:7. Rename one of the two.`,
  ])
  const later = runCli('--scenario', first, '--scenario', third, '--port', '0')
  expect([await later.exit, later.err[1]]).toEqual([
    2,
    expect.stringMatching(/c\.yaml:5:35: deployments\.0: "status" is "NEW"/),
  ])
})

test('the world of a file that does not fit into memory is rejected before it is built', async ({ folder }) => {
  const { exit, err } = runCli(
    '--scenario',
    await folder.write('a.yaml', describe(`[${Array(9).fill('{ count: 1000000 }')}]`)),
    '--port',
    '0',
  )
  expect([await exit, err[1]]).toEqual([2, expect.stringMatching(/a\.yaml:5:14: 9000000 deployments take/)])
})

test('--watch reloads a changed scenario, however the file is written', async ({ folder, start }) => {
  const file = await folder.write('demo.yaml', describe(3))
  const { url, printed } = await start('--scenario', file, '--watch')
  await folder.write('demo.yaml', describe(4))
  const [line] = await printed(/^.*changed.* 4 deployments\.$/)
  expect(line).toBe(
    `${file} changed. World "demo" with seed 1: 0 OAuth providers, 0 integrations, 0 repositories, 4 deployments.`,
  )
  expect(await countDeployments(url)).toBe(4)

  await rename(await folder.write('.demo.yaml.swp', describe(5)), file)
  await printed(/changed.* 5 deployments/)
  expect(await countDeployments(url)).toBe(5)

  await rm(file)
  await folder.write('demo.yaml', describe(6))
  await printed(/changed.* 6 deployments/)
  expect(await countDeployments(url)).toBe(6)
})

test('--watch names the sessions that keep the old world, and a reset gives them the new one', async ({
  folder,
  start,
}) => {
  const file = await folder.write('demo.yaml', describe(3))
  const { url, printed } = await start('--scenario', file, '--watch')
  const remote = connect(url)
  const session = await remote.sessions.create({ name: 'ann', scenario: 'demo' })
  await remote.sessions.create({ name: 'bob', scenario: 'empty' })
  await folder.write('demo.yaml', describe(4))
  await printed(/changed\. .* 4 deployments\. Until a reset, the old world stays in the session ann\.$/)
  expect(await session.db.deployments.count()).toBe(3)
  await session.reset()
  expect(await session.db.deployments.count()).toBe(4)
})

test('--watch keeps the last valid world while a file is invalid or missing', async ({ folder, start }) => {
  const file = await folder.write('demo.yaml', describe(3))
  const { url, printed, complained, err } = await start('--scenario', file, '--watch')
  await folder.write('demo.yaml', describe(3).replace('3', 'many'))
  await complained(/stays/)
  expect(err).toEqual([
    `${file}:5:14: "deployments" is "many". Expected: a number, or a list.`,
    `${file} changed and is invalid. "demo" stays as it was.`,
  ])
  expect(await countDeployments(url)).toBe(3)
  await rm(file)
  await complained(/file not found/)
  expect(await countDeployments(url)).toBe(3)
  await folder.write('demo.yaml', describe(4))
  await printed(/changed.* 4 deployments/)
  expect(await countDeployments(url)).toBe(4)
})

test.for<[string, string | undefined]>([
  ['invalid', 'name: ['],
  ['missing', undefined],
])('--watch changes nothing when a file was %s and is again as it was', async ([, text], { folder, start }) => {
  const file = await folder.write('demo.yaml', describe(3))
  const { url, printed, complained, out } = await start('--scenario', file, '--watch')
  const { db } = connect(url)
  await db.deployments.create({ name: 'mine' })
  if (text === undefined) await rm(file)
  else await folder.write('demo.yaml', text)
  await complained(/stays as it was/)
  await folder.write('demo.yaml', describe(3))
  await printed(/is again as it was/)
  expect(await db.deployments.count()).toBe(4)
  expect(out.join()).not.toContain('changed')
})

test('--watch keeps the world of a file whose name changes, also in sessions and resets', async ({ folder, start }) => {
  const file = await folder.write('demo.yaml', describe(3))
  const { url, printed, complained, err } = await start('--scenario', file, '--watch')
  const ann = await connect(url).sessions.create({ name: 'ann' })
  await folder.write('demo.yaml', describe(4, 'other'))
  await complained(/stays as it was/)
  expect(err[0]).toBe(`${file}:1:7: "name" is "other", and it is served as "demo". Start again to rename it.`)
  await folder.write('demo.yaml', describe(5))
  await printed(/changed.* 5 deployments/)
  await ann.reset()
  const counts = [url, `${url}/_s/ann`, `${url}/_s/bob`].map(countDeployments)
  expect(await Promise.all(counts)).toEqual([5, 5, 5])
})

test('--watch keeps the options of the command line that override the file', async ({ folder, start }) => {
  const file = await folder.write('demo.yaml', describe(3))
  const { printed } = await start('--scenario', file, '--watch', '--seed', '7', '--deployments', '9')
  await folder.write('demo.yaml', `${describe(4)}now: 2027-01-01T00:00:00Z\n`)
  await printed(/changed\. World "demo" with seed 7: .* 9 deployments\.$/)
})

test('--watch does not change the served world when another file changes, and rejects a name that is taken', async ({
  folder,
  start,
}) => {
  const first = await folder.write('a.yaml', describe(3))
  const second = await folder.write('b.yaml', describe(4, 'other'))
  const { url, printed, complained } = await start('--scenario', first, '--scenario', second, '--watch')
  await fetch(`${url}/v2/deployments`)
  await folder.write('b.yaml', describe(5, 'other'))
  await printed(/b\.yaml changed\. "other" can be loaded again\.$/)
  expect(await countDeployments(url)).toBe(3)
  await folder.write('b.yaml', describe(5))
  await complained(/b\.yaml:1:7: "name" is "demo", which is already used at .*a\.yaml:1:7\. Rename one of the two\.$/)
})

test('--watch without a file is wrong usage', async () => {
  const { exit, err } = runCli('--watch', '--port', '0')
  expect([await exit, err]).toEqual([
    2,
    ['Failed to watch: no scenario comes from a file. Add one, such as --scenario demo.yaml.'],
  ])
})

test('--export-on-exit writes a snapshot, and --import starts from it', async ({ folder, start }) => {
  const file = folder.path('state.json')
  const first = await start(
    '--scenario',
    'empty',
    '--assume',
    'creationReferences=unchecked',
    '--export-on-exit',
    file,
    '--freeze-clock',
  )
  const body = JSON.stringify({
    integration_id: '11111111-1111-4111-8111-111111111111',
    source_config: { repo_url: 'https://example.test/a' },
    source_revision_config: { repo_ref: 'main' },
  })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${first.url}/v2/deployments`, { method: 'POST', body, headers })
  const before = await (await fetch(`${first.url}/v2/deployments`)).text()
  first.stop()
  expect(await first.exit).toBe(0)
  expect(first.out.slice(-2)).toEqual([`Wrote a snapshot of "empty" to ${file}.`, 'Stopped.'])

  const second = await start('--import', file, '--export-on-exit', file, '--freeze-clock')
  expect(await (await fetch(`${second.url}/v2/deployments`)).text()).toBe(before)
  const snapshot = await readFile(file, 'utf8')
  second.stop()
  expect(await second.exit).toBe(0)
  expect(await readFile(file, 'utf8')).toBe(snapshot)
})

test('a server that was started with --import returns to the snapshot with a reset', async ({ folder, start }) => {
  const simulator = createSimulator({ scenario: 'empty' })
  simulator.db.deployments.create({ name: 'imported' })
  const file = await folder.write('state.json', JSON.stringify(simulator.snapshot()))
  const { url } = await start('--import', file)
  const remote = connect(url)
  await remote.load('default')
  await remote.reset()
  expect(await remote.db.deployments.list()).toMatchObject([{ name: 'imported' }])
})

test('an invalid snapshot lists its issues, and the program exits with 2', async ({ folder }) => {
  const snapshot = createSimulator({ scenario: 'empty' }).snapshot()
  const version = await folder.write('a.json', JSON.stringify({ ...snapshot, version: 9 }))
  const other = runCli('--import', version, '--port', '0')
  expect([await other.exit, other.err[1]]).toEqual([
    2,
    expect.stringMatching(/a\.json:1:\d+: it has version 9, but this deploymock reads version 1\./),
  ])
  const text = runCli('--import', await folder.write('b.json', '{"format":'), '--port', '0')
  expect([await text.exit, text.err[1]]).toEqual([2, expect.stringMatching(/b\.json:1:11: This is not valid JSON: /)])
})

test('--import excludes the options that would make another world', async ({ folder }) => {
  const file = await folder.write('a.json', '{}')
  for (const args of [
    ['--seed', '1'],
    ['--deployments', '1'],
    ['--preset', 'spec'],
    ['--assume', 'headRequests=405'],
  ]) {
    const { exit, err } = runCli('--import', file, ...args)
    expect([await exit, err]).toEqual([2, [expect.stringMatching(/'--import <file>' cannot be used with option '--/)]])
  }
})

test('a path that cannot be written is reported before anything is served', async ({ folder }) => {
  const file = folder.path('nowhere/state.json')
  const { exit, out, err } = runCli('--export-on-exit', file, '--port', '0')
  expect([await exit, out, err]).toEqual([
    2,
    [],
    [`Failed to write ${file}: its folder does not exist. Create it, or name another one.`],
  ])
})

test('a path that is a directory is reported before anything is served', async ({ folder }) => {
  const file = folder.path('.')
  const { exit, out, err } = runCli('--export-on-exit', file, '--port', '0')
  expect([await exit, out, err]).toEqual([2, [], [`Failed to write ${file}: it is a directory. Name a file.`]])
})

test('--explain adds the explanation of a response in a header', async ({ start }) => {
  const header = 'x-simulator-explanation'
  const { url } = await start('--explain')
  expect((await fetch(`${url}/v2/deployments`)).headers.get(header)).toMatch(/deployments/)
  const plain = await start()
  expect((await fetch(`${plain.url}/v2/deployments`)).headers.get(header)).toBeNull()
})
