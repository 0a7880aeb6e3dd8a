import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { PRESETS, type Preset, type RegisterEntry } from '../../src/service/assumptions/presets.ts'
import { register } from '../../src/service/assumptions/register.ts'
import { listBlocks, readPage } from '../support/documentation.ts'

// The tests `docs-*` and `test/browser/documentation.spec.ts` take all blocks in these languages. The last three show
// what is printed.
const TAKEN = ['sh', 'ts', 'python', 'go', 'yaml', 'dockerfile', 'json', 'text', '']

test('every block of the documentation runs, or says what it is a part of', () => {
  const others = listBlocks().filter(({ language, partOf }) => !TAKEN.includes(language) && partOf === undefined)
  expect(others.map(({ place }) => place)).toEqual([])
})

const parts = listBlocks('js', 'jsx', 'ts').filter(({ partOf = '.md' }) => !partOf.includes('.md'))

test.for(parts)('the code at $place is in $partOf, which has tests of its own', ({ code, partOf = '' }) => {
  const linesOf = (text: string) => text.split('\n').map((line) => line.trim())
  const lines = linesOf(readPage(partOf))
  expect(linesOf(code).filter((line) => line !== '' && !lines.includes(line))).toEqual([])
})

test('there are such parts', () => expect(parts.length).toBeGreaterThan(4))

test.for(readdirSync(new URL('../../docs/', import.meta.url)).filter((name) => name.endsWith('.md')))(
  'no table of %s contains the end of a comment',
  (name) => {
    expect(readPage(`docs/${name}`).match(/^\|.*\*\/.*$/gm) ?? []).toEqual([])
  },
)

test.for(readdirSync(new URL('../../docs/', import.meta.url)).filter((name) => name.endsWith('.md')))(
  'no list of names in a table of %s has a name twice',
  (name) => {
    const cells = readPage(`docs/${name}`)
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .flatMap((line) => line.split(' | '))
    const lists = cells.filter((cell) => /^[| ]*(?:`[^`]+`, )+`[^`]+`[ |]*$/.test(cell))
    const twice = lists.filter((list) => {
      const names = list.match(/`[^`]+`/g) ?? []
      return new Set(names).size < names.length
    })
    expect(twice).toEqual([])
  },
)

test('the documentation lists every entry of the register with the value of each preset', () => {
  const rows = Object.entries<RegisterEntry>(register).map(([id, { section, ...entry }]) => [
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
