// Services that leave the questions of the register. `node bench/styles.mjs` tries all ways, and pairs of them.

import { expect, test } from 'vitest'
import { type Learned, learn } from '../../../src/programs/real-service/learn/learn.ts'
import { prepare } from '../../../src/programs/real-service/learn/prepare.ts'
import { readExamples } from '../../../src/programs/real-service/learn/read-examples.ts'
import { createReader } from '../../../src/programs/real-service/reader/reader.ts'
import { isFull } from '../../support/scope.ts'

interface Way {
  readonly question: string
  readonly title: string
}

interface Style {
  readonly style: string
}

interface World {
  readonly deployments: { name: string; version?: string }[]
}

interface Bench {
  serve(service: Style, world: World): Promise<{ readonly url: string; stop(): void }>
  buildService(style: Style, ways: readonly Way[], seed: number): Style
  buildWorld(seed: number, deployments: number): World
  readonly STYLES: readonly Style[]
  readonly DEVIATIONS: readonly Way[]
  tryWays(
    style: Style,
    ways: readonly Way[],
    options: { learn(url: string): Promise<Learned> },
  ): Promise<{ readonly wrong: readonly string[]; readonly right: readonly string[]; readonly learned: Learned }>
}

const load = (name: string) => import(new URL(`../../../bench/styles/${name}.mjs`, import.meta.url).href)
const { STYLES, DEVIATIONS, tryWays, buildService, serve, buildWorld }: Bench = {
  ...(await load('try-ways')),
  ...(await load('serve')),
  ...(await load('world')),
}

async function learnService(url: string): Promise<Learned> {
  const headers = { 'x-api-key': 'any', authorization: 'Bearer any' }
  const reader = createReader(url, { rate: 100_000, headers })
  return learn(reader, prepare(reader, await readExamples(reader, { preset: 'spec' })))
}

const LEAST_DECIDED = 37

const sample = [
  'nameMatching: beginnings of words',
  'malformedIdInList: ids are compared as texts',
  'timestampFormat: in the zone of a country',
  'booleanSyntax: true and 1 only',
  'crossOrigin: one origin',
  'unknownIntegration: by operation',
  'errorBody: by status',
]

// What was once stated although none of the values was true.
const others = [
  ...['nameMatching: names and other fields', 'imageVersionMatching: part of the text'],
  ...['imageVersionMatching: ignoring case', 'timestampFormat: fractions trimmed', 'secretValues: hashed'],
  ...['secretValues: encrypted', 'deploymentTypes: a type more', 'emptyFilter: ignored in some, nothing in others'],
  ...['repeatedParameter: joined', 'repeatedParameter: union in lists, the last one else', 'nullParameter: is null'],
  ...['deploymentOrdering: some first, then by time', 'deploymentOrdering: by status, then by time'],
  ...['deploymentOrdering: random each time', 'deploymentOrdering: name, ignoring case'],
  ...['offsetBeyondEnd: the last page again', 'trailingSlash: by operation', "integerSyntax: Python's int()"],
  ...["integerSyntax: JavaScript's Number()", 'requestSize: 16 KiB of headers', 'repositoryPaths: of its own'],
  'unknownIntegration: 403 for one of the other kind, 404 else',
  ...['nameMatching: patterns of SQL', 'nameMatching: regular expressions', 'lastPageOffset: 0 on shorter pages'],
  ...['imageVersionMatching: any of several', 'unknownStatus: any of several'],
  'offsetBeyondEnd: 404, but not at the end',
  ...['nameMatching: without regard to accents', 'imageVersionMatching: ranges', 'requestSize: 4 KiB of path'],
  ...['integerSyntax: digits of all scripts', 'unknownParameter: names ignoring case'],
  ...['crossOrigin: one origin, which is not named to others', 'timestampFormat: seconds since 1970 in one field'],
  'deploymentOrdering: that of the ids that are asked for',
  ...['repeatedParameter: any of them in statuses', 'repeatedParameter: any of them in versions'],
  ...['unknownParameter: names with brackets', 'optionalFields: an empty text in one field'],
  ...[
    'optionalFields: zeros in one field',
    'repositoryEnvelope: items with a cursor',
    'repositoryEnvelope: items alone',
  ],
  'timestampFormat: seconds since 1970 in one field of deployments',
  'integrationIdFormat: another status than other invalid values',
  ...['nameMatching', 'imageVersionMatching', 'unknownStatus'].map((each) => `${each}: without blanks around it`),
]

async function leave(name: string) {
  const [style] = STYLES
  const way = DEVIATIONS.find(({ question, title }) => `${question}: ${title}` === name)
  if (style === undefined || way === undefined) throw new Error(`Failed to find ${name}.`)
  return { way, ...(await tryWays(style, [way], { learn: learnService })) }
}

test.for(isFull ? sample : sample.slice(0, 3))(
  'a service that leaves a question is told so, and nothing else is muted: %s',
  { timeout: 240_000 },
  async (name) => {
    const { way, wrong, right, learned } = await leave(name)
    expect(wrong).toEqual([])
    expect(learned.undecided[way.question]).toMatchObject({
      possible: [],
      because: expect.stringMatching(/^No value explains it\. The service answers GET /),
    })
    expect(right.length).toBeGreaterThanOrEqual(LEAST_DECIDED)
  },
)

test.for(others)(
  'a service that leaves a question has none of its values: %s',
  {
    skip: !isFull,
    timeout: 240_000,
  },
  async (name) => {
    const { way, wrong, learned } = await leave(name)
    expect(wrong).toEqual([])
    expect(learned.undecided).toHaveProperty(way.question)
  },
)

test.for(['gateway: a message of its own for other paths', 'links: in a header'])(
  'what a service adds to its responses mutes no question: %s',
  { timeout: 240_000 },
  async (name) => {
    const { wrong, right } = await leave(name)
    expect(wrong).toEqual([])
    expect(right.length).toBeGreaterThanOrEqual(40)
  },
)

test('null is a text only if some deployment has no version that null could find', { timeout: 240_000 }, async () => {
  const [style] = STYLES
  if (style === undefined) throw new Error('Failed to find the style.')
  const world = buildWorld(1, 16)
  for (const deployment of world.deployments) deployment.version = '1.2.0'
  const { url, stop } = await serve(buildService(style, [], 1), world)
  const { undecided } = await learnService(url).finally(stop)
  expect(undecided.nullParameter?.possible).toEqual(['text'])
})

test('a search that ignores the case of ASCII letters only is found out by a name with others', {
  skip: !isFull,
  timeout: 240_000,
}, async () => {
  const [style] = STYLES
  if (style === undefined) throw new Error('Failed to find the style.')
  const world = buildWorld(1, 16)
  for (const deployment of world.deployments.slice(0, 3)) deployment.name = `\u00dcbersicht ${deployment.name}`
  const lower = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const nameMatches = (text: string, part: string) => lower(text).includes(lower(part))
  const way = {
    question: 'nameMatching',
    title: '',
    mutes: [],
    either: [],
    change: (plan: object) => ({ ...plan, nameMatches }),
  }
  const { url, stop } = await serve(buildService(style, [way], 1), world)
  const { undecided } = await learnService(url).finally(stop)
  expect(undecided.nameMatching?.possible).toEqual([])
})
