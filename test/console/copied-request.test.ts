import { expect, test } from 'vitest'
import { changeRequest } from '../../src/console/copy/copied-request.ts'

const URL = 'http://localhost:4010/_s/alice/v2/deployments?limit=2'
const GET = { method: 'GET', url: URL, headers: [['x-api-key', 'any']], body: null, lacksBody: false } as const

test('a path that is typed without a slash gets one', () => {
  const changed = changeRequest(GET, { method: 'GET', path: 'v2/deployments', query: 'limit=3' })
  expect(changed.url).toBe('http://localhost:4010/v2/deployments?limit=3')
  expect(changeRequest(GET, { method: 'GET', path: '/v2' }).url).toBe('http://localhost:4010/v2')
})

test('a body that is added to a request is sent as JSON, unless it has a type', () => {
  const change = { method: 'POST', path: '/v2/deployments', body: '{}' }
  const { headers, body } = changeRequest(GET, change)
  expect([headers, body]).toEqual([[...GET.headers, ['content-type', 'application/json']], '{}'])
  const typed = { ...GET, headers: [['Content-Type', 'text/plain']] } as const
  expect(changeRequest(typed, change).headers).toEqual(typed.headers)
  expect(changeRequest(GET, { ...change, body: '' })).toMatchObject({ headers: GET.headers, body: null })
})
