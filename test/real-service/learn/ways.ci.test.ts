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

interface Bench {
  readonly STYLES: readonly Style[]
  readonly DEVIATIONS: readonly Way[]
  tryWays(
    style: Style,
    ways: readonly Way[],
    options: { learn(url: string): Promise<Learned> },
  ): Promise<{ readonly wrong: readonly string[]; readonly right: readonly string[]; readonly learned: Learned }>
}

const { STYLES, DEVIATIONS, tryWays }: Bench = await import(
  new URL('../../../bench/styles/try-ways.mjs', import.meta.url).href
)

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

test.for(isFull ? sample : sample.slice(0, 3))(
  'a service that leaves a question is told so, and nothing else is muted: %s',
  { timeout: 240_000 },
  async (name) => {
    const [style] = STYLES
    const way = DEVIATIONS.find(({ question, title }) => `${question}: ${title}` === name)
    if (style === undefined || way === undefined) throw new Error(`Failed to find ${name}.`)
    const { wrong, right, learned } = await tryWays(style, [way], { learn: learnService })
    expect(wrong).toEqual([])
    expect(learned.undecided[way.question]).toMatchObject({
      possible: [],
      because: expect.stringMatching(/^No value explains it\. The service answers GET /),
    })
    expect(right.length).toBeGreaterThanOrEqual(LEAST_DECIDED)
  },
)
