// What follows from one odd response, and what does not.

import { expect, test } from 'vitest'
import type { Aspects } from '../../../src/programs/real-service/learn/aspects/aspects.ts'
import { type Conclusions, conclude } from '../../../src/programs/real-service/learn/conclude.ts'
import { createMuted, type Observation } from '../../../src/programs/real-service/learn/evidence.ts'
import type { Oracle } from '../../../src/programs/real-service/learn/oracle.ts'
import type { Values } from '../../../src/programs/real-service/learn/services.ts'
import type { ReadRequest } from '../../../src/programs/real-service/reader/messages.ts'
import type { AssumptionId } from '../../../src/service/types.ts'

interface Odd {
  readonly request?: Partial<ReadRequest>
  /** The question that the request was sent to confirm. */
  readonly about?: AssumptionId
  /** The questions that decide the response. Default: all. */
  readonly reads?: readonly AssumptionId[]
  readonly expected: Aspects
  readonly observed: Aspects
}

interface Case {
  /** The values that were found. */
  readonly values: Partial<Values>
  /** Other values, and what of a response each changes. */
  readonly changes?: Readonly<Record<string, Aspects>>
  readonly odd: readonly Odd[]
}

function concludeFrom({ values, changes = {}, odd }: Case): Promise<Conclusions> {
  const ids = Object.keys(values) as AssumptionId[]
  const asked = odd.map(({ request, ...rest }) => ({
    request: { method: 'GET', path: '/v2/deployments', ...request } as ReadRequest,
    ...rest,
  }))
  const oracle: Oracle = {
    shown: new Set(),
    allows: () => true,
    async predict(all, request) {
      const found = asked.find((each) => each.request === request)
      const reads = found?.reads ?? ids
      const changed = reads.map((id) => changes[`${id}=${all[id]}`]).find((each) => each !== undefined)
      return { aspects: changed ?? found?.expected ?? {}, reads }
    },
  }
  const observations = asked.map(({ request, observed }): Observation => ({ request, observed }))
  const listValues = (id: AssumptionId) =>
    Object.keys(changes).flatMap((key) => (key.startsWith(`${id}=`) ? [key.slice(id.length + 1)] : []))
  return conclude({
    ids,
    fit: { values: values as Values, cost: 0, unexplained: [] },
    rivals: [],
    parts: { oracle, observations, muted: createMuted(), listValues },
    end: undefined,
    candidates: [],
    about: new Map(asked.flatMap(({ request, about }) => (about === undefined ? [] : [[request, about]]))),
    hasRecords: () => true,
  })
}

const LIST = { status: '200', body: 'list' }
const ERROR = { status: '422', body: 'error', error: 'detail: array' }

test('a status without its header is none of the register', async () => {
  const { undecided } = await concludeFrom({
    values: { methodNotAllowed: '405' },
    changes: { 'methodNotAllowed=404': { status: '404', body: 'error' } },
    odd: [
      {
        request: { method: 'OPTIONS' },
        expected: { status: '405', body: 'error', 'header allow': 'sent' },
        observed: { status: '405', body: 'error' },
      },
    ],
  })
  expect(undecided).toMatchObject({ methodNotAllowed: { possible: [] } })
})

test.each([
  ['updated_at', []],
  ['image_version', undefined],
] as const)(
  'only a field that never lacks its value tells that others do than the register says: %s',
  async (name, possible) => {
    const { undecided } = await concludeFrom({
      values: { recordShape: 'written', nullableFields: 'some' },
      odd: [
        {
          expected: { ...LIST, [`field ${name}`]: 'present' },
          observed: { ...LIST, [`field ${name}`]: 'absent present' },
        },
      ],
    })
    expect(undecided.nullableFields?.possible).toEqual(possible)
  },
)

test('an envelope with another field beside its list is none of the register', async () => {
  const { undecided } = await concludeFrom({
    values: { repositoryEnvelope: 'resources' },
    changes: { 'repositoryEnvelope=items': { ...LIST, envelope: 'items' } },
    odd: [
      {
        expected: { ...LIST, envelope: 'resources' },
        observed: { ...LIST, envelope: 'resources', 'page ?': 'present' },
      },
    ],
  })
  expect(undecided).toMatchObject({ repositoryEnvelope: { possible: [] } })
})

test('records without a field of the contract have a shape of their own', async () => {
  const { undecided } = await concludeFrom({
    values: { recordShape: 'written' },
    odd: [{ expected: { ...LIST, 'field tenant_id': 'present' }, observed: LIST }],
  })
  expect(undecided).toMatchObject({ recordShape: { possible: [] } })
})

test('a field that is absent instead of null says nothing about the shape of records', async () => {
  const { assumptions } = await concludeFrom({
    values: { recordShape: 'written' },
    changes: { 'recordShape=upstream': LIST },
    odd: [
      {
        expected: { ...LIST, 'field custom_url': 'null present' },
        observed: { ...LIST, 'field custom_url': 'absent present' },
      },
    ],
  })
  expect(assumptions).toEqual({ recordShape: 'written' })
})

