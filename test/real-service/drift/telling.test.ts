// Which requests are sent to see that nothing has changed.

import { expect, test } from 'vitest'
import { selectTelling } from '../../../src/programs/real-service/drift/telling.ts'
import type { Aspects } from '../../../src/programs/real-service/learn/aspects/aspects.ts'
import type { Neighbour } from '../../../src/programs/real-service/learn/neighbours.ts'
import type { ReadRequest } from '../../../src/programs/real-service/reader/messages.ts'

const FOUND = { status: '200', members: 'one' }
const NONE = { status: '200', members: '' }
const REFUSED = { status: '422' }

const ask = (query: string, path = '/v2/deployments'): ReadRequest => ({ method: 'GET', path, query })
const neighbour = (name: string, text: string, rest: Omit<Neighbour, 'request' | 'text'>): Neighbour => ({
  request: ask(`limit=100&${name}=${text}`),
  text,
  ...rest,
})

/** Returns the texts that are asked. Of those that the service reads, the answer depends on the text. */
async function select(
  neighbours: readonly Neighbour[],
  answer: (text: string) => Aspects,
  odd: readonly string[] = [],
) {
  const textOf = ({ query }: ReadRequest) => new URLSearchParams(query).toString().replace(/^.*=/, '')
  const selected = await selectTelling(neighbours, {
    isOdd: (request) => odd.includes(textOf(request)),
    predict: async (request) => answer(textOf(request)),
  })
  return selected.map(textOf)
}

const isOdd = () => false
const ofName = (text: string, way = text) =>
  neighbour('name_contains', text, { about: 'nameMatching', way, whole: 'blue-harbor-7' })

test('a piece from within a word tells what all other pieces that are found do', async () => {
  const asked = ['o', 'arbo', 'harbor', 'blue-harbor', 'harbor-7'].map((text) => ofName(text))
  expect(await select(asked, () => FOUND)).toEqual(['o'])
})

test('a piece that is found where a name ends does not tell one from within a word', async () => {
  expect(await select([ofName('-7'), ofName('arbo')], () => FOUND)).toEqual(['-7', 'arbo'])
})

test('a word that is not found tells that other pieces are not', async () => {
  const asked = ['7', 'arbo', 'harbor', '-7'].map((text) => ofName(text))
  expect(await select(asked, () => NONE)).toEqual(['7'])
})

test('of the texts of one way, one is asked, and none if one is odd', async () => {
  const asked = [ofName('Blue', 'case'), ofName('BLUE', 'case'), ofName('b*', 'patterns'), ofName('b.', 'patterns')]
  expect(await select(asked, () => NONE)).toEqual(['Blue', 'b*'])
  expect(await select(asked, () => NONE, ['b.'])).toEqual(['Blue'])
})

test('null tells what a text that is nothing does, if both are answered alike', async () => {
  const asked = [
    neighbour('status', 'null', { about: 'nullParameter', way: 'by parameter' }),
    neighbour('status', 'no-such-value', { about: 'unknownStatus', way: 'no-such-value' }),
  ]
  expect(await select(asked, () => NONE)).toEqual(['null'])
  expect(await select(asked, (text) => (text === 'null' ? FOUND : NONE))).toEqual(['null', 'no-such-value'])
})

test('0 does not tell how a text that is no number is read', async () => {
  const asked = ['0', 'no-such-value'].map((text) => neighbour('limit', text, { about: 'validationStatus', way: text }))
  expect(await select(asked, () => REFUSED)).toEqual(['0', 'no-such-value'])
})

test('each parameter is asked what most ways to read numbers disagree about, and the rest is asked of one', async () => {
  const texts = ['+3', ' 3 ', '03', '3.0', '1_0', '1e1', '3abc']
  const asked = ['limit', 'offset'].flatMap((name) =>
    texts.map((text) => ({
      ...neighbour(name, text, { about: 'integerSyntax', way: text }),
      request: ask(new URLSearchParams([[name, text]]).toString()),
    })),
  )
  const isDecimal = (text: string) => /^\d+$/.test(decodeURIComponent(text.replaceAll('+', ' ')))
  const selected = await select(asked, (text) => (isDecimal(text) ? FOUND : REFUSED))
  expect(selected.length).toBeLessThanOrEqual(5)
  expect(selected).toContain('03')
})

test('each of some alike operations is asked something, and each thing is asked of one of them', async () => {
  const asked = ['/a', '/b'].flatMap((path) =>
    ['7', 'no-such-value'].map((what) => ({
      request: ask(`id=${what}`, path),
      about: 'integrationIdFormat' as const,
      ofEach: [path, what, 'ids'] as const,
    })),
  )
  expect(await selectTelling(asked, { isOdd, predict: async () => REFUSED })).toEqual([
    ask('id=7', '/a'),
    ask('id=no-such-value', '/b'),
  ])
})

test('a method that is refused tells what OPTIONS does, and one preflight request what others do', async () => {
  const headers = { origin: 'https://page.example', 'access-control-request-method': 'GET' }
  const asked = ['/a', '/b'].flatMap((path): ReadRequest[] => [
    { method: 'HEAD', path },
    { method: 'OPTIONS', path, headers },
    { method: 'OPTIONS', path },
  ])
  const selected = await selectTelling(
    asked.map((request) => ({ request })),
    { isOdd, predict: async ({ headers }) => (headers ? { origin: 'refused' } : { status: '405' }) },
  )
  expect(selected).toEqual([asked[0], asked[1], asked[3]])
})

test('the longest request that is not too long tells what shorter ones do', async () => {
  const asked = [2000, 8000].map((length): Neighbour => ({ request: ask(`unknown_parameter=${'x'.repeat(length)}`) }))
  expect(await selectTelling(asked, { isOdd, predict: async () => FOUND })).toEqual([asked[1]?.request])
  expect(await selectTelling(asked, { isOdd, predict: async () => ({ status: '414' }) })).toHaveLength(2)
})
