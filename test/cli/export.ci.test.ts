import { mkdir, readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { readScenarioFile } from '../../src/entries/files/index.ts'
import { createSimulator, type SimulatorOptions } from '../../src/index.ts'
import { test } from '../support/folder.ts'
import { runCli } from '../support/run-cli.ts'
import { isFull } from '../support/scope.ts'

/** Everything that the service lists. */
async function readLists(options: SimulatorOptions): Promise<string[]> {
  const simulator = createSimulator(options)
  const read = async (path: string) =>
    (await simulator.fetch(path, { headers: { 'x-api-key': 'any', authorization: 'Bearer any' } })).text()
  const seededIntegrations = simulator.db.integrations.list().map(({ id, kind }) => {
    return `/v1/integrations/${kind === 'standard' ? '' : 'forge/'}github/${id}/repos`
  })
  const pages = Array.from({ length: 4 }, (_, page) => `/v2/deployments?limit=100&offset=${page * 100}`)
  return Promise.all(['/v2/auth/providers', ...seededIntegrations, ...pages].map(read))
}

test.for([
  [[], {}],
  [['--scenario', 'empty'], { scenario: 'empty' }],
  [['--scenario', 'awkward'], { scenario: 'awkward' }],
  ...(isFull ? ([[['--scenario', 'page-edges'], { scenario: 'page-edges' }]] as const) : []),
  [['--seed', '7', '--deployments', '25'], { seed: 7, deployments: 25 }],
  [['--preset', 'langsmith'], { preset: 'langsmith' }],
  [
    ['--assume', 'deploymentOrdering=name', '--assume', 'statusValues=UP,DOWN'],
    { assumptions: { deploymentOrdering: 'name', statusValues: 'UP,DOWN' } },
  ],
] as const)('export %j writes a file that loads as the same world', async ([args, options], { folder }) => {
  const expected = await readLists(options)
  for (const name of ['world.yaml', 'world.json']) {
    const path = folder.path(name)
    const { exit, out } = runCli('export', ...args, '--output', path)
    expect([await exit, out]).toEqual([0, [expect.stringMatching(/^Wrote the scenario "[\w-]+" to .*world\.\w+\.$/)]])
    expect(await readLists({ scenario: await readScenarioFile(path) })).toEqual(expected)
  }
})

test('export writes to the terminal by default', async () => {
  const { exit, out } = runCli('export', '--scenario', 'empty')
  expect(await exit).toBe(0)
  expect(out).toContain('name: empty')
})

test.for([
  ['yaml', /^# yaml-language-server: \$schema=(.*)$/m],
  ['json', /"\$schema": "(.*)"/],
] as const)('export names a schema in %s only if the project has one', async ([format, pattern], { folder }) => {
  const readSchema = async (): Promise<string | undefined> => {
    const path = folder.path(`worlds/empty.${format}`)
    expect(await runCli('export', '--scenario', 'empty', '--output', path, '--force').exit).toBe(0)
    return pattern.exec(await readFile(path, 'utf8'))?.[1]
  }
  await mkdir(folder.path('worlds'))
  expect(await readSchema()).toBeUndefined()
  await mkdir(folder.path('node_modules/deploymock/dist'), { recursive: true })
  await folder.write('node_modules/deploymock/dist/scenario.schema.json', '{}')
  const schema = await readSchema()
  expect(await readFile(folder.path(`worlds/${schema}`), 'utf8')).toBe('{}')
})

test('export does not replace an existing file, unless told to', async ({ folder }) => {
  const path = await folder.write('mine.yaml', 'mine')
  const first = runCli('export', '--output', path)
  expect([await first.exit, first.err]).toEqual([
    2,
    [`Failed to write ${path}: it already exists. Name another file, or add --force to replace it.`],
  ])
  expect(await readFile(path, 'utf8')).toBe('mine')
  expect(await runCli('export', '--output', path, '--force').exit).toBe(0)
  expect((await readScenarioFile(path)).name).toBe('default')
})

test('export reports that a folder does not exist', async ({ folder }) => {
  const path = folder.path('nowhere/demo.yaml')
  const { exit, err } = runCli('export', '--output', path)
  expect([await exit, err]).toEqual([
    2,
    [`Failed to write ${path}: its folder does not exist. Create it, or name another one.`],
  ])
})

test('export also reads a scenario file, and keeps its assumptions', async ({ folder }) => {
  const path = folder.path('a.yaml')
  expect(await runCli('export', '--assume', 'lastPageOffset=limit', '--output', path).exit).toBe(0)
  const { exit, out } = runCli('export', '--scenario', path, '--assume', 'errorBody=message', '--format', 'json')
  expect(await exit).toBe(0)
  expect(JSON.parse(out.join('\n'))).toMatchObject({
    assumptions: { lastPageOffset: 'limit', errorBody: 'message' },
  })
})

test('scenarios also lists those of files', async ({ folder }) => {
  const path = await folder.write(
    'demo.yaml',
    'name: demo\ndescription: Mine.\nproviders: 0\nintegrations: []\ndeployments: [{ count: 5 }, {}]\n',
  )
  const { exit, out } = runCli('scenarios', path)
  expect(await exit).toBe(0)
  expect(out.at(-1)).toMatch(/^demo +6 +Mine\.$/)
})
