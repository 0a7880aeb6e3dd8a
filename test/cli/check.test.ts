import { expect } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { test } from '../support/folder.ts'
import { runCli } from '../support/run-cli.ts'

const WORLD = 'name: demo\ndescription: A world.\nproviders: 1\nintegrations: []\ndeployments: 3\n'

test('check reports that a file is valid, and what it contains', async ({ folder }) => {
  const yaml = await folder.write('demo.yaml', WORLD)
  const json = await folder.write('other.json', JSON.stringify({ ...createSimulator().scenario, name: 'other' }))
  const { exit, out, err } = runCli('check', yaml, json)
  expect([await exit, out, err]).toEqual([
    0,
    [
      `${yaml}: OK (scenario "demo": 1 OAuth provider, 0 integrations, 0 repositories, 3 deployments)`,
      `${json}: OK (scenario "other": 6 OAuth providers, 4 integrations, 32 repositories, 60 deployments)`,
    ],
    [],
  ])
})

test('check lists every issue of every file, and exits with 1', async ({ folder }) => {
  const fine = await folder.write('fine.yaml', WORLD)
  const broken = await folder.write('broken.yaml', `${WORLD.replace('demo', 'other')}seed: x\nmore: 1\n`)
  const missing = folder.path('missing.yaml')
  const { exit, out, err } = runCli('check', broken, fine, missing)
  expect([await exit, out, err]).toEqual([
    1,
    [expect.stringMatching(/fine\.yaml: OK/)],
    [
      `Failed to read ${broken}, ${missing}: 3 issues.`,
      `${broken}:6:7: "seed" is "x". Expected: a number.`,
      expect.stringMatching(/broken\.yaml:7:1: "more" is unknown\. Known: /),
      `${missing}: file not found. Check the path.`,
    ],
  ])
})

test('check finds two files with the same name, and reports where', async ({ folder }) => {
  const first = await folder.write('a.yaml', WORLD)
  const second = await folder.write('b.json', JSON.stringify({ ...createSimulator().scenario, name: 'demo' }, null, 2))
  const { exit, err } = runCli('check', first, second)
  expect([await exit, err]).toEqual([
    1,
    [
      `Failed to read ${second}: 1 issue.`,
      `${second}:2:11: "name" is "demo", which is already used at ${first}:1:7. Rename one of the two.`,
    ],
  ])
})

test('check reads a file once, even if it is given twice', async ({ folder }) => {
  const path = await folder.write('a.yaml', WORLD)
  const { exit, out } = runCli('check', path, path)
  expect([await exit, out]).toEqual([0, [expect.stringMatching(/a\.yaml: OK/)]])
})

test('check builds the world, and reports the issues that prevent it', async ({ folder }) => {
  const path = await folder.write('a.yaml', WORLD.replace('3', '[{ record: { status: BROKEN } }]'))
  const { exit, err } = runCli('check', path)
  expect([await exit, err[1]]).toEqual([
    1,
    `${path}:5:35: deployments.0: "status" is "BROKEN". Allowed: AWAITING_DATABASE, READY, UNUSED, AWAITING_DELETE, UNKNOWN, and what the assumption "statusValues" adds.`,
  ])
})

test('check reports that a world does not fit into memory, before building it', async ({ folder }) => {
  const path = await folder.write('a.yaml', WORLD.replace('3', `[${Array(9).fill('{ count: 1000000 }')}]`))
  const { exit, err } = runCli('check', path)
  expect([await exit, err[1]]).toEqual([
    1,
    expect.stringMatching(
      /a\.yaml:5:14: 9000000 deployments( and [\d,]+ other records?)? take about \d+ MB, but only \d+ MB of \d+ MB are free\./,
    ),
  ])
})

test('check accepts a snapshot, too', async ({ folder }) => {
  const simulator = createSimulator({ scenario: 'empty' })
  simulator.db.deployments.create({ name: 'one' })
  const path = await folder.write('state.json', JSON.stringify(simulator.snapshot()))
  const { exit, out } = runCli('check', path)
  expect([await exit, out]).toEqual([
    0,
    [`${path}: OK (snapshot of "empty": 0 OAuth providers, 0 integrations, 0 repositories, 1 deployment)`],
  ])
})

test('check lists the issues of a snapshot with their positions', async ({ folder }) => {
  const snapshot = createSimulator({ scenario: 'empty' }).snapshot()
  const { scenario, current } = snapshot
  const changes = { ...current.changes, deployments: { removed: ['x'] } }
  const paths = [
    await folder.write('a.json', JSON.stringify({ ...snapshot, version: 2 })),
    await folder.write('b.json', JSON.stringify({ ...snapshot, scenario: { ...scenario, seed: 'x' }, preset: 'spek' })),
    await folder.write('c.json', JSON.stringify({ ...snapshot, current: { ...current, changes } })),
  ]
  const { exit, err } = runCli('check', ...paths)
  expect(await exit).toBe(1)
  expect(err.slice(1).map((line) => line.replace(/^.*\/(\w\.json):1:\d+: /, '$1 '))).toEqual([
    'a.json it has version 2, but this deploymock reads version 1. Take it again with this deploymock.',
    'b.json "scenario.seed" is "x". Expected: a number.',
    'b.json "preset" is "spek". Did you mean "spec"? Allowed: spec, langsmith, langsmith-next.',
    'c.json deployment "x": it cannot be removed, because no record has this id.',
  ])
})

test('check without a file is wrong usage', async () => {
  const { exit, err } = runCli('check')
  expect([await exit, err]).toEqual([
    2,
    ["Failed to read the command line: missing required argument 'file'. Arguments of check: <file...>."],
  ])
})
