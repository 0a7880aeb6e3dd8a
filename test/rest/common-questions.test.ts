import { expect, test } from 'vitest'
import * as z from 'zod'
import { commonQuestions, createSimulator, defineApi } from '../../src/entries/engine/index.ts'

const api = defineApi({
  title: 'Things',
  version: '1',
  credentials: { header: 'X-Key', for: 'writes' },
  error: ({ message }) => ({ message }),
  questions: { ...commonQuestions },
})
const things = api.resource('things', {
  schema: z.strictObject({ id: z.int(), name: z.string(), note: z.string().nullable() }),
  orders: { name: 'name' },
  build: ({ index }) => ({ name: `Thing ${String(index).padStart(2, '0')}`, note: null }),
})
const service = api.service({
  resources: [things],
  operations: [
    ...api.crud('/things', things, { filters: { name: 'contains' } }),
    api.list('listAlike', '/things/{id}/alike', things, {
      within: ({ id }, { find, refuse }) => ({ name: (find(things, { id: Number(id) }) ?? refuse(404, 'None')).name }),
    }),
  ],
})

type Answers = { readonly [Id in keyof typeof commonQuestions]?: keyof (typeof commonQuestions)[Id]['values'] }

const ask = async (assumptions: Answers, path: string, init?: RequestInit) => {
  const simulator = createSimulator({ service, assumptions })
  const response = await simulator.fetch(path, { redirect: 'manual', ...init })
  const text = await response.text()
  const { assumptions: dependsOn = [] } = simulator.requests.list().at(-1) ?? {}
  return { status: response.status, headers: response.headers, text, dependsOn }
}

/** What is asked, and a part of the response under each value. */
const rows: readonly (readonly [
  id: keyof Answers,
  path: string,
  init: RequestInit,
  expected: Readonly<Record<string, string>>,
])[] = [
  ['listOrder', '/things?limit=3', {}, { declared: '200 [{"id":1,', shuffled: '200 [{"id":' }],
  ['beyondTheEnd', '/things?offset=50', {}, { empty: '200 []', notFound: '404 ', refused: '422 ' }],
  ['unknownParameter', '/things?limit=1&x=1', {}, { ignored: '200 [{', refused: '422 ' }],
  [
    'repeatedParameter',
    '/things?limit=1&name=03&name=05',
    {},
    { last: '200 [{"id":6', first: '200 [{"id":4', refused: '422 ' },
  ],
  ['emptyFilter', '/things?limit=1&name=', {}, { ignored: '200 [{"id":1', matchesNothing: '200 []', refused: '422 ' }],
  ['unknownParents', '/things/99/alike', {}, { refused: '404 ', empty: '200 []' }],
  [
    'unknownDeletion',
    '/things/99',
    { method: 'DELETE', headers: { 'X-Key': 'any' } },
    { refused: '404 ', done: '204 ' },
  ],
  ['nullParameter', '/things?limit=1&name=null', {}, { text: '200 []', absent: '200 [{"id":1' }],
  ['filterCase', '/things?limit=1&name=THING', {}, { matters: '200 []', ignored: '200 [{"id":1' }],
  ['optionalFields', '/things/1', {}, { null: '"note":null', absent: '200 {"id":1,"name":"Thing 00"}' }],
  ['unknownFields', '/things/1', {}, { none: '200 {"id":1', extra: 'x_flags' }],
  ['validationStatus', '/things?limit=x', {}, { declared: '422 ', status400: '400 ', status422: '422 ' }],
  ['errorBody', '/things/99', {}, { declared: '404 {"message":', problem: '404 {"type":"about:blank"', none: '404 ' }],
  ['methodNotAllowed', '/things', { method: 'PATCH' }, { status405: '405 ', status404: '404 ' }],
  ['headRequests', '/things', { method: 'HEAD' }, { answered: '200 ', refused: '405 ' }],
  ['trailingSlash', '/things/', {}, { notFound: '404 ', redirect: '307 ', same: '200 ' }],
  ['authenticationFailure', '/things', { method: 'POST', body: '{}' }, { status401: '401 ', status403: '403 ' }],
  ['requestSize', `/things?limit=1&name=${'x'.repeat(9000)}`, {}, { large: '200 []', proxy: '414 ' }],
]

test.each(rows)('the common question %s is answered as its value says', async (id, path, init, expected) => {
  expect(Object.keys(expected)).toEqual(Object.keys(commonQuestions[id].values))
  const texts = []
  for (const [value, part] of Object.entries(expected)) {
    const { status, text, dependsOn } = await ask({ [id]: value }, path, init)
    expect(`${status} ${text}`).toContain(part)
    expect(dependsOn).toContain(id)
    texts.push(`${status} ${text}`)
  }
  if (id !== 'validationStatus') expect(new Set(texts).size).toBe(texts.length)
})

test('a limit of requests applies on the clock of the world', async () => {
  const simulator = createSimulator({ service, assumptions: { rateLimit: 'limited' } })
  for (let count = 0; count < 1000; count += 1) await simulator.fetch('/things/1')
  expect((await simulator.fetch('/things/1')).status).toBe(429)
  simulator.clock.advance('10s')
  expect((await simulator.fetch('/things/1')).status).toBe(200)
})

test('pages of other origins may be refused', async () => {
  const init = { headers: { origin: 'http://page.test' } }
  const open = await ask({ crossOrigin: 'open' }, '/things/1', init)
  const none = await ask({ crossOrigin: 'none' }, '/things/1', init)
  expect([open, none].map(({ dependsOn }) => dependsOn.includes('crossOrigin'))).toEqual([true, true])
})

test('an API that does not ask a question has nothing of it', async () => {
  const bare = defineApi({ title: 'Bare', version: '1' })
  const one = bare.resource('ones', { schema: z.strictObject({ id: z.int() }), build: () => ({}) })
  const simulator = createSimulator({
    service: bare.service({ resources: [one], operations: bare.crud('/ones', one) }),
  })
  await simulator.fetch('/ones?x=1')
  expect(simulator.assumptions).toEqual({})
  expect(simulator.requests.list()[0]?.assumptions).toEqual([])
})
