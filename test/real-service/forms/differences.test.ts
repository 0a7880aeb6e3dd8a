import { expect, test } from 'vitest'
import { resolveAssumptions } from '../../../src/engine/define/assumptions/assumptions.ts'
import { type AssumptionOverrides, createSimulator } from '../../../src/index.ts'
import { isHarmless, listFormDifferences } from '../../../src/programs/real-service/forms/differences.ts'
import { watchForms } from '../../../src/programs/real-service/forms/watch.ts'
import { questions } from '../../../src/service/assumptions/questions.ts'
import { createReaderOf, replyWith } from '../../support/simulated-reader.ts'

type Fields = Record<string, unknown>

const LIST = 'GET /v2/deployments'

/** Reads the deployments of a simulator after a change of the first one, and lists what is different then. */
async function look(change: (first: Fields) => void, assumptions: AssumptionOverrides = {}) {
  const simulator = createSimulator({ preset: 'langsmith', deployments: 3, assumptions })
  const reader = watchForms(
    createReaderOf(async (_, target) => {
      const response = await simulator.fetch(target, { headers: { 'x-api-key': 'any' } })
      const body = (await response.json()) as { resources: Fields[] }
      change(body.resources[0] ?? {})
      return replyWith(body)
    }),
  )
  await reader.read({ method: 'GET', path: '/v2/deployments' })
  const found = listFormDifferences(reader.forms, resolveAssumptions(questions, 'langsmith', assumptions))
  return found.map(({ request, aspect, value }) => [request, `${aspect}: ${value}`])
}

test.for([
  ['what the contract describes', (): unknown => undefined, []],
  ['a field that is gone', (first: Fields): unknown => delete first.name, ['resources[].name: absent']],
  [
    'a renamed field',
    (first: Fields): unknown => Object.assign(first, { label: first.name, name: undefined }),
    ['resources[].name: absent', 'resources[].label: new'],
  ],
  ['another type', (first: Fields): unknown => (first.name = 7), ['resources[].name: a number']],
  ['a null', (first: Fields): unknown => (first.secrets = null), ['resources[].secrets: null']],
  ['a null that is allowed', (first: Fields): unknown => (first.image_version = null), []],
  ['a new word', (first: Fields): unknown => (first.source = 'gitlab'), ['resources[].source: gitlab is new']],
  [
    'a field within a field',
    (first: Fields): unknown => (first.source_config = { ...(first.source_config as Fields), repo_url: [] }),
    ['resources[].source_config.repo_url: an array'],
  ],
  [
    'a map, whose keys may be data',
    (first: Fields): unknown => Object.assign(first, Object.fromEntries([...'abcdefghijklm'].map((key) => [key, 1]))),
    ['resources[].*: many fields are new'],
  ],
] as const)('%s', async ([, change, expected]) => {
  expect(await look(change)).toEqual(expected.map((what) => [LIST, what]))
})

test.for([
  [{ unknownFields: 'extra' }, (first: Fields): unknown => (first.label = 'a'), []],
  [{ optionalFields: 'absent' }, (first: Fields): unknown => delete first.image_version, []],
  [{ nullableFields: 'none' }, (first: Fields): unknown => (first.image_version = null), ['image_version: null']],
] as const)('with %o, these fields differ', async ([assumptions, change, expected]) => {
  expect(await look(change, assumptions)).toEqual(expected.map((what) => [LIST, `resources[].${what}`]))
})

test('ids in another spelling differ, and digests do not', async () => {
  const digest = 'd41d8cd98f00b204e9800998ecf8427e'
  expect(await look((first) => Object.assign(first, { id: String(first.id).toUpperCase(), name: digest }))).toEqual([
    [LIST, 'resources[].id: another spelling'],
  ])
})

test('a charset differs, but only drift tells it', async () => {
  const reply = replyWith({ resources: [], offset: 0 })
  const headers = [['content-type', 'application/json; charset=utf-8']] as const
  const reader = watchForms(createReaderOf(async () => ({ ...reply, headers })))
  await reader.read({ method: 'GET', path: '/v2/deployments' })
  const found = listFormDifferences(reader.forms, resolveAssumptions(questions, 'langsmith'))
  expect(found).toMatchObject([{ request: LIST, aspect: 'the body', value: 'with a charset' }])
  expect(found.filter((each) => !isHarmless(each))).toEqual([])
})

test('a text that is hidden usually is not shown', async () => {
  const show = (first: Fields) => (first.secrets = [{ name: 'TOKEN', value: 'hunter2' }])
  expect(await look(show, { secretValues: 'masked' })).toEqual([
    [LIST, 'resources[].secrets[].value: another text is new'],
  ])
})