test('an odd answer to an id says nothing about where its operation is', async () => {
  const { assumptions, undecided } = await concludeFrom({
    values: { repositoryPaths: 'v1', integrationIdFormat: 'any' },
    changes: { 'repositoryPaths=v2': { status: '404', body: 'error' } },
    odd: [
      {
        request: { path: '/v1/integrations/github/7/repos' },
        about: 'integrationIdFormat',
        expected: LIST,
        observed: { status: '404', body: 'error' },
      },
    ],
  })
  expect(assumptions).toEqual({ repositoryPaths: 'v1' })
  expect(undecided).toMatchObject({ integrationIdFormat: { possible: [] } })
})

test('a list where none should be leaves it open where lists are, and which integrations are unknown', async () => {
  const { undecided } = await concludeFrom({
    values: { repositoryPaths: 'v2', unknownIntegration: '403' },
    odd: [
      { request: { path: '/v1/integrations/github/7/repos' }, reads: [], expected: { status: '404' }, observed: LIST },
    ],
  })
  expect(undecided).toMatchObject({ repositoryPaths: { possible: [] }, unknownIntegration: { possible: [] } })
})

test('a 404 of something in front of the service is one', async () => {
  const { assumptions } = await concludeFrom({
    values: { documentation: 'absent' },
    odd: [
      {
        request: { path: '/docs' },
        about: 'documentation',
        expected: { status: '404' },
        observed: { status: '404', page: '403, as for every path that is not there' },
      },
    ],
  })
  expect(assumptions).toEqual({ documentation: 'absent' })
})

test('what all responses of an operation have says nothing about a text that is asked', async () => {
  const times = { expected: { ...LIST, times: '3Z' }, observed: { ...LIST, times: '6Z' } }
  const { assumptions } = await concludeFrom({
    values: { emptyFilter: 'ignored' },
    odd: [
      { request: { query: 'limit=100&status=' }, about: 'emptyFilter', ...times },
      { request: { query: 'limit=3' }, ...times },
    ],
  })
  expect(assumptions).toEqual({ emptyFilter: 'ignored' })
})

test('how a refusal is worded says nothing about what was refused', async () => {
  const { assumptions } = await concludeFrom({
    values: { deploymentTypes: 'written' },
    odd: [
      {
        request: { query: 'limit=100&deployment_type=staging' },
        about: 'deploymentTypes',
        expected: { ...ERROR, issues: '1', 'issue kinds': '["*"]' },
        observed: { ...ERROR, issues: '1', 'issue kinds': '["enum"]' },
      },
    ],
  })
  expect(assumptions).toEqual({ deploymentTypes: 'written' })
})

test('what finds fewer records for an empty text is not why other texts find more', async () => {
  const some = { ...LIST, count: '2', members: 'a b' }
  const odd = (text: string, expected: Aspects, observed: Aspects) => ({
    request: { query: `name_contains=${text}` },
    expected,
    observed,
  })
  const { undecided } = await concludeFrom({
    values: { emptyFilter: 'ignored', nameMatching: 'substring' },
    changes: { 'emptyFilter=422': ERROR, 'nameMatching=prefix': { ...some, count: '0', members: '' } },
    odd: [
      odd('', some, { ...LIST, count: '0', members: '' }),
      {
        ...odd('part', { ...LIST, count: '0', members: '' }, { ...LIST, count: '1', members: 'a' }),
        reads: ['nameMatching'],
      },
    ],
  })
  expect(Object.keys(undecided)).toContain('emptyFilter')
})

test('how many records a page has without a limit is no question', async () => {
  const { assumptions, unexplained } = await concludeFrom({
    values: { shortPages: 'never' },
    changes: { 'shortPages=sometimes': { ...LIST, 'usual count': '13' } },
    odd: [{ expected: { ...LIST, 'usual count': '20' }, observed: { ...LIST, 'usual count': '10' } }],
  })
  expect(assumptions).toEqual({ shortPages: 'never' })
  expect(unexplained).toHaveLength(1)
})

test('a question that decides alone what is refused with a status of its own has a way of its own, whatever it is asked by', async () => {
  const refused = (name: string) => ({
    request: { query: `${name}=%21` },
    reads: ['malformedIdInList', 'validationStatus'] as const,
    expected: { status: '422', body: 'error' },
    observed: { status: '409', body: 'error' },
  })
  const { undecided } = await concludeFrom({
    values: { malformedIdInList: '422', validationStatus: '422' },
    changes: {
      'malformedIdInList=ignored': LIST,
      'validationStatus=400': { status: '400', body: 'error' },
    },
    odd: [refused('deployment_ids'), refused('tag_value_ids')],
  })
  expect(undecided).toMatchObject({ malformedIdInList: { possible: [] } })
  expect(undecided).not.toHaveProperty('validationStatus')
})
