import { expect, test } from 'vitest'
import { buildHref, parseRoute } from '../../src/programs/console/page/routes.ts'

test('an empty fragment is the world', () => {
  expect(parseRoute('')).toEqual({ view: 'world', path: [], query: {} })
  expect(parseRoute('#/')).toEqual({ view: 'world', path: [], query: {} })
})

test('a link and its route say the same', () => {
  const route = { view: 'data', path: ['deployments', 'a/b?c#d é'], query: { status: 'READY', q: 'a&b=c +%' } }
  expect(parseRoute(buildHref(route))).toEqual(route)
})

test('a link leaves out empty fields of the query', () => {
  expect(buildHref({ view: 'requests', query: { q: '', op: undefined, status: '5xx' } })).toBe('#/requests?status=5xx')
})

test('a broken percent-encoding is read as it is', () => {
  expect(parseRoute('#/data/%E0%A4%A').path).toEqual(['%E0%A4%A'])
})
