import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { listEntries } from '../../src/engine/assumptions/assumptions.ts'
import { readScenarioFile } from '../../src/files/index.ts'
import { createSimulator } from '../../src/index.ts'
import { questions } from '../../src/service/assumptions/questions.ts'
import type { Preset } from '../../src/service/assumptions/register.ts'
import { PRESETS } from '../../src/service/assumptions/register.ts'
import { listBlocks, readPage } from '../support/documentation.ts'
import { test } from '../support/folder.ts'

const root = new URL('../../', import.meta.url)

// The documentation also shows the code of these files, which have tests of their own.
const SHOWN = [
  'test/browser/server-rendering.spec.ts',
  'examples/react-query/deployments.test.jsx',
  'examples/storybook/.storybook/preview.js',
  'examples/storybook/.storybook/simulator.js',
  'examples/storybook/deployments.stories.js',
]

const paragraphsOf = (text: string) => text.split('\n').map((line) => line.trim())

test.for(SHOWN)('the documentation shows the code of %s', (path) => {
  const text = readFileSync(new URL(path, root), 'utf8')
  const source = text.replace(/\.\.\/\.\.\/src\/(\w+)\/index\.ts/g, 'deploymock/$1')
  const blocks = ['ts', 'js', 'jsx', 'python'].flatMap(listBlocks)
  const shown = blocks.map(({ code }) => paragraphsOf(code))
  const lines = paragraphsOf(source).filter((line) => !/^(expect|import .* from 'vitest'|$)/.test(line))
  const isShown = shown.some((block) => block.every((line) => line === '' || paragraphsOf(source).includes(line)))
  expect(lines.length).toBeGreaterThan(1)
  expect(isShown).toBe(true)
})

test('the documentation shows valid scenario files', async ({ folder }) => {
  const shown = listBlocks('yaml').filter(
    ({ place, code }) => /^docs\/scenarios\.md/.test(place) && /^name:/.test(code),
  )
  const files = shown.map(({ code }, index) => folder.write(`${index}.yaml`, code))
  const simulators = await Promise.all(
    files.map(async (file) => createSimulator({ scenario: await readScenarioFile(await file) })),
  )
  expect(simulators.map(({ faults, chaos }) => [faults.list().length, chaos])).toEqual([
    [2, { level: 0.1, seed: 4711 }],
  ])
})

test('the documentation lists every entry of the register with the value of each preset', () => {
  const rows = listEntries(questions).map(([id, { section, ...entry }]) => [
    id,
    section,
    ...PRESETS.map((name) => entry[name] ?? ''),
  ])
  const page = readPage('docs/assumptions.md').replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
  const shown = [
    ...page.matchAll(/^\| `(\w+)` \| ([^|]+?) \| .*? \| `([^`]+)` \| (?:`([^`]+)`)? ?\| (?:`([^`]+)`)? ?\|/gm),
  ]
  expect(shown.map(([, ...cells]) => cells.map((cell = '') => cell))).toEqual(rows)
})

test.for(PRESETS)('the documentation lists the fields of every response under the preset %s', async (preset) => {
  const { deployments, providers, repositories } = await readFields(preset)
  expect(listDocumented('deployment', preset)).toEqual(deployments)
  expect(listDocumented('OAuth provider', preset)).toEqual(providers)
  expect(listDocumented('repository', preset)).toEqual(repositories)
})

test('the documentation lists the fields of the records that only the public service has', async () => {
  const document = await createSimulator({ preset: 'langsmith-next' }).openapi()
  const { schemas } = document.components as { schemas: Record<string, { properties: object }> }
  for (const [title, name] of ONLY_UPSTREAM) {
    expect([name, listRow(title)]).toEqual([name, Object.keys(schemas[name]?.properties ?? {})])
  }
})

const ONLY_UPSTREAM = [
  ['revision', 'Revision'],
  ['integration', 'Integration'],
  ['listener', 'Listener'],
  ['OAuth token', 'OAuthToken'],
  ['token event', 'TokenEvent'],
  ['agent connection', 'AgentConnection'],
] as const

/** The fields in the row of docs/responses.md that starts with a title. */
function listRow(title: string): string[] {
  const row = readPage('docs/responses.md')
    .split('\n')
    .find((line) => line.startsWith(`| ${title} |`))
  return [...(row ?? '').replaceAll('`langsmith-next`', '').matchAll(/`(\w+)`/g)].map(([, field = '']) => field)
}

/** The fields that docs/responses.md lists for a resource, those of another preset included. */
function listDocumented(resource: string, preset: string): string[] {
  const [, list = ''] = readPage('docs/responses.md').split(new RegExp(`fields of an? ${resource} in a response`))
  const items = [...list.matchAll(/^- ([^:]+): (?:those of ([\w-]+), then )?(.*)$/gm)]
  const [, , base, fields = ''] = items.find(([, presets]) => presets?.includes(`\`${preset}\``)) ?? []
  const own = [...fields.matchAll(/`(\w+)`/g)].map(([, field = '']) => field)
  return base === undefined ? own : [...listDocumented(resource, base), ...own]
}

/** The fields of the first record in each response. */
async function readFields(preset: Preset) {
  const simulator = createSimulator({ preset })
  const standard = simulator.db.integrations.list().find(({ kind }) => kind === 'standard')
  const get = async (path: string) => (await simulator.fetch(path, { headers: { 'x-api-key': 'any' } })).json()
  const [repository] = await get(`/v1/integrations/github/${standard?.id}/repos`)
  const [provider] = await get('/v2/auth/providers')
  const { resources } = await get('/v2/deployments')
  return {
    deployments: Object.keys(resources[0]),
    providers: Object.keys(provider),
    repositories: Object.keys(repository),
  }
}
