import { expect, test } from 'vitest'
import { findSplit, sortRequests } from '../../../src/real-service/learn/choose.ts'
import { conclude } from '../../../src/real-service/learn/conclude.ts'
import { applyChanges, measure } from '../../../src/real-service/learn/evidence.ts'
import { createRefutations, listPossible, listSingles } from '../../../src/real-service/learn/rivals.ts'
import { createSearch, improve } from '../../../src/real-service/learn/search.ts'
import { answer, createStub, ids, request, usual } from './stub-oracle.ts'

const start = { values: usual, cost: 0, unexplained: [] }
const other = applyChanges(usual, [
  { id: 'errorBody', value: 'problem' },
  { id: 'validationStatus', value: '400' },
])

/** What a service answers with other values than those that seem right. */
const observe = (path: string, values = other) => ({ request: request(path), observed: answer(values, request(path)) })

test('values that explain everything cost nothing', async () => {
  const parts = { ...createStub(), observations: [observe('/error'), observe('/order')] }
  expect(await measure(other, parts)).toMatchObject({ cost: 0, unexplained: [] })
  expect(await measure(usual, parts)).toMatchObject({ cost: 2, unexplained: [{ request: { path: '/error' } }] })
})

test('two changes explain a response that one alone does not', async () => {
  const parts = { ...createStub(), observations: [observe('/error')] }
  const { fit } = await improve(usual, parts)
  expect(fit).toMatchObject({ cost: 0, values: other })
})

test('what no values explain stays unexplained', async () => {
  const odd = { request: request('/order'), observed: { deploymentOrdering: 'by size' } }
  const { fit } = await improve(usual, { ...createStub(), observations: [odd] })
  expect(fit.unexplained).toEqual([odd])
})

test('a request tells services apart whose values it reads', async () => {
  const rival = { changes: [{ id: 'errorBody', value: 'problem' }] as const, values: other }
  const { oracle } = createStub()
  const requests = [request('/nothing'), request('/order'), request('/error')]
  expect(await findSplit(requests, { values: usual, rival, oracle })).toBe(requests[2])
  expect(await findSplit(requests.slice(0, 2), { values: usual, rival, oracle })).toBeUndefined()
})

test('requests that few questions decide come first', async () => {
  const sorted = await sortRequests(['/all', '/order', '/nothing'].map(request), { ...createStub(), values: usual })
  expect(sorted.map(({ path }) => path)).toEqual(['/nothing', '/order', '/all'])
})

test('an observation refutes the values that do not explain it', async () => {
  const observation = observe('/order', usual)
  const parts = { ...createStub({ hides: true }), observations: [observation] }
  const { find } = createRefutations(parts)
  const found = new Map<string, unknown>()
  for (const rival of listSingles(ids, start, parts)) found.set(rival.changes[0]?.id ?? '', await find(rival, start))
  expect(Object.fromEntries(found)).toEqual({
    deploymentOrdering: observation,
    errorBody: undefined,
    validationStatus: undefined,
    tagMatching: 'impossible',
  })
})

test('the possible values of a question begin with the likeliest one', () => {
  const rivals = listSingles(['errorBody'], start, createStub())
  expect([...listPossible(usual, rivals)]).toEqual([['errorBody', ['fastapi', 'problem']]])
})

test('a search asks until nothing tells more, and finds the values', async () => {
  const search = createSearch(ids, start, createStub())
  const unsent = new Set(['/nothing', '/order', '/error', '/all'].map(request))
  const sent: string[] = []
  for (;;) {
    const next = await search.chooseNext(unsent)
    if (next === undefined) break
    unsent.delete(next)
    sent.push(next.path)
    await search.note(observe(next.path))
  }
  expect(sent).toEqual(['/order', '/error'])
  expect(search.fit.values).toEqual(other)
  const open = (await search.listRivals()).map(({ changes }) => changes.map(({ id }) => id))
  expect(open).toEqual([['tagMatching']])
})

test('a search sets aside what no values explain, and what else its parameters have told', async () => {
  const parts = createStub()
  const search = createSearch(ids, start, parts)
  const ofParameter = (query: string, observed: Record<string, string>) => ({
    request: { ...request('/order'), query },
    observed,
  })
  await search.note(ofParameter('status=null', answer(usual, request('/order'))))
  const odd = ofParameter('limit=100&status=odd', { deploymentOrdering: 'by size' })
  await search.note(odd)
  expect([parts.observations, search.gaps]).toEqual([[], [odd]])
  expect(search.isUnclear(odd.request)).toBe(true)
  expect(search.isUnclear(request('/order'))).toBe(false)
})

test('a value is in doubt if another one comes closer to what no values explain', async () => {
  const gap = { request: request('/error'), observed: { errorBody: 'odd', validationStatus: '400' } }
  const parts = createStub()
  const { assumptions, undecided } = await conclude({
    ids: ['errorBody', 'validationStatus'],
    fit: start,
    gaps: [gap],
    rivals: [],
    parts,
    end: undefined,
    untried: new Map(),
  })
  expect(assumptions).toEqual({ errorBody: usual.errorBody })
  expect(undecided).toEqual({
    validationStatus: {
      possible: ['422', '400'],
      because: 'No value explains the responses that depend on it.',
    },
  })
})
